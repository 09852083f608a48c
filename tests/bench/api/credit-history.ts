/** The first page of a credit history of 1,000,000 lines against one of 1,000, with its count and its sums. */
import { creditHistory } from '#api/domain/credits/credit-history.ts';
import { creditHistoryQuery } from '#contracts/credits/credit-history.ts';
import { openDatabase, type Database } from '#prisma/client.ts';
import { bulkSettings, withDatabase } from './database.ts';
import { median, report } from '../measure.ts';

const LONG_LINES = 1_000_000;
const SHORT_LINES = 1_000;
const WARM_UP = 20;
const CALLS = 200;
const FILTERED_CALLS = 3;
const CONNECTIONS = 3;

export async function benchCreditHistory(): Promise<void> {
  const seeds = [historySql('short', SHORT_LINES, 0), historySql('long', LONG_LINES, 2 * SHORT_LINES)];
  await withDatabase({ settings: bulkSettings, seeds }, async (url) => {
    const db = openDatabase(url, CONNECTIONS);
    try {
      await compare(db);
    } finally {
      await db.$disconnect();
    }
  });
}

async function compare(db: Database): Promise<void> {
  const page1 = (userId: string) => timed(db, userId, {});
  for (let call = 0; call < WARM_UP; call += 1) await Promise.all([page1('short'), page1('long')]);
  const short: number[] = [];
  const long: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    short.push(await page1('short'));
    long.push(await page1('long'));
  }
  report('credit history, page 1 of 1,000,000 lines and of 1,000 (wanted: ratio at most 3)', {
    'long ms': median(long),
    'short ms': median(short),
    ratio: median(long) / median(short),
  });
  report('credit history of 1,000,000 lines, filtered', {
    'by days ms': await medianOf(db, { dateFrom: '2026-10-01', dateTo: '2026-10-31' }),
    'by type ms': await medianOf(db, { transactionType: 'admin' }),
    'search ms': await medianOf(db, { search: 'list 4711' }),
  });
}

async function medianOf(db: Database, query: Record<string, unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < FILTERED_CALLS; call += 1) times.push(await timed(db, 'long', query));
  return median(times);
}

async function timed(db: Database, userId: string, query: Record<string, unknown>): Promise<number> {
  const begun = performance.now();
  const { history } = await creditHistory(db, userId, creditHistoryQuery.parse(query));
  if (history.length === 0) throw new Error('The history shows no line.');
  return performance.now() - begun;
}

/**
 * Writes a customer's history in bulk as the verbs would have written it: initial credits, then jobs of one credit, one
 * every 30 s. `firstId` keeps the customers' transfers apart.
 */
function historySql(user: string, lines: number, firstId: number): string {
  const start = lines * 100;
  const job = `md5('${user}-' || i)::uuid`;
  const at = `timestamptz '2026-11-21T00:00:00Z' - (${lines} - i) * interval '30 seconds'`;
  const jobs = `generate_series(1, ${lines - 1}) i`;
  const customer = `'customer:${user}'`;
  const reserved = `'reserved:${user}'`;
  return `
    BEGIN;
    -- The rules of single moves would check each of the rows; the sums below are made to fit.
    SET LOCAL session_replication_role = replica;
    INSERT INTO ledger_accounts (id, user_id, balance, lines, purchased, used) VALUES
      (${customer}, '${user}', 100, ${lines}, 0, 0), (${reserved}, '${user}', 0, 0, 0, ${start - 100});
    INSERT INTO ledger_transfers (id, key, kind, user_id, amount, description, created_at)
    SELECT ${firstId} + 1, 'adjust:${user}', 'admin_add', '${user}', ${start}, '"Credits to start with"', ${at}
    FROM generate_series(0, 0) i;
    INSERT INTO ledger_entries (transfer_id, account_id, amount, balance_after) VALUES
      (${firstId} + 1, 'platform:adjustments', -${start}, NULL), (${firstId} + 1, ${customer}, ${start}, ${start});
    INSERT INTO ledger_transfers (id, key, kind, user_id, job_id, amount, description, created_at)
    SELECT ${firstId} + 2 * i + step.after, step.kind || ':' || ${job} || ':1', step.kind, '${user}', ${job}, 100,
      jsonb_build_object('key', 'credit.job', 'params', jsonb_build_object('service', 'EXP Search', 'file', 'list ' || i || '.xlsx')), ${at}
    FROM ${jobs}, (VALUES ('reserve', 0), ('capture', 1)) AS step (kind, after);
    INSERT INTO ledger_entries (transfer_id, account_id, amount, balance_after)
    SELECT ${firstId} + 2 * i + side.after, side.account_id, side.amount,
      CASE WHEN side.account_id = ${customer} THEN ${start} - i * 100 WHEN side.account_id = ${reserved} THEN 100 * (1 - side.after) END
    FROM ${jobs}, (VALUES (0, ${customer}, -100), (0, ${reserved}, 100), (1, ${reserved}, -100), (1, 'platform:revenue', 100))
      AS side (after, account_id, amount);
    INSERT INTO reservations (id, job_id, attempt, user_id, amount, captured, created_at, settled_at)
    SELECT gen_random_uuid(), ${job}, 1, '${user}', 100, 100, ${at}, ${at} FROM ${jobs};
    COMMIT;`;
}
