/**
 * A customer checks the tables of a converted PDF, drops and draws some, and exports them again without paying again.
 */
import { randomUUID } from 'node:crypto';
import { read, utils } from '@e965/xlsx';
import { describe, expect, test, vi } from 'vitest';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { pageFilesOf } from '#api/domain/jobs/pdf-table-files.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobDetail } from '#contracts/calls/jobs-answers.ts';
import type { ShownKeptLayout } from '#contracts/jobs/kept-layouts.ts';
import { limits } from '#contracts/limits.ts';
import {
  tablesPage,
  unchangedLayout,
  type TablesChange,
  type TablesPage,
} from '#contracts/jobs/pdf-tables.ts';
import { fixture, newCustomer, pdf, zipOf, type Customer } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { pdfOf } from '#tests/unit/pdf/pdf-maker.ts';
import { scanOf } from '#tests/unit/pdf/scan-maker.ts';

const app = await startAppWithWorkers();
const { db, files } = app.deps;
/** A page is recognised twice: by the job and for the view. */
const SCAN_MS = 180_000;

const goods = [
  ['Item', 'Qty', 'Price'],
  ['Shirt', '12', '4.50'],
  ['Cap', '30', '2.10'],
  ['Sock', '41', '0.95'],
];
const cartons = [
  ['Carton', 'Net kg'],
  ['C-1', '20.5'],
  ['C-2', '21.0'],
  ['C-3', '19.5'],
];
/** Two tables on the first page, and text that is no table on the second. */
async function order(name = 'order.pdf'): Promise<File> {
  const bytes = await pdfOf([
    [
      { rows: goods, ruled: true },
      { rows: cartons, ruled: true, y: 400 },
    ],
    [{ rows: [['Signed', 'Dhaka']], ruled: false }],
  ]);
  return new File([new Uint8Array(bytes)], name);
}
const signed = { page: 2, box: { x0: 40, y0: 40, x1: 400, y1: 120 }, columns: [135], replaces: null };

function tableCalls(ana: Customer, jobId: string, rowNumber = 1) {
  const path = `/api/jobs/${jobId}/rows/${rowNumber}/tables`;
  const put = (body: object) => app.request(path, { method: 'PUT', json: body, cookie: ana.cookie });
  const export_ = (layout: TablesChange) => app.post(`${path}/export`, { layout }, ana.cookie);
  return {
    path,
    view: (page = 1) => app.get(`${path}?page=${page}`, ana.cookie),
    picture: (page = 1) => app.get(`${path}/pages/${page}`, ana.cookie),
    change: (layout: TablesChange, page = 1) => put({ page, layout }),
    export: export_,
  };
}

const pageOf = ({ body }: { body: Record<string, unknown> }): TablesPage => tablesPage.parse(body);

async function converted(file?: File) {
  const ana = await newCustomer(app);
  const job = await ana.converted(file ?? (await order()));
  return { ana, job, calls: tableCalls(ana, job.jobId) };
}

/** The sheets of the row's workbook, as the customer downloads it. */
async function sheetsOf(ana: Customer, { jobId }: JobDetail): Promise<Record<string, unknown[][]>> {
  const [row] = await ana.rows(jobId);
  const url = row?.documents.find(({ name }) => name.endsWith('.xlsx'))?.url ?? '';
  const book = read((await ana.get(url)).bytes);
  return Object.fromEntries(
    Object.entries(book.Sheets).map(([name, sheet]) => [name, utils.sheet_to_json(sheet, { header: 1 })]),
  );
}

async function documentsOf(ana: Customer, jobId: string): Promise<string[][]> {
  return (await ana.rows(jobId)).map(({ documents }) => documents.map(({ name }) => name));
}

/** Files of the ZIP of the whole job, by the end of their name. */
async function downloadOf(ana: Customer, { downloadUrl }: JobDetail) {
  const zip = await unzip((await ana.get(downloadUrl ?? '')).bytes);
  return (end: string): Buffer | undefined => [...zip].find(([name]) => name.endsWith(end))?.[1];
}

async function books(ana: Customer) {
  const { costPerRow, capturedAmount, releasedAmount } = await db.job.findFirstOrThrow({
    where: { userId: ana.id },
  });
  return {
    credits: await ana.credits(),
    traces: await ana.traces(),
    job: { costPerRow, capturedAmount, releasedAmount },
    charged: (await db.jobRow.findMany({ where: { job: { userId: ana.id } } })).map((row) => row.charged),
  };
}

