/** A customer corrects the tables of a converted PDF; the next PDF of the layout is corrected alike. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import type { ShownKeptLayout } from '#contracts/jobs/kept-layouts.ts';
import type { TablesChange } from '#contracts/jobs/pdf-tables.ts';
import { limits } from '#contracts/limits.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { cartons, goods } from '#tests/harness/table-samples.ts';
import { converted, downloadOf, order, pageOf, sheetsOf, signed, tableCalls } from './table-calls.ts';

const app = await startAppWithWorkers();
const { db } = app.deps;

describe('corrections', () => {
  const corrections: TablesChange['corrections'] = [
    { table: '1-1', operation: { kind: 'text', row: 1, column: 0, was: 'Shirt', text: 'T-shirt' } },
    { table: '1-1', operation: { kind: 'joinColumns', column: 1 } },
    { table: '1-2', operation: { kind: 'removeRow', row: 3 } },
  ];
  const corrected = { dropped: [], drawn: [], corrections };

  test('a view shows each exported table with its confidence and doubts, before its corrections', async () => {
    const { calls } = await converted(app);
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
    const { ana, job, calls } = await converted(app);
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
    const { ana, job, calls } = await converted(app);
    const joins = [{ part: '1-2', isContinued: true }];
    const [table, ...others] = pageOf(await calls.change({ dropped: [], drawn: [], joins })).tables;
    expect(others).toEqual([]);
    expect(table).toMatchObject({ parts: ['1-1', '1-2'], rowCount: 8 });
    expect(table?.before.rows.at(-1)).toEqual(['C-3', '19.5', '']);
    await calls.export({ dropped: [], drawn: [], joins });
    expect(Object.keys(await sheetsOf(ana, job))).toEqual(['p1_t1', 'Info']);
  });

  test('a drawn table is corrected by its own number, whichever tables are drawn before it', async () => {
    const { calls } = await converted(app);
    const drawn = [{ ...signed, id: 7 }];
    const text = { kind: 'text', row: 0, column: 0, was: 'Signed', text: 'Agreed' } as const;
    const layout = { dropped: [], drawn, corrections: [{ table: 'd7', operation: text }] };
    const { tables } = pageOf(await calls.change(layout, 2));
    expect(tables).toMatchObject([{ key: 'd7', before: { rows: [['Signed', 'Dhaka']] } }]);
  });

  test('too many corrections, too long texts and unknown operations are rejected', async () => {
    const { calls } = await converted(app);
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
    const { ana, job, calls } = await converted(app);
    await calls.export(change);
    await calls.export(change);
    const [layout, ...others] = await layoutsOf(ana);
    expect(others).toEqual([]);
    expect(layout).toMatchObject({ fileName: 'order.pdf', headings: ['item', 'qty', 'price'] });

    const next = await ana.converted(await order('next.pdf'));
    expect((await sheetsOf(ana, next))['p1_t1']?.[0]).toEqual(['Item', 'Qty']);
    const [row] = await ana.rows(next.jobId);
    expect(JSON.stringify(row)).toContain('Your corrections of');
    const page = pageOf(await tableCalls(app, ana, next.jobId).view());
    expect(page.layout).toMatchObject({
      corrections: [removed],
      kept: { id: layout?.id, fileName: 'order.pdf' },
    });
    expect((await sheetsOf(ana, job))['p1_t1']?.[0]).toEqual(['Item', 'Qty']);

    // Taken back for this document: its files are as they were read, and the layout stays kept.
    const answer = await tableCalls(app, ana, next.jobId).export({ dropped: [], drawn: [] });
    expect(answer.body).toMatchObject({ exported: { tables: 2 } });
    expect((await sheetsOf(ana, next))['p1_t1']?.[0]).toEqual(['Item', 'Qty', 'Price']);
    expect(await layoutsOf(ana)).toHaveLength(1);
  });

  test('corrections that are not to be remembered change only this PDF, and kept ones stay unchanged', async () => {
    const { ana, job, calls } = await converted(app);
    const forgotten: TablesChange = { ...change, isRemembered: false };
    await calls.change(forgotten);
    expect(pageOf(await calls.view()).layout).toMatchObject({ isRemembered: false });
    await calls.export(forgotten);
    expect((await sheetsOf(ana, job))['p1_t1']?.[0]).toEqual(['Item', 'Qty']);
    expect(await layoutsOf(ana)).toEqual([]);
    const next = await ana.converted(await order('next.pdf'));
    expect((await sheetsOf(ana, next))['p1_t1']?.[0]).toEqual(['Item', 'Qty', 'Price']);

    await calls.export(change);
    const kept = await layoutsOf(ana);
    expect(kept).toHaveLength(1);
    const left: TablesChange = { dropped: ['1-2'], drawn: [], isRemembered: false };
    await tableCalls(app, ana, next.jobId).export(left);
    expect(Object.keys(await sheetsOf(ana, next))).toEqual(['p1_t1', 'Info']);
    expect(await layoutsOf(ana)).toEqual(kept);
  });

  test("kept corrections are their owner's alone: not applied, seen or deleted by another customer", async () => {
    const { ana, calls } = await converted(app);
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
    const { ana, calls } = await converted(app);
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
