/**
 * The verification of the ledger goes on from a checkpoint, and still finds each way in which the books can be wrong: in
 * what is new by the next run, in what was verified by the full verification of the day.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { auditBooks } from '#activities/housekeeping.ts';
import type { Logger } from '#api/adapters/logger.ts';
import { auditLedger } from '#api/domain/credits/ledger-audit.ts';
import { adjustCredits, reserve, settle, verifyLedger } from '#api/domain/credits/ledger.ts';
import { adjustment, createUser, held, settlement } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const TABLES = ['ledger_accounts', 'ledger_transfers', 'ledger_entries', 'reservations'];
/** Far above the numbers that the ledger gives here. */
const FOREIGN_ID = 1_000_000;

const { db, url } = await createTestDatabase();
const today = new Date('2026-11-27T06:00:00Z');
const tomorrow = new Date(today.getTime() + DAY_MS);
async function audit(given: Partial<Parameters<typeof auditLedger>[1]> = {}): Promise<string[]> {
  const problems: string[] = [];
  await auditLedger(db, { now: today, report: (problem) => problems.push(problem), ...given });
  return problems;
}
const place = () => db.ledgerAudit.findFirstOrThrow();

/** Runs statements with all triggers off, as whoever owns the database could. */
const forge = (...statements: string[]) =>
  db.$transaction(
    ['SET LOCAL session_replication_role = replica', ...statements].map((sql) => db.$executeRawUnsafe(sql)),
  );

/** Credits, a job that used a part of them, and an open job. */
async function moves(userId: string): Promise<{ settledJob: string; openJob: string }> {
  await adjustCredits(db, adjustment(userId, 'add', 1_000n));
  const [settledJob, openJob] = [randomUUID(), randomUUID()];
  await reserve(db, held(userId, 300n, settledJob));
  await settle(db, settlement(settledJob, 100n));
  await reserve(db, held(userId, 50n, openJob));
  return { settledJob, openJob };
}

let idle: string;
let moving: string;
let oldJobs: Awaited<ReturnType<typeof moves>>;
beforeAll(async () => {
  idle = (await createUser(db)).id;
  moving = (await createUser(db)).id;
  await moves(idle);
  oldJobs = await moves(moving);
});

beforeEach(async () => {
  for (const table of TABLES) await db.$executeRawUnsafe(`CREATE TABLE kept_${table} AS TABLE ${table}`);
  expect(await audit()).toEqual([]);
});
afterEach(async () => {
  await forge(
    ...TABLES.flatMap((table) => [
      `DELETE FROM ${table}`,
      `INSERT INTO ${table} SELECT * FROM kept_${table}`,
      `DROP TABLE kept_${table}`,
    ]),
    'DELETE FROM ledger_audit_sums',
    'DELETE FROM ledger_audit',
    'INSERT INTO ledger_audit DEFAULT VALUES',
    // One of the forgeries is only possible without it.
    'CREATE UNIQUE INDEX IF NOT EXISTS ledger_entries_sides_key ON ledger_entries (transfer_id, (amount > 0))',
  );
});

const transferOf = (key: string) => `(SELECT id FROM ledger_transfers WHERE key = '${key}')`;
const entryOf = (key: string, account: string) =>
  `transfer_id = ${transferOf(key)} AND account_id = '${account}'`;

type Jobs = Awaited<ReturnType<typeof moves>>;
/** What is forged among the moves of these jobs, and what is said of it. */
const forgeries: [string, string, (jobs: Jobs) => string[]][] = [
  [
    'an entry with another amount',
    'is out of balance',
    ({ settledJob }) => [
      `UPDATE ledger_entries SET amount = amount + 1 WHERE ${entryOf(`reserve:${settledJob}:1`, `customer:${moving}`)}`,
    ],
  ],
  [
    'an entry that is gone',
    'is out of balance',
    ({ settledJob }) => [
      `DELETE FROM ledger_entries WHERE ${entryOf(`capture:${settledJob}:1`, 'platform:revenue')}`,
    ],
  ],
  [
    'an entry with another balance',
    'does not continue the balance before it',
    ({ settledJob }) => [
      `UPDATE ledger_entries SET balance_after = balance_after + 1
        WHERE ${entryOf(`release:${settledJob}:1`, `customer:${moving}`)}`,
    ],
  ],
  [
    'an entry without a transfer',
    'belongs to no transfer',
    () => [
      `INSERT INTO ledger_entries (transfer_id, account_id, amount) VALUES (${FOREIGN_ID}, 'platform:revenue', 5)`,
    ],
  ],
  [
    'a transfer with another amount',
    'is out of balance',
    ({ settledJob }) => [
      `UPDATE ledger_transfers SET amount = amount + 1 WHERE key = 'release:${settledJob}:1'`,
    ],
  ],
  [
    'a transfer that is gone, with its entries',
    'account customer:USER shows',
    ({ openJob }) => [
      `DELETE FROM ledger_entries WHERE transfer_id = ${transferOf(`reserve:${openJob}:1`)}`,
      `DELETE FROM ledger_transfers WHERE key = 'reserve:${openJob}:1'`,
    ],
  ],
  [
    'a settled reservation that is gone',
    'has no reservation',
    ({ settledJob }) => [`DELETE FROM reservations WHERE job_id = '${settledJob}'`],
  ],
  [
    'a settled reservation with another capture',
    'has no capture of 300',
    ({ settledJob }) => [
      `UPDATE reservations SET captured = 300, released = 0 WHERE job_id = '${settledJob}'`,
    ],
  ],
  [
    'an open reservation that is gone',
    'open reservations sum to',
    ({ openJob }) => [`DELETE FROM reservations WHERE job_id = '${openJob}'`],
  ],
];
const said = (problem: string): string => problem.replace('USER', moving);

