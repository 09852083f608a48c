/**
 * The basis of the account's lists: days in Dhaka, filters in the address, complete exports, and files that cannot
 * execute code.
 */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import type { CreditEntry } from '#contracts/calls/credits-answers.ts';
import type { TransactionView } from '#contracts/calls/payments-answers.ts';
import { historyViewIn, isFiltered } from '#web/features/credits/history/queries.ts';
import { columnsOf } from '#web/features/credits/history/columns.ts';
import { thresholdIn } from '#web/features/credits/threshold.ts';
import { formatPercent } from '#web/lib/numbers.ts';
import { transactionViewIn } from '#web/features/payments/transactions/queries.ts';
import { transactionColumns } from '#web/features/payments/transactions/columns.ts';
import { allPages, exportPageSize, exportRecordsMax, type ListPage } from '#web/lib/all-pages.ts';
import { csvText } from '#web/lib/csv.ts';
import { isoDay, sheetDateTime } from '#web/lib/dates.ts';
import { bdtText, signedCredits } from '#web/lib/money.ts';
import { firstDayOf } from '#web/lib/periods.ts';
import { withFilters } from '#web/lib/use-filters.ts';

/** Eight in the evening in London is two in the morning of the next day in Dhaka. */
const lateEvening = new Date('2026-11-20T20:00:00Z');

const cells = (text: string): string[][] => Papa.parse<string[]>(text.replace('\uFEFF', '')).data;

type Line = { id: string };
const lines = (count: number): Line[] => Array.from({ length: count }, (_, id) => ({ id: String(id) }));
const pageOf = (all: Line[], { limit, offset }: { limit: number; offset: number }): ListPage<Line> => ({
  records: all.slice(offset, offset + limit),
  totalCount: all.length,
});

describe('a CSV file', () => {
  const written = (cell: string | number | null): string =>
    cells(csvText([cell], [{ heading: 'Cell', cell: (value) => value }]))[1]?.[0] ?? '';

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '=1+1\n=2+2',
    '=HYPERLINK("http://x","y")',
    '＝1+1',
    '＠SUM(A1)',
  ])('a CSV file has no cell that a spreadsheet would run: %j', (formula) =>
    expect(written(formula)).toBe(`'${formula}`),
  );

  it.each(['EXP Search: a-b.csv', 'a, "b"\nc', 'মাল', ''])(
    'a CSV file keeps ordinary text unchanged: %j',
    (text) => expect(written(text)).toBe(text),
  );

  it('a CSV file keeps a negative number a number and leaves missing values empty', () => {
    expect(written(-12.5)).toBe('-12.5');
    expect(written(null)).toBe('');
  });

  it('a CSV file is marked as Unicode, so that a spreadsheet shows Bengali', () => {
    expect(csvText([], [{ heading: 'মাল', cell: () => null }])).toMatch(/^\uFEFFমাল/);
  });
});

describe('an export', () => {
  it('an export reads every page and requests no page after a full last one', async () => {
    const all = lines(2 * exportPageSize);
    const asked: number[] = [];
    const found = await allPages(async (page) => {
      asked.push(page.offset);
      return pageOf(all, page);
    });
    expect(found).toEqual(all);
    expect(asked).toEqual([0, exportPageSize]);
  });

  it('an export has a line once even if a new line has moved it to the next page', async () => {
    const all = lines(exportPageSize + 5);
    const found = await allPages(async (page) => {
      const answer = pageOf(all, page);
      if (page.offset === 0) all.unshift({ id: 'new' });
      return answer;
    });
    expect(found.map(({ id }) => id)).toEqual(lines(exportPageSize + 5).map(({ id }) => id));
  });

  it('an export of too many lines for one file is refused after the first page', async () => {
    let calls = 0;
    const tooMany = allPages(async (page) => {
      calls += 1;
      return { ...pageOf(lines(exportPageSize), page), totalCount: exportRecordsMax + 1 };
    });
    await expect(tooMany).rejects.toThrow('There are 20,001 lines; one file holds at most 20,000.');
    expect(calls).toBe(1);
  });

  it('an export fails as a whole if one page fails', async () => {
    const all = lines(3 * exportPageSize);
    const broken = allPages(async (page) => {
      if (page.offset > 0) throw new Error('no connection');
      return pageOf(all, page);
    });
    await expect(broken).rejects.toThrow('no connection');
  });

  it('an export has the credits of every step of a job, the banks where there are several, and the amounts of a payment', () => {
    const entry: CreditEntry = {
      id: '7',
      date: '2026-11-20T20:00:00Z',
      type: 'usage',
      description: 'EXP Search: =cmd.csv',
      descriptionData: quote('EXP Search: =cmd.csv'),
      previousCredit: 100,
      creditsChange: -1.5,
      amountBdt: null,
      jobId: 'job-1',
      bank: null,
      open: false,
      steps: [
        { date: '2026-11-20T20:00:00Z', kind: 'reserved', credits: 2 },
        { date: '2026-11-20T20:01:00Z', kind: 'used', credits: 1.5 },
        { date: '2026-11-20T20:01:00Z', kind: 'returned', credits: 0.5 },
      ],
    };
    expect(cells(csvText([entry], columnsOf([entry])))[1]).toEqual([
      '2026-11-21 02:00',
      'Usage',
      'EXP Search: =cmd.csv',
      '100',
      '-1.5',
      '2',
      '1.5',
      '0.5',
      '',
      'job-1',
    ]);
    const bank = { key: 'delta-bank', name: 'Delta Bank', nameBn: 'ডেল্টা ব্যাংক' };
    const both = [entry, { ...entry, bank }];
    expect(cells(csvText(both, columnsOf(both))).map((line) => line.at(-1))).toEqual([
      'Bank',
      '',
      'Delta Bank',
    ]);
    const payment: TransactionView = {
      id: 't',
      transaction_id: '-DKL1',
      transaction_type: 'credit_purchase',
      amount_bdt: 500,
      credits_amount: 1000,
      payment_method: 'bkash',
      payment_status: 'completed',
      refunded_bdt: 120.5,
      receipt_number: 'CH-2026-000012',
      message: '',
      messageData: null,
      open_order: null,
      created_at: '2026-11-20T20:00:00Z',
    };
    expect(cells(csvText([payment], transactionColumns))[1]).toEqual([
      '2026-11-21 02:00',
      "'-DKL1",
      'Completed',
      'bKash',
      '500',
      '120.5',
      '1000',
      'CH-2026-000012',
      '',
    ]);
    const remarkOf = (change: Partial<TransactionView>): string | undefined =>
      cells(csvText([{ ...payment, ...change }], transactionColumns))[1]?.at(-1);
    expect(remarkOf({ payment_status: 'pending' })).toContain('Waiting for bKash');
    expect(remarkOf({ payment_status: 'pending', message: 'Held' })).toBe('Held');
  });
});