describe('refused calls for tables', () => {
  test("the tables of another customer's job, of another service and of a missing row are not found", async () => {
    const { job, ana } = await converted();
    const other = await newCustomer(app);
    const foreign = tableCalls(other, job.jobId);
    for (const answer of [foreign.view(), foreign.picture(), foreign.change(unchangedLayout)])
      expect(await answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await foreign.export(unchangedLayout)).toMatchObject({ status: 404 });
    expect(await tableCalls(ana, job.jobId, 2).view()).toMatchObject({ status: 404 });
    expect(await tableCalls(ana, job.jobId).view(3)).toMatchObject({ status: 404 });
    expect(await tableCalls(ana, job.jobId).picture(3)).toMatchObject({ status: 404 });
    await db.job.update({ where: { id: job.jobId }, data: { serviceId: 'ctg-port-tracking' } });
    expect(await tableCalls(ana, job.jobId).view()).toMatchObject({ status: 404 });
  });

  test('the tables of a PDF that was not converted, and so not paid, are closed', async () => {
    const { calls } = await converted(fixture('negative-01.pdf'));
    expect(await calls.view()).toMatchObject({ status: 409, body: { code: 'TABLES_CLOSED' } });
    expect(await calls.export(unchangedLayout)).toMatchObject({ status: 409 });
  });

  test('the tables of a job that runs again are closed', async () => {
    const { job, calls } = await converted();
    await db.job.update({ where: { id: job.jobId }, data: { finishedAt: null } });
    expect(await calls.view()).toMatchObject({ status: 409, body: { code: 'TABLES_CLOSED' } });
  });

  test('a layout with more tables, columns or dropped names than allowed, or with an invalid area, is rejected', async () => {
    const { calls } = await converted();
    const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
    const { box } = signed;
    const wrong: TablesChange[] = [
      { dropped: [], drawn: many(limits.tablesDrawnMax + 1, signed) },
      { dropped: [], drawn: [{ ...signed, columns: many(limits.columnsDrawnMax, 100) }] },
      { dropped: many(limits.tablesDroppedMax + 1, '1-1'), drawn: [] },
      { dropped: ['../../secret'], drawn: [] },
      { dropped: [], drawn: [{ ...signed, box: { ...box, x1: box.x0 } }] },
      { dropped: [], drawn: [{ ...signed, box: { ...box, y0: -1 } }] },
      { dropped: [], drawn: [{ ...signed, page: limits.pdfPagesMax + 1 }] },
    ];
    for (const layout of wrong) {
      expect(await calls.change(layout)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(await calls.export(layout)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
    expect(pageOf(await calls.view()).layout).toEqual(unchangedLayout);
  });

  test('an export without any table is refused, and the first files stay', async () => {
    const { ana, job, calls } = await converted();
    const before = await sheetsOf(ana, job);
    const answer = await calls.export({ dropped: ['1-1', '1-2'], drawn: [] });
    expect(answer).toMatchObject({ status: 409, body: { code: 'TABLES_LEFT_OUT' } });
    expect(await sheetsOf(ana, job)).toEqual(before);
  });

  test('the exports of one job are limited per hour', async () => {
    const { ana, job, calls } = await converted();
    await calls.export(unchangedLayout);
    await db.rateLimit.updateMany({
      where: { key: { startsWith: 'tableExportPerJob' } },
      data: { points: 60 },
    });
    expect(await calls.export(unchangedLayout)).toMatchObject({ status: 429 });
    expect(await documentsOf(ana, job.jobId)).toHaveLength(1);
  });

  test('a view is answered with 503 if its workflow cannot start, and the next try succeeds', async () => {
    const { calls } = await converted();
    const start = vi.spyOn(app.deps.temporal.workflow, 'start').mockRejectedValueOnce(new Error('away'));
    expect(await calls.view()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    start.mockRestore();
    expect(await calls.view()).toMatchObject({ status: 200 });
  });

  test('a view that takes too long is answered within a bound, and the next try succeeds', async () => {
    const { calls } = await converted();
    const start = vi.spyOn(app.deps.temporal.workflow, 'start');
    const isAsked = new Promise<void>((resolve) => {
      start.mockImplementationOnce(async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        resolve();
        return { result: () => new Promise(() => undefined) } as never;
      });
    });
    const answer = calls.view();
    await isAsked;
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await answer).toMatchObject({ status: 503, body: { code: 'TABLES_NOT_READY' } });
    start.mockRestore();
    expect(await calls.view()).toMatchObject({ status: 200 });
  });
});

describe("the retention of a PDF's pictures", () => {
  test('the pictures of a PDF are deleted with it after a day, while the results stay [pictures-are-deleted]', async () => {
    const { ana, job, calls } = await converted();
    expect(await calls.picture()).toMatchObject({ status: 200 });
    const place = `${pageFilesOf(job.jobId)}/1`;
    expect(await files.has(`${place}/page-1.png`)).toBe(true);
    const clock = () => new Date(Date.now() + limits.uploadRetentionMs + 3_600_000);
    await housekeepingActivities({ ...app.deps, clock }).deleteExpired();
    for (const name of ['page-1.png', 'overview.json', 'page-1.json', 'contents-1.json'])
      expect(await files.has(`${place}/${name}`), name).toBe(false);
    await db.session.updateMany({
      where: { userId: ana.id },
      data: { expiresAt: new Date(Date.now() + limits.sessionMs) },
    });
    for (const answer of [calls.view(), calls.picture(), calls.export(unchangedLayout)])
      expect(await answer).toMatchObject({ status: 410, body: { code: 'UPLOAD_EXPIRED' } });
    expect(Object.keys(await sheetsOf(ana, job))).toEqual(['p1_t1', 'p1_t2', 'Info']);
  });
});

describe('a view of tables', () => {
  test('a view shows the grid of each table as it is exported, and its place on the page', async () => {
    const { calls } = await converted();
    const page = pageOf(await calls.view());
    expect(page).toMatchObject({ page: 1, pageCount: 2, tablesByPage: { 1: 2, 2: 0 } });
    expect(page.size).toEqual({ width: 595, height: 842 });
    expect(page.found.map(({ name, rows }) => [name, rows])).toEqual([
      ['1-1', goods],
      ['1-2', cartons],
    ]);
    const [table] = page.found;
    expect(table?.columns).toHaveLength(2);
    expect(table?.rowTops).toHaveLength(4);
    expect(table?.box.x0).toBeCloseTo(50, 0);
    expect(table?.box.y0).toBeCloseTo(842 - 780, 0);
    expect(pageOf(await calls.view(2)).found).toEqual([]);
  });

  test('the picture of a page is made once, and only its owner gets it', async () => {
    const { job, calls } = await converted();
    const first = await calls.picture();
    expect(first.headers.get('content-type')).toBe('image/png');
    expect(first.headers.get('cache-control')).toContain('private');
    expect(first.bytes.subarray(1, 4).toString()).toBe('PNG');
    const put = vi.spyOn(files, 'put');
    expect((await calls.picture()).bytes.equals(first.bytes)).toBe(true);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
    expect(await app.get(`/api/jobs/${job.jobId}/rows/1/tables/pages/1`)).toMatchObject({ status: 401 });
  });

  test('several simultaneous views of one PDF all succeed', async () => {
    const { calls } = await converted();
    const answers = await Promise.all([calls.view(), calls.view(2), calls.view(), calls.picture()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

test(
  'a scanned page can be viewed and exported like any other, and stays marked as a scan',
  async () => {
    const bytes = await scanOf(await pdfOf([[{ rows: goods, ruled: true }]]));
    const { ana, job, calls } = await converted(new File([new Uint8Array(bytes)], 'scan.pdf'));
    await until('the scan to be read', async () => (await calls.view()).status === 200);
    const page = pageOf(await calls.view());
    expect(page.found.map(({ rows }) => rows)).toEqual([goods]);
    expect((await calls.picture()).status).toBe(200);
    const before = await sheetsOf(ana, job);
    expect(await calls.export(unchangedLayout)).toMatchObject({ status: 200 });
    expect(await sheetsOf(ana, job)).toEqual(before);
    expect(JSON.stringify(before['Info'])).toContain('OCR');
  },
  SCAN_MS,
);

describe('a changed layout', () => {
  test('a changed layout is still there after a reload, and a drawn table has its grid', async () => {
    const { calls } = await converted();
    const layout = { dropped: ['1-2'], drawn: [signed] };
    const changed = pageOf(await calls.change(layout, 2));
    expect(changed.drawn).toMatchObject([{ rows: [['Signed', 'Dhaka']], columns: [135] }]);
    expect(pageOf(await calls.view(2))).toEqual(changed);
    expect(pageOf(await calls.view())).toMatchObject({ layout, drawn: [] });
  });

  test('a drawn table without text is accepted, and the page says that it is empty', async () => {
    const { calls } = await converted();
    const empty = { ...signed, box: { x0: 40, y0: 600, x1: 400, y1: 700 }, columns: null };
    expect(pageOf(await calls.change({ dropped: [], drawn: [empty] }, 2)).drawn).toEqual([null]);
  });

  test('a changed layout does not affect the files before it is exported', async () => {
    const { ana, job, calls } = await converted();
    await calls.change({ dropped: ['1-1'], drawn: [] });
    expect(Object.keys(await sheetsOf(ana, job))).toEqual(['p1_t1', 'p1_t2', 'Info']);
  });
});

describe('corrections', () => {
  const corrections: TablesChange['corrections'] = [
    { table: '1-1', operation: { kind: 'text', row: 1, column: 0, was: 'Shirt', text: 'T-shirt' } },
    { table: '1-1', operation: { kind: 'joinColumns', column: 1 } },
    { table: '1-2', operation: { kind: 'removeRow', row: 3 } },
  ];
  const corrected = { dropped: [], drawn: [], corrections };

  test('a view shows each exported table with its confidence and doubts, before its corrections', async () => {
    const { calls } = await converted();
    const [first, second] = pageOf(await calls.view()).tables;
    expect(first).toMatchObject({
      key: '1-1',
      name: 'p1_t1',
      parts: ['1-1'],
      rowCount: 4,
      startRow: 0,
      before: { rows: goods, merges: [], headerRows: 1 },
      doubts: [],
      ocrConfidence: null,
    });
    expect(second).toMatchObject({ key: '1-2', before: { rows: cartons } });
    expect(pageOf(await calls.view(2)).tables).toEqual([]);
  });

  test('corrections are stored, shown after a reload, and exported as they were shown', async () => {
    const { ana, job, calls } = await converted();
    const changed = pageOf(await calls.change(corrected));
    expect(changed.layout.corrections).toEqual(corrections);
    expect(changed.tables.map(({ before }) => before.rows)).toEqual([goods, cartons]);
    expect(pageOf(await calls.change(corrected))).toEqual(changed);
    expect(pageOf(await calls.view())).toEqual(changed);
    const exported = await calls.export(corrected);
    expect(exported.body).toMatchObject({ exported: { tables: 2, rows: 7 } });
    expect((await calls.export(corrected)).body).toEqual(exported.body);
    const sheets = await sheetsOf(ana, job);
    expect(sheets['p1_t1']?.slice(0, 2)).toEqual([
      ['Item', 'Qty Price'],
      ['T-shirt', '12 4.50'],
    ]);
    expect(sheets['p1_t2']).toHaveLength(3);
    expect((await downloadOf(ana, job))('order_p1_t1.csv')?.toString()).toContain('T-shirt,12 4.50');
  });

  test('a table that the customer joins to the one before continues it', async () => {
    const { ana, job, calls } = await converted();
    const joins = [{ part: '1-2', isContinued: true }];
    const [table, ...others] = pageOf(await calls.change({ dropped: [], drawn: [], joins })).tables;
    expect(others).toEqual([]);
    expect(table).toMatchObject({ parts: ['1-1', '1-2'], rowCount: 8 });
    expect(table?.before.rows.at(-1)).toEqual(['C-3', '19.5', '']);
    await calls.export({ dropped: [], drawn: [], joins });
    expect(Object.keys(await sheetsOf(ana, job))).toEqual(['p1_t1', 'Info']);
  });

  test('a drawn table is corrected by its own number, whichever tables are drawn before it', async () => {
    const { calls } = await converted();
    const drawn = [{ ...signed, id: 7 }];
    const text = { kind: 'text', row: 0, column: 0, was: 'Signed', text: 'Agreed' } as const;
    const layout = { dropped: [], drawn, corrections: [{ table: 'd7', operation: text }] };
    const { tables } = pageOf(await calls.change(layout, 2));
    expect(tables).toMatchObject([{ key: 'd7', before: { rows: [['Signed', 'Dhaka']] } }]);
  });

  test('too many corrections, too long texts and unknown operations are rejected', async () => {
    const { calls } = await converted();
    const [one] = corrections;
    const many = Array.from({ length: limits.tableCorrectionsMax + 1 }, () => one);
    const long = { ...one?.operation, text: 'x'.repeat(limits.tableCellCharactersMax + 1) };
    for (const list of [
      many,
      [{ table: '1-1', operation: long }],
      [{ table: '../x', operation: one?.operation }],
    ]) {
      const layout = { dropped: [], drawn: [], corrections: list } as TablesChange;
      expect(await calls.change(layout)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
    const unknown = { dropped: [], drawn: [], corrections: [{ table: '1-1', operation: { kind: 'run' } }] };
    expect(await calls.change(unknown as unknown as TablesChange)).toMatchObject({ status: 400 });
  });
});

describe('kept corrections', () => {
  const removed = { table: '1-1', operation: { kind: 'removeColumn', column: 2 } } as const;
  const change: TablesChange = { dropped: [], drawn: [], corrections: [removed] };
  const layoutsOf = async (ana: Customer) =>
    (await app.get('/api/table-layouts', ana.cookie)).body['layouts'] as ShownKeptLayout[];

  test('the next PDF of the layout comes corrected without its page being opened, and says so', async () => {
    const { ana, job, calls } = await converted();
    await calls.export(change);
    await calls.export(change);
    const [layout, ...others] = await layoutsOf(ana);
    expect(others).toEqual([]);
    expect(layout).toMatchObject({ fileName: 'order.pdf', headings: ['item', 'qty', 'price'] });

    const next = await ana.converted(await order('next.pdf'));
    expect((await sheetsOf(ana, next))['p1_t1']?.[0]).toEqual(['Item', 'Qty']);
    const [row] = await ana.rows(next.jobId);
    expect(JSON.stringify(row)).toContain('Your corrections of');
    const page = pageOf(await tableCalls(ana, next.jobId).view());
    expect(page.layout).toMatchObject({
      corrections: [removed],
      kept: { id: layout?.id, fileName: 'order.pdf' },
    });
    expect((await sheetsOf(ana, job))['p1_t1']?.[0]).toEqual(['Item', 'Qty']);

    // Taken back for this document: its files are as they were read, and the layout stays kept.
    const answer = await tableCalls(ana, next.jobId).export({ dropped: [], drawn: [] });
    expect(answer.body).toMatchObject({ exported: { tables: 2 } });
    expect((await sheetsOf(ana, next))['p1_t1']?.[0]).toEqual(['Item', 'Qty', 'Price']);
    expect(await layoutsOf(ana)).toHaveLength(1);
  });

  test("kept corrections are their owner's alone: not applied, seen or deleted by another customer", async () => {
    const { ana, calls } = await converted();
    await calls.export(change);
    const [layout] = await layoutsOf(ana);
    const other = await newCustomer(app);
    const theirs = await other.converted(await order());
    expect((await sheetsOf(other, theirs))['p1_t1']?.[0]).toEqual(['Item', 'Qty', 'Price']);
    expect(await layoutsOf(other)).toEqual([]);
    const path = `/api/table-layouts/${layout?.id}`;
    const remove = (cookie: string) => app.request(path, { method: 'DELETE', json: {}, cookie });
    expect(await remove(other.cookie)).toMatchObject({ status: 404 });
    expect(await layoutsOf(ana)).toHaveLength(1);
    expect(await remove(ana.cookie)).toMatchObject({ status: 200 });
    expect(await remove(ana.cookie)).toMatchObject({ status: 404 });
    const next = await ana.converted(await order('next.pdf'));
    expect((await sheetsOf(ana, next))['p1_t1']?.[0]).toEqual(['Item', 'Qty', 'Price']);
  });

  test('a kept layout that no PDF used for a year is deleted, and the number of them is bounded', async () => {
    const { ana, calls } = await converted();
    const now = new Date();
    const rules = { marks: [], tables: [] };
    await db.keptTableLayout.createMany({
      data: Array.from({ length: limits.keptLayoutsMax }, (_, index) => {
        const at = new Date(now.getTime() - (index + 1) * 60_000);
        return { id: randomUUID(), userId: ana.id, fileName: 'old.pdf', rules, correctedAt: at, usedAt: at };
      }),
    });
    await calls.export(change);
    const layouts = await layoutsOf(ana);
    expect(layouts).toHaveLength(limits.keptLayoutsMax);
    expect(layouts[0]).toMatchObject({ fileName: 'order.pdf' });
    const clock = () => new Date(Date.now() + limits.keptLayoutRetentionMs + 60_000);
    await housekeepingActivities({ ...app.deps, clock }).deleteExpired();
    expect(await db.keptTableLayout.count({ where: { userId: ana.id } })).toBe(0);
  });
});

describe('an export', () => {
  test('an export holds the remaining and the drawn tables, and costs nothing [drawn-tables-are-free]', async () => {
    const { ana, job, calls } = await converted();
    const before = await books(ana);
    const columnsOf = pageOf(await calls.view()).found[0]!;
    const narrower = { page: 1, box: columnsOf.box, columns: [columnsOf.columns[0]!], replaces: '1-1' };
    const answer = await calls.export({ dropped: ['1-2'], drawn: [narrower, signed] });
    expect(answer.body).toMatchObject({ success: true, exported: { tables: 2, rows: 5 } });

    const sheets = await sheetsOf(ana, job);
    expect(Object.keys(sheets)).toEqual(['p1_t1', 'p2_t1', 'Info']);
    expect(sheets['p1_t1']?.[1]).toEqual(['Shirt', '12 4.50']);
    expect(sheets['p2_t1']).toEqual([['Signed', 'Dhaka']]);
    expect(await documentsOf(ana, job.jobId)).toEqual([
      ['order.xlsx', 'order_p1_t1.csv', 'order_p2_t1.csv', 'order.json'],
    ]);
    const downloaded = await downloadOf(ana, job);
    expect(downloaded('p1_t2.csv')).toBeUndefined();
    expect(downloaded('order_p2_t1.csv')?.toString()).toContain('Signed,Dhaka');
    expect((await ana.rows(job.jobId))[0]).toMatchObject({
      outcome: 'SUCCESS',
      charged: true,
      values: { tables: 2, rows: 5 },
    });
    expect((await ana.job(job.jobId)).events.at(-1)).toMatchObject({ kind: 'exported' });
    expect(await books(ana)).toEqual(before);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('an export keeps the deletion date of the files, and leaves no replaced file behind', async () => {
    const { ana, job, calls } = await converted();
    const stored = await db.jobFile.findMany({
      where: { jobId: job.jobId, name: { endsWith: 'p1_t2.csv' } },
    });
    expect(stored).toHaveLength(1);
    await calls.export({ dropped: ['1-2'], drawn: [] });
    expect(await files.has(stored[0]!.fileKey)).toBe(false);
    expect((await ana.job(job.jobId)).expiresAt).toBe(job.expiresAt);
  });

  test('two simultaneous exports of one layout have one result', async () => {
    const { ana, job, calls } = await converted();
    const layout = { dropped: ['1-1'], drawn: [] };
    const answers = await Promise.all([calls.export(layout), calls.export(layout)]);
    for (const { body } of answers) expect(body).toMatchObject({ exported: { tables: 1, rows: 4 } });
    expect(Object.keys(await sheetsOf(ana, job))).toEqual(['p1_t1', 'Info']);
    const { events } = await ana.job(job.jobId);
    expect(events.filter(({ kind }) => kind === 'exported')).toHaveLength(1);
  });

  test('two simultaneous exports of different layouts end with the files of one of them', async () => {
    const { ana, job, calls } = await converted();
    const answers = await Promise.all([
      calls.export({ dropped: ['1-1'], drawn: [] }),
      calls.export({ dropped: [], drawn: [signed] }),
    ]);
    expect(answers.map(({ body }) => body['exported'])).toEqual([
      { tables: 1, rows: 4 },
      { tables: 3, rows: 9 },
    ]);
    const names = (await documentsOf(ana, job.jobId))[0] ?? [];
    const sheets = Object.keys(await sheetsOf(ana, job)).filter((name) => name !== 'Info');
    expect(names.filter((name) => name.endsWith('.csv'))).toEqual(sheets.map((name) => `order_${name}.csv`));
  });

  test('an export of one PDF of a ZIP leaves the others unchanged, and updates the counts of the overall list', async () => {
    const ana = await newCustomer(app);
    const job = await ana.converted(await zipOf('orders.zip', [await order('a.pdf'), pdf('b.pdf')]), 2);
    const [, other] = await documentsOf(ana, job.jobId);
    const { body } = await tableCalls(ana, job.jobId, 1).export({ dropped: ['1-2'], drawn: [] });
    expect(body).toMatchObject({ exported: { tables: 1, rows: 4 } });
    expect(await documentsOf(ana, job.jobId)).toEqual([['a.xlsx', 'a_p1_t1.csv', 'a.json'], other]);
    const downloaded = await downloadOf(ana, job);
    const result = read(downloaded('result.xlsx')).Sheets;
    const cells = Object.values(result).flatMap((sheet) =>
      utils.sheet_to_json<string[]>(sheet, { header: 1 }),
    );
    expect(cells.find((row) => row.includes('a.pdf'))).toEqual(expect.arrayContaining([2, 1, 4]));
  });
});