describe('what was written since the last run', () => {
  test.each(forgeries)('%s is found by the next run', async (_, problem, statements) => {
    const jobs = await moves(moving);
    await forge(...statements(jobs));
    expect((await audit()).join('\n')).toContain(said(problem));
  });

  test('an entry that is added to a transfer from before the checkpoint is found by the next run', async () => {
    const old = transferOf(`reserve:${oldJobs.settledJob}:1`);
    await forge(
      'DROP INDEX ledger_entries_sides_key',
      `INSERT INTO ledger_entries (transfer_id, account_id, amount) VALUES (${old}, 'platform:revenue', 5)`,
    );
    expect((await audit()).join('\n')).toContain(`(reserve:${oldJobs.settledJob}:1) is out of balance`);
  });

  test('a settled reservation without any transfer is found by the next run', async () => {
    const jobId = randomUUID();
    await forge(
      `INSERT INTO reservations (id, job_id, attempt, user_id, amount, captured, settled_at)
        VALUES (gen_random_uuid(), '${jobId}', 1, '${moving}', 60, 60, now())`,
    );
    expect((await audit()).join('\n')).toContain(
      `reservation of job ${jobId}, attempt 1 has no capture of 60`,
    );
  });

  test.each([
    ['balance', 'shows 851, its entries sum to 850'],
    ['lines', 'shows lines 4, its transfers make 3'],
    ['purchased', 'shows purchased 1, its transfers make 0'],
  ])('another %s of a customer who moved nothing is found by the next run', async (column, problem) => {
    await forge(`UPDATE ledger_accounts SET ${column} = ${column} + 1 WHERE id = 'customer:${idle}'`);
    expect(await audit()).toContain(`account customer:${idle} ${problem}`);
  });

  test('an account that is gone is found by the next run', async () => {
    await forge(`DELETE FROM ledger_accounts WHERE id = 'customer:${idle}'`);
    expect((await audit()).join('\n')).toContain(`account customer:${idle} does not exist`);
  });
});

describe('what was verified before', () => {
  test.each(forgeries)('%s is found by the full verification of the day', async (_, problem, statements) => {
    await forge(...statements(oldJobs));
    const found = await audit({ now: tomorrow });
    expect(found).not.toEqual([]);
    // Accounts are compared with what the full verification has found by the run after it.
    found.push(...(await audit({ now: tomorrow })));
    expect(found.join('\n')).toContain(said(problem));
  });

  test('a change that agrees with itself is found by the full verification of the day', async () => {
    await forge(
      `UPDATE ledger_transfers SET actor_id = 'somebody' WHERE kind = 'admin_add' AND user_id = '${idle}'`,
    );
    expect(await verifyLedger(db)).toEqual([]);
    expect((await audit({ now: tomorrow })).join('\n')).toContain(
      `the verified records of account customer:${idle} have changed`,
    );
  });

  test('a sound transfer that is added with numbers the ledger never gives is found by the full verification', async () => {
    await forge(
      `INSERT INTO ledger_transfers (id, key, kind, user_id, amount, description)
        VALUES (-1, 'forged', 'forged', 'nobody', 5, '{}')`,
      `INSERT INTO ledger_entries (id, transfer_id, account_id, amount)
        VALUES (-2, -1, 'platform:grants', -5), (-1, -1, 'platform:revenue', 5)`,
    );
    expect(await verifyLedger(db)).toEqual([]);
    expect((await audit({ now: tomorrow })).join('\n')).toContain(
      'the verified records of account platform:revenue have changed',
    );
  });

  test('the full verification runs once a day while the ledger is sound', async () => {
    const { fullBeganAt } = await place();
    expect(fullBeganAt).toEqual(today);
    await audit({ now: new Date(tomorrow.getTime() - 1) });
    expect((await place()).fullBeganAt).toEqual(today);
    expect(await audit({ now: tomorrow })).toEqual([]);
    expect(await place()).toMatchObject({ fullBeganAt: tomorrow, fullEndedAt: tomorrow, isSound: true });
  });

  test('a problem is reported by every run until it is mended', async () => {
    const entry = entryOf(`release:${oldJobs.settledJob}:1`, `customer:${moving}`);
    await forge(`UPDATE ledger_entries SET balance_after = balance_after + 1 WHERE ${entry}`);
    const problem = expect.stringContaining('does not continue the balance before it') as unknown;
    expect(await audit({ now: tomorrow })).toContainEqual(problem);
    expect(await audit({ now: tomorrow })).toContainEqual(problem);
    await forge(`UPDATE ledger_entries SET balance_after = balance_after - 1 WHERE ${entry}`);
    // The mending itself is a change of verified records.
    expect(await audit({ now: tomorrow })).toEqual([expect.stringContaining('have changed')]);
    await audit({ now: tomorrow });
    expect(await audit({ now: tomorrow })).toEqual([]);
  });
});

