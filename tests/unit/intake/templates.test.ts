/** The sample files of services that run can be downloaded, and uploaded unchanged. */
import { describe, expect, test } from 'vitest';
import * as xlsx from '@e965/xlsx';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import { templateRoutes } from '#api/routes/jobs/templates.ts';
import { DomainError } from '#contracts/errors.ts';
import { services } from '#services/catalogue.ts';
import { sampleHasZip, type ServiceDefinition } from '#services/contract.ts';
import { today } from './uploads.ts';
import { localFile } from '#tests/harness/local-file.ts';

const app = templateRoutes({ clock: () => today });
app.onError((error, c) =>
  error instanceof DomainError
    ? c.json({ code: error.code }, error.status as 404)
    : c.text(String(error), 500),
);
const sheetServices = services.filter(({ input }) => input.kind === 'sheet');
const workbookServices = sheetServices.filter(({ acceptedExtensions }) =>
  acceptedExtensions.includes('.xlsx'),
);
const documentServices = services.filter(sampleHasZip);
const pdfServices = services.filter(({ input }) => input.kind === 'pdf');

async function download(file: string): Promise<{ headers: Headers; bytes: Uint8Array }> {
  const response = await app.request(`/${file}`);
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test.each([
  ...pdfServices.map(({ id }) => `${id}.csv`),
  ...services.filter((service) => !sampleHasZip(service)).map(({ id }) => `${id}.zip`),
  ...sheetServices.filter((service) => !workbookServices.includes(service)).map(({ id }) => `${id}.xlsx`),
  ...sheetServices.flatMap(({ id }) => [
    `${id}.pdf`,
    `${id}.xls`,
    id,
    `${id}.csv.csv`,
    `${id.toUpperCase()}.csv`,
  ]),
  'unknown.csv',
  '..%2Fcatalogue.csv',
  '..%2F..%2Fpackage.csv',
  '__proto__.csv',
])('the template %s does not exist', async (file) => {
  const response = await app.request(`/${file}`);
  expect([response.status, await response.json()]).toEqual([404, { code: 'NOT_FOUND' }]);
});

test.each(documentServices)(
  'the template of $id has a ZIP with the documents of every row of its CSV',
  async (service) => {
    const [sheet, zip] = await Promise.all([download(`${service.id}.csv`), download(`${service.id}.zip`)]);
    expect(zip.headers.get('content-type')).toBe('application/zip');
    const { rows, problems, warnings } = await readUpload(service, {
      file: await localFile('sample.csv', sheet.bytes),
      documents: await localFile('sample.zip', zip.bytes),
      today,
    });
    expect(rows.length).toBeGreaterThan(0);
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  },
);

/** Reads a sample as it is uploaded, with its documents if it names any. */
async function readSample(service: ServiceDefinition, name: string, bytes: Uint8Array) {
  const zip = sampleHasZip(service) ? (await download(`${service.id}.zip`)).bytes : null;
  const documents = zip ? await localFile('sample.zip', zip) : null;
  return readUpload(service, { file: await localFile(name, bytes), today, documents });
}

describe.each(workbookServices)('$id', (service) => {
  test.each(['csv', 'xlsx'])('a template as .%s has only valid rows', async (extension) => {
    const name = `${service.id}.${extension}`;
    const { headers, bytes } = await download(name);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect(headers.get('content-type')).toMatch(
      extension === 'csv' ? /^text\/csv; charset=utf-8$/i : /spreadsheetml\.sheet$/,
    );
    const { rows, problems, unknownHeaders } = await readSample(service, name, bytes);
    expect(problems).toEqual([]);
    expect(unknownHeaders).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('a template says the same as CSV and as a workbook', async () => {
    const read = async (extension: string) => {
      const name = `${service.id}.${extension}`;
      return readSample(service, name, (await download(name)).bytes);
    };
    expect(await read('xlsx')).toEqual(await read('csv'));
  });

  test("a template's cells are formatted as text, and its second sheet explains each column [columns-are-explained]", async () => {
    const { bytes } = await download(`${service.id}.xlsx`);
    const book = xlsx.read(bytes, { cellNF: true, sheetStubs: true });
    expect(book.SheetNames).toEqual(['Data', 'Columns']);
    const data = book.Sheets['Data']!;
    for (const address of ['A2', 'A50', 'A200'])
      expect((data[address] as xlsx.CellObject | undefined)?.z).toBe('@');
    const rules = xlsx.utils.sheet_to_json<Record<string, string>>(book.Sheets['Columns']!);
    const columns = service.input.kind === 'sheet' ? service.input.columns : [];
    expect(rules.map((rule) => [rule['Column'], rule['Required'], rule['Rule']])).toEqual(
      columns.map(({ name, required, hint }) => [name, required ? 'yes' : 'no', hint]),
    );
  });
});

test.runIf(pdfServices.length > 0).each(pdfServices)(
  'the template of $id is a PDF that can be uploaded',
  async (service) => {
    const name = `${service.id}.pdf`;
    const { headers, bytes } = await download(name);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect((await readUpload(service, { file: await localFile(name, bytes), today })).rows).toHaveLength(1);
  },
);
