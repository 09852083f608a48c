/** The catalogue fulfils spec sections 2, 5 and 9, and each service its own description. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { iconNames } from 'lucide-react/dynamic';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { groupKeyOf } from '#api/domain/jobs/filings/intent-keys.ts';
import { findService, services } from '#services/catalogue.ts';
import {
  categories,
  summaryOf,
  type RowData,
  type ServiceDefinition,
  type SheetInput,
} from '#services/contract.ts';
import { datedSample } from '#services/families/sample-dates.ts';
import { expSearchService } from '#services/exp-search/service.ts';

const sheet = '.csv .xlsx .xls';
/** Spec section 9 (credits) with section 5 (files) and section 2 (categories), in the order of section 9. */
const specTable = [
  ['pdf-excel-converter', 1, '.pdf .zip', 'PDF Extractor'],
  ['ctg-port-tracking', 1, sheet, 'Tracking Services'],
  ['exp-issue', 2, sheet, 'Bangladesh Bank'],
  ['exp-correction', 1.5, sheet, 'Bangladesh Bank'],
  ['exp-duplicate-reporting', 2, sheet, 'Bangladesh Bank'],
  ['exp-search', 0.5, sheet, 'Bangladesh Bank'],
  ['damco-booking', 3, sheet, 'Forwarder Handler'],
  ['damco-booking-download', 1, sheet, 'Forwarder Handler'],
  ['damco-fcr-submission', 2, sheet, 'Forwarder Handler'],
  ['damco-fcr-extractor', 1.5, sheet, 'Forwarder Handler'],
  ['damco-edoc-upload', 1, sheet, 'Forwarder Handler'],
  ['hm-einvoice-create', 2, sheet, 'Buyer Handler'],
  ['hm-einvoice-download', 1, sheet, 'Buyer Handler'],
  ['hm-einvoice-correction', 1.5, sheet, 'Buyer Handler'],
  ['hm-packing-list', 1, sheet, 'Buyer Handler'],
  ['bepza-ep-issue', 2.5, sheet, 'BEPZA'],
  ['bepza-ep-submission', 2, sheet, 'BEPZA'],
  ['bepza-ep-download', 1, sheet, 'BEPZA'],
  ['bepza-ip-issue', 2.5, sheet, 'BEPZA'],
  ['bepza-ip-submit', 2, sheet, 'BEPZA'],
  ['bepza-ip-download', 1, sheet, 'BEPZA'],
  ['cash-incentive-application', 3, sheet, 'Cash Incentive Applications'],
  ['damco-tracking-maersk', 1, sheet, 'Tracking Services'],
  ['myshipment-tracking', 1, sheet, 'Tracking Services'],
  ['egm-download', 1, sheet, 'Tracking Services'],
  ['custom-tracking', 1.5, sheet, 'Tracking Services'],
  ['rex-soo-submission', 2, '.zip .csv', 'EPB Export'],
] as const;

/** Services whose rows name nothing that belongs to one company, and why; every other one has a rule. */
const withoutReferences: Record<string, string> = {
  'pdf-excel-converter': 'It works the file that the customer sends, and asks no portal.',
  'ctg-port-tracking': 'The port shows every container to everybody, without a login.',
  'custom-tracking': 'The customs show every bill of entry or export to everybody, without a login.',
  'egm-download': 'The customs show every manifest to everybody, without a login.',
  'damco-tracking-maersk': 'The carrier shows every shipment to everybody, without a login.',
  'damco-fcr-extractor': "It searches the company's own mailbox, which has nothing of others.",
};

