/**
 * A customer checks the tables of a converted PDF, drops and draws some, and exports them again without paying again.
 */
import { read, utils } from '@e965/xlsx';
import { describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { pageFilesOf } from '#api/domain/jobs/pdf-table-files.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { limits } from '#contracts/limits.ts';
import { unchangedLayout, type TablesChange } from '#contracts/jobs/pdf-tables.ts';
import { fixture, newCustomer, pdf, zipOf, type Customer } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { pdfOf } from '#tests/unit/pdf/pdf-maker.ts';
import { scanOf } from '#tests/unit/pdf/scan-maker.ts';
import { cartons, goods } from '#tests/harness/table-samples.ts';
import { converted, downloadOf, order, pageOf, sheetsOf, signed, tableCalls } from './table-calls.ts';

const app = await startAppWithWorkers();
const { db, files } = app.deps;
/** A page is recognised twice: by the job and for the view. */
const SCAN_MS = 180_000;

async function documentsOf(ana: Customer, jobId: string): Promise<string[][]> {
  return (await ana.rows(jobId)).map(({ documents }) => documents.map(({ name }) => name));
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
    const { job, ana } = await converted(app);
    const other = await newCustomer(app);
    const foreign = tableCalls(app, other, job.jobId);
    for (const answer of [foreign.view(), foreign.picture(), foreign.change(unchangedLayout)])
      expect(await answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await foreign.export(unchangedLayout)).toMatchObject({ status: 404 });
    expect(await tableCalls(app, ana, job.jobId, 2).view()).toMatchObject({ status: 404 });
    expect(await tableCalls(app, ana, job.jobId).view(3)).toMatchObject({ status: 404 });
    expect(await tableCalls(app, ana, job.jobId).picture(3)).toMatchObject({ status: 404 });
    await db.job.update({ where: { id: job.jobId }, data: { serviceId: 'ctg-port-tracking' } });
    expect(await tableCalls(app, ana, job.jobId).view()).toMatchObject({ status: 404 });
  });

  test('the tables of a PDF that was not converted, and so not paid, are closed', async () => {
    const { calls } = await converted(app, fixture('negative-01.pdf'));
    expect(await calls.view()).toMatchObject({ status: 409, body: { code: 'TABLES_CLOSED' } });
    expect(await calls.export(unchangedLayout)).toMatchObject({ status: 409 });
  });

  test('the tables of a job that runs again are closed', async () => {
    const { job, calls } = await converted(app);
    await db.job.update({ where: { id: job.jobId }, data: { finishedAt: null } });
    expect(await calls.view()).toMatchObject({ status: 409, body: { code: 'TABLES_CLOSED' } });
  });

  test('a layout with more tables, columns or dropped names than allowed, or with an invalid area, is rejected', async () => {
    const { calls } = await converted(app);
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
    const { ana, job, calls } = await converted(app);
    const before = await sheetsOf(ana, job);
    const answer = await calls.export({ dropped: ['1-1', '1-2'], drawn: [] });
    expect(answer).toMatchObject({ status: 409, body: { code: 'TABLES_LEFT_OUT' } });
    expect(await sheetsOf(ana, job)).toEqual(before);
  });

  test('the exports of one job are limited per hour', async () => {
    const { ana, job, calls } = await converted(app);
    await calls.export(unchangedLayout);
    await db.rateLimit.updateMany({
      where: { key: { startsWith: 'tableExportPerJob' } },
      data: { points: 60 },
    });
    expect(await calls.export(unchangedLayout)).toMatchObject({ status: 429 });
    expect(await documentsOf(ana, job.jobId)).toHaveLength(1);
  });

  test('a view is answered with 503 if its workflow cannot start, and the next try succeeds', async () => {
    const { calls } = await converted(app);
    const start = vi.spyOn(app.deps.temporal.workflow, 'start').mockRejectedValueOnce(new Error('away'));
    expect(await calls.view()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    start.mockRestore();
    expect(await calls.view()).toMatchObject({ status: 200 });
  });

  test('a view that takes too long is answered within a bound, and the next try succeeds', async () => {
    const { calls } = await converted(app);
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
    const { ana, job, calls } = await converted(app);
    expect(await calls.picture()).toMatchObject({ status: 200 });
    const place = `${pageFilesOf(job.jobId)}/1`;
    expect(await files.has(`${place}/page-1.png`)).toBe(true);
    const clock = () => new Date(Date.now() + limits.uploadRetentionMs + HOUR_MS);
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
    const { calls } = await converted(app);
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

  test('the picture of a page is made once, and only the job’s owner can read it', async () => {
    const { job, calls } = await converted(app);
    const first = await calls.picture();
    expect(first.headers.get('content-type')).toBe('image/png');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.bytes.subarray(1, 4).toString()).toBe('PNG');
    const put = vi.spyOn(files, 'put');
    expect((await calls.picture()).bytes.equals(first.bytes)).toBe(true);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
    expect(await app.get(`/api/jobs/${job.jobId}/rows/1/tables/pages/1`)).toMatchObject({ status: 401 });
  });

  test('several simultaneous views of one PDF all succeed', async () => {
    const { calls } = await converted(app);
    const answers = await Promise.all([calls.view(), calls.view(2), calls.view(), calls.picture()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

test(
  'a scanned page can be viewed and exported like any other, and stays marked as a scan',
  async () => {
    const bytes = await scanOf(await pdfOf([[{ rows: goods, ruled: true }]]));
    const { ana, job, calls } = await converted(app, new File([new Uint8Array(bytes)], 'scan.pdf'));
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
    const { calls } = await converted(app);
    const layout = { dropped: ['1-2'], drawn: [signed] };
    const changed = pageOf(await calls.change(layout, 2));
    expect(changed.drawn).toMatchObject([{ rows: [['Signed', 'Dhaka']], columns: [135] }]);
    expect(pageOf(await calls.view(2))).toEqual(changed);
    expect(pageOf(await calls.view())).toMatchObject({ layout, drawn: [] });
  });

  test('a drawn table has the rows between its row lines, on the page, after a reload and in the files', async () => {
    const { ana, job, calls } = await converted(app);
    const { name, box, columns, rowTops } = pageOf(await calls.view()).found[0]!;
    const rowLines = [rowTops[1]!, rowTops[3]!];
    const layout = { dropped: ['1-2'], drawn: [{ page: 1, box, columns, rowLines, replaces: name }] };
    const changed = pageOf(await calls.change(layout));
    const joined = [['Item', 'Qty', 'Price'], ['Shirt Cap', '12 30', '4.50 2.10'], goods[3]];
    expect(changed.drawn).toMatchObject([{ rows: joined, rowTops: [box.y0, ...rowLines] }]);
    expect(changed.tables).toMatchObject([{ before: { rows: joined } }]);
    expect(pageOf(await calls.view())).toEqual(changed);
    await calls.export(layout);
    expect((await sheetsOf(ana, job))['p1_t1']?.[1]).toEqual(['Shirt Cap', '12 30', '4.50 2.10']);
    const many = Array.from({ length: limits.rowsDrawnMax }, (_, at) => at);
    const tooMany = { dropped: [], drawn: [{ ...layout.drawn[0]!, rowLines: many }] };
    expect(await calls.change(tooMany)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('a drawn table without text is accepted, and the page says that it is empty', async () => {
    const { calls } = await converted(app);
    const empty = { ...signed, box: { x0: 40, y0: 600, x1: 400, y1: 700 }, columns: null };
    expect(pageOf(await calls.change({ dropped: [], drawn: [empty] }, 2)).drawn).toEqual([null]);
  });

  test('a changed layout does not affect the files before it is exported', async () => {
    const { ana, job, calls } = await converted(app);
    await calls.change({ dropped: ['1-1'], drawn: [] });
    expect(Object.keys(await sheetsOf(ana, job))).toEqual(['p1_t1', 'p1_t2', 'Info']);
  });
});

describe('an export', () => {
  test('an export holds the remaining and the drawn tables, and costs nothing [drawn-tables-are-free]', async () => {
    const { ana, job, calls } = await converted(app);
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
    const { ana, job, calls } = await converted(app);
    const stored = await db.jobFile.findMany({
      where: { jobId: job.jobId, name: { endsWith: 'p1_t2.csv' } },
    });
    expect(stored).toHaveLength(1);
    await calls.export({ dropped: ['1-2'], drawn: [] });
    expect(await files.has(stored[0]!.fileKey)).toBe(false);
    expect((await ana.job(job.jobId)).expiresAt).toBe(job.expiresAt);
  });

  test('two simultaneous exports of one layout have one result', async () => {
    const { ana, job, calls } = await converted(app);
    const layout = { dropped: ['1-1'], drawn: [] };
    const answers = await Promise.all([calls.export(layout), calls.export(layout)]);
    for (const { body } of answers) expect(body).toMatchObject({ exported: { tables: 1, rows: 4 } });
    expect(Object.keys(await sheetsOf(ana, job))).toEqual(['p1_t1', 'Info']);
    const { events } = await ana.job(job.jobId);
    expect(events.filter(({ kind }) => kind === 'exported')).toHaveLength(1);
  });

  test('of two simultaneous exports of different layouts, one is refused and the files are those of the other', async () => {
    const { ana, job, calls } = await converted(app);
    const answers = await Promise.all([
      calls.export({ dropped: ['1-1'], drawn: [] }),
      calls.export({ dropped: [], drawn: [signed] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'TABLES_CHANGED' });
    const names = (await documentsOf(ana, job.jobId))[0] ?? [];
    const sheets = Object.keys(await sheetsOf(ana, job)).filter((name) => name !== 'Info');
    expect(names.filter((name) => name.endsWith('.csv'))).toEqual(sheets.map((name) => `order_${name}.csv`));
  });

  test('an export of one PDF of a ZIP leaves the others unchanged, and updates the counts of the overall list', async () => {
    const ana = await newCustomer(app);
    const job = await ana.converted(await zipOf('orders.zip', [await order('a.pdf'), pdf('b.pdf')]), 2);
    const [, other] = await documentsOf(ana, job.jobId);
    const { body } = await tableCalls(app, ana, job.jobId, 1).export({ dropped: ['1-2'], drawn: [] });
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
