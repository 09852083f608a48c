/**
 * Pairs of reserve and capture per second over 1,000 customers with 8 clients, against the five statements of TPC-B (what
 * pgbench runs) on the same PostgreSQL. Both sides go through one driver with prepared statements, in turns.
 */
import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { quote } from '#contracts/messages/message.ts';
import { withDatabase } from './database.ts';
import { median, report } from '../measure.ts';

const CLIENTS = 8;
const CUSTOMERS = 1_000;
const ROUND_MS = 5_000;
const WARM_UP_MS = 2_000;
const ROUNDS = 5;
/** pgbench's own proportions at scale 10. */
const BRANCHES = 10;
const TELLERS = 100;
const ACCOUNTS = 1_000_000;

/** Plans that a session makes on empty tables read all of a table, until PostgreSQL has analysed it. */
const EARLIER_PAIRS = 5_000;
const START_CREDITS = 1_000_000_000;
/** A description is a message. */
const ABOUT = JSON.stringify(quote('EXP search: list.xlsx'));

const seed = `
  CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int, filler char(88)) WITH (fillfactor = 100);
  CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int, filler char(84)) WITH (fillfactor = 100);
  CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84)) WITH (fillfactor = 100);
  CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  INSERT INTO pgbench_branches SELECT i, 0, '' FROM generate_series(1, ${BRANCHES}) i;
  INSERT INTO pgbench_tellers SELECT i, (i - 1) / 10 + 1, 0, '' FROM generate_series(1, ${TELLERS}) i;
  INSERT INTO pgbench_accounts SELECT i, (i - 1) / 100000 + 1, 0, '' FROM generate_series(1, ${ACCOUNTS}) i;
  SELECT ledger_post('adjust:' || i, 'admin_add', 'customer-' || i, 'platform:adjustments',
    'customer:customer-' || i, ${START_CREDITS}, '${ABOUT}', 'bench')
  FROM generate_series(1, ${CUSTOMERS}) i;
  SELECT ledger_reserve(md5('job-' || i)::uuid, 1, 'customer-' || (1 + i % ${CUSTOMERS}), 100, '${ABOUT}')
  FROM generate_series(1, ${EARLIER_PAIRS}) i;
  SELECT ledger_settle(md5('job-' || i)::uuid, 1, 100, '${ABOUT}') FROM generate_series(1, ${EARLIER_PAIRS}) i;`;

export const benchLedger = (): Promise<void> => withDatabase({ seeds: [seed] }, compare);

async function compare(url: string): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const pairs: number[] = [];
  const tpcb: number[] = [];
  await ratePerSecond(clients, reserveAndCapture, WARM_UP_MS);
  await ratePerSecond(clients, tpcbTransaction, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    pairs.push(await ratePerSecond(clients, reserveAndCapture, ROUND_MS));
    tpcb.push(await ratePerSecond(clients, tpcbTransaction, ROUND_MS));
  }
  await Promise.all(clients.map((client) => client.end()));
  report('ledger pairs per second, 8 clients, 1,000 customers (wanted: ratio at least 0.6)', {
    pairs: median(pairs),
    'TPC-B': median(tpcb),
    ratio: median(pairs) / median(tpcb),
  });
}

async function ratePerSecond(
  clients: readonly pg.Client[],
  work: (client: pg.Client) => Promise<void>,
  durationMs: number,
): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const lane = async (client: pg.Client): Promise<void> => {
    while (performance.now() - begun < durationMs) {
      await work(client);
      done += 1;
    }
  };
  await Promise.all(clients.map(lane));
  return done / ((performance.now() - begun) / 1000);
}

/** The verbs as api/domain/credits/ledger.ts calls them, in two transactions, as a job does. */
async function reserveAndCapture(client: pg.Client): Promise<void> {
  const jobId = randomUUID();
  const customer = `customer-${randomInt(1, CUSTOMERS + 1)}`;
  const reserved = await client.query<{ outcome: string }>({
    name: 'reserve',
    text: 'SELECT outcome, balance FROM ledger_reserve($1::uuid, $2::integer, $3::text, $4::bigint, $5::text)',
    values: [jobId, 1, customer, 100, ABOUT],
  });
  const settled = await client.query<{ outcome: string }>({
    name: 'settle',
    text: 'SELECT outcome, captured, released, balance FROM ledger_settle($1::uuid, $2::integer, $3::bigint, $4::text)',
    values: [jobId, 1, 100, ABOUT],
  });
  const outcomes = [reserved, settled].map(({ rows }) => rows[0]?.outcome);
  if (outcomes.some((outcome) => outcome !== 'ok'))
    throw new Error(`The ledger answered ${outcomes.join(', ')}.`);
}

async function tpcbTransaction(client: pg.Client): Promise<void> {
  const [aid, tid, bid] = [ACCOUNTS, TELLERS, BRANCHES].map((count) => randomInt(1, count + 1));
  const delta = randomInt(-5_000, 5_001);
  const run = (name: string, text: string, values: unknown[] = []) => client.query({ name, text, values });
  await run('begin', 'BEGIN');
  await run('account', 'UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2', [delta, aid]);
  await run('balance', 'SELECT abalance FROM pgbench_accounts WHERE aid = $1', [aid]);
  await run('teller', 'UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2', [delta, tid]);
  await run('branch', 'UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2', [delta, bid]);
  await run(
    'history',
    'INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP)',
    [tid, bid, aid, delta],
  );
  await run('end', 'END');
}