const today = new Date('2026-11-21T06:00:00Z');
beforeAll(() => {
  vi.useFakeTimers({ now: today, toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const folderOf = (id: string): string =>
  fileURLToPath(new URL(`../../activities/services/${id}/`, import.meta.url));
/** Headers match without regard to case, spaces and underscores (portals.md, reading key). */
const headerKey = (header: string): string => header.toLowerCase().replace(/[\s_]/g, '');
const sheetServices = services.flatMap((service) =>
  service.input.kind === 'sheet' ? [{ id: service.id, input: service.input }] : [],
);

function readRow(input: SheetInput, cells: Record<string, string>): RowData {
  const row: RowData = {};
  for (const column of input.columns) {
    const cell = cells[column.name]?.trim() ?? '';
    if (cell !== '') row[column.name] = column.schema.parse(cell);
    else if (column.required) throw new Error(`${column.name} is empty`);
  }
  return input.complete?.(row, today) ?? row;
}

async function sampleCells(id: string): Promise<Record<string, string>[]> {
  const text = await readFile(`${folderOf(id)}sample.csv`, 'utf8');
  return Papa.parse<Record<string, string>>(datedSample(text, today), { header: true, skipEmptyLines: true })
    .data;
}

describe('finding a service', () => {
  test.each(['', 'exp', 'EXP-SEARCH', 'toString', '__proto__'])('%j is not found as a service', (id) => {
    expect(findService(id)).toBeUndefined();
  });

  test('every service is found by its id', () => {
    for (const service of services) expect(findService(service.id)).toBe(service);
  });
});

/** Documents that must accompany a sheet are sent as a ZIP. */
function extensionsOf(service: ServiceDefinition): readonly string[] {
  const { input } = service;
  const hasZip = input.kind === 'sheet' && input.documents === 'required';
  return hasZip ? ['.zip', ...service.acceptedExtensions] : service.acceptedExtensions;
}

describe('the catalogue', () => {
  test("the catalogue has the spec's ids, costs, files and categories in order [services-of-the-specification]", () => {
    const listed = services.map((service) => [
      service.id,
      service.defaultCostHundredths / 100,
      extensionsOf(service).join(' '),
      service.category,
    ]);
    expect(listed.slice(0, specTable.length)).toEqual(specTable);
  });

  test('the catalogue has one service at each position', () => {
    expect(services.map(({ position }) => position)).toEqual(services.map((_, index) => index + 1));
  });

  test('the catalogue has a service in every category', () => {
    expect(new Set(services.map((service) => service.category))).toEqual(new Set(categories));
  });

  test("the catalogue's prices are whole hundredths of a credit", () => {
    for (const service of services) expect(service.defaultCostHundredths).toSatisfy(Number.isInteger);
  });

  test('the columns by which a service files rows together are required', () => {
    for (const { id, input } of sheetServices) {
      const { groupBy = [], columns }: SheetInput = input;
      const required = columns.filter((column) => column.required).map(({ name }) => name);
      expect(required, id).toEqual(expect.arrayContaining([...groupBy]));
    }
  });

  test('the keys of filings that several rows share are joined as recorded filings have them', () => {
    const keys = Object.fromEntries(
      sheetServices.flatMap(({ id, input }: { id: string; input: SheetInput }) => {
        const row = Object.fromEntries(input.columns.map(({ name }) => [name, name]));
        const key = groupKeyOf(input, row);
        return key === undefined ? [] : [[id, key]];
      }),
    );
    expect(keys).toEqual({
      'bepza-ep-issue': 'enterprise_code|invoice_no',
      'bepza-ip-issue': 'enterprise_code|invoice_no|transport_doc_no',
      'exp-correction': 'ad_code-exp_serial-exp_year',
      'hm-einvoice-correction': 'invoice_no',
      'hm-einvoice-create': 'invoice_no',
    });
  });

  test('every service has its own name and description', () => {
    expect(new Set(services.map((service) => service.name)).size).toBe(services.length);
    expect(new Set(services.map((service) => service.description)).size).toBe(services.length);
  });

  test.each(services)(
    'the service $id is described in two or three sentences and three to five features',
    (service) => {
      const sentences = service.description.split(/(?<=\.)\s+/);
      expect(sentences.length).toBeGreaterThanOrEqual(2);
      expect(sentences.length).toBeLessThanOrEqual(3);
      expect(service.features.length).toBeGreaterThanOrEqual(3);
      expect(service.features.length).toBeLessThanOrEqual(5);
      expect(new Set(service.features).size).toBe(service.features.length);
    },
  );

  test.each(services)('the service $id has an icon that exists', (service) => {
    expect(iconNames as readonly string[]).toContain(summaryOf(service).icon);
  });
});

describe('available services', () => {
  test.each(services)('the service $id has a sample of a file type that it accepts', async (service) => {
    const samples = (await readdir(folderOf(service.id))).filter((name) => name.startsWith('sample.'));
    expect(samples.length).toBeGreaterThan(0);
    const { input } = service;
    const hasZip = input.kind === 'sheet' && input.sampleHasDocuments === true;
    const accepted = [...extensionsOf(service), ...(hasZip ? ['.zip'] : [])];
    for (const name of samples) expect(accepted).toContain(name.slice('sample'.length));
  });

  test.each(sheetServices)('no header of $id can mean two of its columns', ({ input }) => {
    const headers = input.columns.flatMap((column) =>
      [column.name, ...(column.aliases ?? [])].map(headerKey),
    );
    expect(new Set(headers).size).toBe(headers.length);
  });

  test.each(sheetServices)(
    "$id's sample has all its columns and only valid, different rows",
    async ({ id, input }) => {
      const cells = await sampleCells(id);
      expect(Object.keys(cells[0] ?? {})).toEqual(input.columns.map((column) => column.name));
      const keys = cells.map((row) => input.naturalKey(readRow(input, row)));
      expect(keys.length).toBeGreaterThan(0);
      expect(new Set(keys).size).toBe(keys.length);
    },
  );
});

describe('exp-search', () => {
  const input: SheetInput = expSearchService.input;

  test('an EXP without a year is one of this year in Dhaka, and a given year is kept', () => {
    const newYearInDhaka = new Date('2026-12-31T18:00:00Z');
    const row = { ad_code: '1084', exp_serial: '004504' };
    expect(input.complete?.(row, newYearInDhaka)).toEqual({ ...row, exp_year: '2027' });
    expect(input.complete?.({ ...row, exp_year: '2025' }, newYearInDhaka)).toEqual({
      ...row,
      exp_year: '2025',
    });
  });

  test('an EXP of the sample is identified by AD code, serial and year', async () => {
    const keys = (await sampleCells('exp-search')).map((row) => input.naturalKey(readRow(input, row)));
    expect(keys).toHaveLength(8);
    expect(keys[0]).toBe('1084-004501-2026');
    expect(keys[3]).toBe('1084-004504-2026');
    expect(keys[7]).toBe('2071-004508-2026');
  });
});

test('every service says whose the references of its rows are, but those that name nothing of one company', () => {
  const without = services.filter(({ references }) => references === null);
  expect(without.map(({ id }) => id).toSorted()).toEqual(Object.keys(withoutReferences).toSorted());
  // Without a login of the company, a portal can show only what it shows to everybody; with one, only what is the company's.
  const shared = without.filter(({ effect, credentials }) => effect !== 'read' || credentials !== null);
  expect(shared.map(({ id }) => id)).toEqual(['damco-fcr-extractor']);
});