describe('the checkpoint', () => {
  /** A move of `idle` whose transaction stays open while others are made and commit. */
  async function lateMove(work: (late: pg.Client) => Promise<unknown>, meanwhile: () => Promise<void>) {
    const late = new pg.Client({ connectionString: url });
    await late.connect();
    try {
      await late.query('BEGIN; SET LOCAL session_replication_role = replica');
      await late.query(
        `SELECT ledger_post($1, 'admin_add', $2, 'platform:adjustments', $3, 7, '{"key":"credit.added"}', 'admin')`,
        [`late:${randomUUID()}`, idle, `customer:${idle}`],
      );
      await work(late);
      const { rows } = await late.query<{ id: string }>('SELECT max(id) AS id FROM ledger_entries');
      await meanwhile();
      await late.query('COMMIT');
      return BigInt(rows[0]?.id ?? 0);
    } finally {
      await late.end();
    }
  }
  const othersMove = async () => {
    await moves(moving);
    expect(await audit({ fenceWaitMs: 0 })).toEqual([]);
  };

  test('a move that commits later than one with a larger number is counted', async () => {
    let between = 0n;
    const lateId = await lateMove(
      async () => undefined,
      async () => {
        await othersMove();
        between = (await place()).entryId;
      },
    );
    expect(between).toBeLessThan(lateId);
    expect(await audit()).toEqual([]);
    expect((await place()).entryId).toBeGreaterThan(lateId);
    expect(await audit({ now: tomorrow })).toEqual([]);
  });

  test('a wrong move that commits later than one with a larger number is found by the next run', async () => {
    await lateMove(
      (late) =>
        late.query(
          `UPDATE ledger_entries SET balance_after = balance_after + 1
            WHERE id = (SELECT max(id) FROM ledger_entries WHERE account_id = $1)`,
          [`customer:${idle}`],
        ),
      othersMove,
    );
    expect((await audit()).join('\n')).toContain(
      `of customer:${idle} does not continue the balance before it`,
    );
  });

  test('runs that are cut off after every page go on where the last one ended', async () => {
    const entry = entryOf(`capture:${oldJobs.settledJob}:1`, 'platform:revenue');
    await forge(`UPDATE ledger_entries SET amount = amount + 1 WHERE ${entry}`);
    const problems: string[] = [];
    let runs = 0;
    do {
      problems.push(...(await audit({ now: tomorrow, pageMax: 2, runMsMax: 0 })));
      runs += 1;
    } while ((await place()).isFullRunning);
    expect(runs).toBeGreaterThan((await db.ledgerEntry.count()) / 2);
    expect(problems.join('\n')).toContain(`(capture:${oldJobs.settledJob}:1) is out of balance`);
  });

  test('a ledger that was never verified is verified in pages', async () => {
    await forge(
      'DELETE FROM ledger_audit_sums',
      'DELETE FROM ledger_audit',
      'INSERT INTO ledger_audit DEFAULT VALUES',
    );
    expect(await audit({ pageMax: 2 })).toEqual([]);
    expect(await audit({ pageMax: 3, now: tomorrow })).toEqual([]);
  });

  test('two runs at the same time count no record twice', async () => {
    await moves(moving);
    const both = [audit({ pageMax: 2, now: tomorrow }), audit({ pageMax: 2, now: tomorrow })];
    expect(await Promise.all(both)).toEqual([[], []]);
    expect(await audit({ now: new Date(tomorrow.getTime() + DAY_MS) })).toEqual([]);
  });
});

test('the ledger is audited even if the payments cannot be verified', async () => {
  await forge(
    `UPDATE ledger_transfers SET amount = amount + 1 WHERE key = 'release:${oldJobs.settledJob}:1'`,
    'ALTER TABLE payment_open_ends RENAME TO lost_open_ends',
  );
  const reported: unknown[] = [];
  const logger = { error: (about: unknown) => void reported.push(about) } as Logger;
  await expect(auditBooks({ db, logger, clock: () => tomorrow })).rejects.toThrow(/payment_open_ends/);
  await forge('ALTER TABLE lost_open_ends RENAME TO payment_open_ends');
  expect(reported).toContainEqual({ problem: expect.stringContaining('is out of balance') as string });
});
