/**
 * What depends on the day changes at midnight in Dhaka, which is 18:00 UTC: figures of today, days and months of lists,
 * receipts, the runs of schedules, and the periods of claims and reports.
 */
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { usageByDay } from '#api/domain/credits/usage-days.ts';
import { creditHistory } from '#api/domain/credits/credit-history.ts';
import { reserve, settle, verifyLedger } from '#api/domain/credits/ledger.ts';
import { listTransactions } from '#api/domain/payments/transactions.ts';
import { workHistoryView } from '#api/domain/jobs/work-history.ts';
import { creditHistoryQuery } from '#contracts/credits/credit-history.ts';
import { nextRunAfter } from '#contracts/integrations/schedules.ts';
import { receiptLabel, transactionsQuery } from '#contracts/payments/transactions.ts';
import { weekdayAt } from '#contracts/portals/weekdays.ts';
import type { SheetInput } from '#services/contract.ts';
import { cashIncentiveApplicationService } from '#services/cash-incentive-application/service.ts';
import { expDuplicateReportingService } from '#services/exp-duplicate-reporting/service.ts';
import { expSearchService } from '#services/exp-search/service.ts';
import { datedSample } from '#services/families/sample-dates.ts';
import { createUser, held, settlement } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { rowOf, sampleRows } from '#tests/harness/sample-rows.ts';
import { keptJob } from './jobs/kept-jobs.ts';
import { paidPurchase } from './payments/paid-purchase.ts';

const { db } = await createTestDatabase();

/** The last day of a month, the first one of the next, and the weekday of the latter. */
const edges = [
  { name: 'November', first: '2026-11-01', day: '2026-11-30', next: '2026-12-01', weekday: 'Tuesday' },
  { name: 'a year', first: '2026-12-01', day: '2026-12-31', next: '2027-01-01', weekday: 'Friday' },
  { name: 'a February', first: '2027-02-01', day: '2027-02-28', next: '2027-03-01', weekday: 'Monday' },
  {
    name: 'a longer February',
    first: '2028-02-01',
    day: '2028-02-29',
    next: '2028-03-01',
    weekday: 'Wednesday',
  },
].map((edge) => ({
  ...edge,
  before: new Date(`${edge.day}T17:59:59.999Z`),
  after: new Date(`${edge.day}T18:00:00.000Z`),
}));

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

let purchases = 0;
const payment = (userId: string, paidAt: Date) =>
  paidPurchase(db, { userId, paidAt, amountPoisha: 50_000n, trxId: `MID${(purchases += 1)}` });

describe.each(edges)('at the end of $name', ({ first, day, next, weekday, before, after }) => {
  test('used credits count on the day and in the month in which they were charged', async () => {
    const { id: userId } = await createUser(db, { creditsHundredths: 1_000n });
    for (const [at, amount] of [
      [before, 100n],
      [after, 300n],
    ] as const) {
      const { jobId } = held(userId, amount);
      await reserve(db, held(userId, amount, jobId));
      await settle(db, settlement(jobId, amount));
      // The ledger itself always writes the present.
      await db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica');
        await tx.ledgerTransfer.updateMany({ where: { jobId }, data: { createdAt: at } });
      });
    }
    expect(await usageByDay(db, userId, { dateFrom: day, dateTo: next })).toEqual([
      { date: day, creditsUsed: 1, jobs: 1 },
      { date: next, creditsUsed: 3, jobs: 1 },
    ]);
    const month = await usageByDay(db, userId, { dateFrom: first, dateTo: day });
    expect(month).toHaveLength(Number(day.slice(-2)));
    expect(month.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0)).toBe(1);
    const { history } = await creditHistory(
      db,
      userId,
      creditHistoryQuery.parse({ dateFrom: first, dateTo: day }),
    );
    // The customer's first credits were added today.
    const used = history.flatMap(({ creditsChange }) => (creditsChange < 0 ? [creditsChange] : []));
    expect(used).toEqual([-1]);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('a payment is listed in the month of its day', async () => {
    const { id: userId } = await createUser(db);
    const [last, following] = [await payment(userId, before), await payment(userId, after)];
    const ids = async (query: object) =>
      (await listTransactions(db, userId, transactionsQuery.parse(query), after)).transactions.map(
        ({ id }) => id,
      );
    expect(await ids({ dateFrom: first, dateTo: day })).toEqual([last.transactionId]);
    expect(await ids({ dateFrom: next })).toEqual([following.transactionId]);
  });

  test('the number of a receipt has the year of the payment', () => {
    expect([receiptLabel(7, before), receiptLabel(8, after)]).toEqual([
      `CH-${day.slice(0, 4)}-000007`,
      `CH-${next.slice(0, 4)}-000008`,
    ]);
  });

  test('the tasks of today are those since midnight', async () => {
    const { id } = await createUser(db);
    await keptJob(db, { id }, { createdAt: new Date(before.getTime() - DAY_MS + 1) });
    await keptJob(db, { id }, { createdAt: before });
    const today = async (now: Date) =>
      (await workHistoryView(db, { id }, { page: 1, limit: 3 }, now)).summary;
    expect(await today(before)).toMatchObject({ todaysTasks: 2, totalProcesses: 2 });
    expect(await today(after)).toMatchObject({ todaysTasks: 0, totalProcesses: 2 });
    await keptJob(db, { id }, { createdAt: after });
    expect(await today(after)).toMatchObject({ todaysTasks: 1, totalProcesses: 3 });
  });

  test('a schedule at midnight or in the last minute of the day runs next at that time', () => {
    expect(nextRunAfter(0, before)).toEqual(after);
    expect(nextRunAfter(0, after)).toEqual(new Date(after.getTime() + DAY_MS));
    expect(nextRunAfter(24 * 60 - 1, after)).toEqual(new Date(after.getTime() + DAY_MS - 60_000));
  });

  test('the weekday of opening hours is that of Dhaka', () => {
    expect(weekdayAt(after)).toBe(weekday.toLowerCase());
    expect(weekdayAt(before)).not.toBe(weekday.toLowerCase());
  });

  test('a claim of the cash incentive is in time until the midnight that ends its last day', () => {
    const { id, input }: { id: string; input: SheetInput } = cashIncentiveApplicationService;
    const realised = { realisation_date: daysBefore(day, 180) };
    const claim = { ...rowOf(id, sampleRows(id)[0] ?? {}), ...realised };
    const refused = (now: Date) => input.check?.(claim, now).map(({ column }) => column);
    expect(refused(before)).not.toContain('realisation_date');
    expect(refused(after)).toContain('realisation_date');
  });

  test('a duplicate is reported in time until the midnight that ends its last day', () => {
    const { id, input }: { id: string; input: SheetInput } = expDuplicateReportingService;
    const report = { ...rowOf(id, sampleRows(id)[0] ?? {}), shipment_date: daysBefore(day, 14) };
    const late = (now: Date) => input.warn?.(report, now).map(({ column }) => column);
    expect(late(before)).not.toContain('shipment_date');
    expect(late(after)).toContain('shipment_date');
  });

  test('a missing year and the days of samples are those of Dhaka', () => {
    const { input }: { input: SheetInput } = expSearchService;
    const years = [before, after].map((now) => input.complete?.({ exp_serial: '1' }, now)['exp_year']);
    expect(years).toEqual([day.slice(0, 4), next.slice(0, 4)]);
    expect([before, after].map((now) => datedSample('{today-0} {today-1}', now))).toEqual([
      `${day} ${daysBefore(day, 1)}`,
      `${next} ${day}`,
    ]);
  });
});
