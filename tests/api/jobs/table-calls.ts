/** Calls about the tables of a converted PDF, and what they change, for tests. */
import { read, utils } from '@e965/xlsx';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { digestOf, tableFilesOf } from '#api/domain/jobs/pdf-table-files.ts';
import {
  tablesLayout,
  tablesPage,
  unchangedLayout,
  type TablesChange,
  type TablesPage,
} from '#contracts/jobs/pdf-tables.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { cartons, goods } from '#tests/harness/table-samples.ts';
import { unzip } from '#tests/harness/unzip.ts';
import type { TestApp } from '#tests/harness/worker.ts';
import { pdfOf } from '#tests/unit/pdf/pdf-maker.ts';

/** Two tables on the first page, and text that is no table on the second. */
export async function order(name = 'order.pdf'): Promise<File> {
  const bytes = await pdfOf([
    [
      { rows: goods, ruled: true },
      { rows: cartons, ruled: true, y: 400 },
    ],
    [{ rows: [['Signed', 'Dhaka']], ruled: false }],
  ]);
  return new File([new Uint8Array(bytes)], name);
}
export const signed = { page: 2, box: { x0: 40, y0: 40, x1: 400, y1: 120 }, columns: [135], replaces: null };

export function tableCalls(app: TestApp, ana: Customer, jobId: string, rowNumber = 1) {
  const path = `/api/jobs/${jobId}/rows/${rowNumber}/tables`;
  const put = (body: object) => app.request(path, { method: 'PUT', json: body, cookie: ana.cookie });
  /** The digest of the layout that is stored now. */
  const baseNow = async (): Promise<string> => {
    const { files } = app.deps;
    const key = tableFilesOf(jobId, rowNumber).layout;
    if (!(await files.has(key))) return digestOf(unchangedLayout);
    return digestOf(tablesLayout.parse(JSON.parse(Buffer.from(await files.get(key)).toString())));
  };
  const export_ = async (layout: TablesChange, base?: string) =>
    app.post(`${path}/export`, { layout, base: base ?? (await baseNow()) }, ana.cookie);
  return {
    path,
    view: (page = 1) => app.get(`${path}?page=${page}`, ana.cookie),
    picture: (page = 1) => app.get(`${path}/pages/${page}`, ana.cookie),
    change: async (layout: TablesChange, page = 1, base?: string) =>
      put({ page, layout, base: base ?? (await baseNow()) }),
    export: export_,
  };
}

export const pageOf = ({ body }: { body: Record<string, unknown> }): TablesPage => tablesPage.parse(body);

export async function converted(app: TestApp, file?: File) {
  const ana = await newCustomer(app);
  const job = await ana.converted(file ?? (await order()));
  return { ana, job, calls: tableCalls(app, ana, job.jobId) };
}

/** The sheets of the row's workbook, as the customer downloads it. */
export async function sheetsOf(ana: Customer, { jobId }: JobDetail): Promise<Record<string, unknown[][]>> {
  const [row] = await ana.rows(jobId);
  const url = row?.documents.find(({ name }) => name.endsWith('.xlsx'))?.url ?? '';
  const book = read((await ana.get(url)).bytes);
  return Object.fromEntries(
    Object.entries(book.Sheets).map(([name, sheet]) => [name, utils.sheet_to_json(sheet, { header: 1 })]),
  );
}

/** Files of the ZIP of the whole job, by the end of their name. */
export async function downloadOf(ana: Customer, { downloadUrl }: JobDetail) {
  const zip = await unzip((await ana.get(downloadUrl ?? '')).bytes);
  return (end: string): Buffer | undefined => [...zip].find(([name]) => name.endsWith(end))?.[1];
}