describe('filters in the address', () => {
  it('filters in the address that are unknown count as not set', () => {
    const nonsense = new URLSearchParams('days=8&status=paid&type=gift&page=-3&size=1000&search=%20%20');
    expect(transactionViewIn(nonsense)).toEqual({ filters: { period: 'all', status: 'all' }, page: 1 });
    const { filters, page, pageSize } = historyViewIn(nonsense);
    expect({ filters, page, pageSize }).toEqual({
      filters: { period: 'all', type: 'all', search: '' },
      page: 1,
      pageSize: 20,
    });
    expect(isFiltered(filters)).toBe(false);
  });

  it('filters in the address are read as they are written', () => {
    const query = new URLSearchParams('days=30&status=refunded&type=purchase&page=4&size=50&search=EXP');
    expect(transactionViewIn(query)).toEqual({ filters: { period: '30', status: 'refunded' }, page: 4 });
    expect(historyViewIn(query)).toEqual({
      filters: { period: '30', type: 'purchase', search: 'EXP' },
      page: 4,
      pageSize: 50,
    });
  });

  it('changing a filter returns to the first page and keeps the tab and the other filters', () => {
    const query = new URLSearchParams('tab=transactions&status=failed&page=3');
    expect(withFilters(query, { days: '7' }).toString()).toBe('tab=transactions&status=failed&days=7');
    expect(withFilters(query, { status: null }).toString()).toBe('tab=transactions');
    expect(withFilters(query, { page: '4' }).toString()).toBe('tab=transactions&status=failed&page=4');
  });
});

describe('days of an account', () => {
  it('the days of an account are those of Dhaka, whatever time zone the computer has', () => {
    expect(isoDay(lateEvening)).toBe('2026-11-21');
    expect(sheetDateTime(lateEvening.toISOString())).toBe('2026-11-21 02:00');
  });

  it('a period has as many days as it says, including today', () => {
    expect(firstDayOf('7', lateEvening)).toBe('2026-11-15');
    expect(firstDayOf('30', lateEvening)).toBe('2026-10-23');
    expect(firstDayOf('90', new Date('2026-03-01T00:00:00Z'))).toBe('2025-12-02');
    expect(firstDayOf('all', lateEvening)).toBeUndefined();
  });
});

describe('figures of an account', () => {
  it('a figure of an account has its sign before the number', () => {
    expect([12.5, -0.5, 0].map(signedCredits)).toEqual(['+12.50', '−0.50', '0.00']);
    expect(bdtText(-120)).toBe('−৳120.00');
  });

  it('a small share is never shown as nothing', () => {
    expect([100, 62.5, 33.333, 0.04, 0].map(formatPercent)).toEqual([
      '100%',
      '62.5%',
      '33.3%',
      '<0.1%',
      '0%',
    ]);
  });

  it('a threshold is read as people type it, and invalid text is refused', () => {
    expect(['0', ' 1,500.50 ', '1000000', '৭৫.৫'].map(thresholdIn)).toEqual([0, 1500.5, 1_000_000, 75.5]);
    for (const text of ['', 'ten', '-5', '1.005', '1000000.01', '1e3']) expect(thresholdIn(text)).toBeNull();
  });
});
