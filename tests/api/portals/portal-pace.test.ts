/** Turns of rows on a portal with a pace: for all sessions together, and between the rows of one lease. */
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { RowPace } from '#activities/rows/pace.ts';
import { askTurn, noteRowEnd } from '#api/domain/portals/portal-pace.ts';
import type { Claim } from '#api/domain/portals/portal-leases.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { claimedLease } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const PORTAL = 'bb-exp';

let first: Claim;
let second: Claim;
beforeEach(async () => {
  await db.portalLimits.deleteMany();
  await db.portalLease.deleteMany();
  ({ claim: first } = await claimedLease(db, { portal: PORTAL }));
  ({ claim: second } = await claimedLease(db, { portal: PORTAL }));
});

const limit = (given: { actionsPerMinuteMax?: number; pauseBetweenRowsMs?: number }) =>
  db.portalLimits.create({ data: { portal: PORTAL, ...given } });
/** Lets the time of the next turn come, as waiting would. */
const passTurn = () => db.$executeRaw`UPDATE portal_limits SET actions_free_at = clock_timestamp()`;
const freeInMs = async (): Promise<number> => {
  const [row] = await db.$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM actions_free_at - clock_timestamp()) * 1000)::float8 AS ms FROM portal_limits`;
  return row?.ms ?? 0;
};

describe('the turns of rows', () => {
  test('a portal without a pace asks no row to wait', async () => {
    expect(await askTurn(db, first, 5)).toBeNull();
    await db.portalLimits.create({ data: { portal: PORTAL, sessionsMax: 1 } });
    expect(await askTurn(db, first, 5)).toBeNull();
  });

  test('one of many sessions that ask at the same time gets the turn, and the others wait for its actions', async () => {
    await limit({ actionsPerMinuteMax: 6 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => askTurn(db, index % 2 === 0 ? first : second, 3)),
    );
    expect(answers.filter((waitMs) => waitMs === 0)).toHaveLength(1);
    // Three actions at six a minute are half a minute, of which little has passed.
    expect(await freeInMs()).toBeGreaterThan(MINUTE_MS / 3);
    expect(await freeInMs()).toBeLessThanOrEqual(MINUTE_MS / 2);
    await passTurn();
    expect(await askTurn(db, second, 1)).toBe(0);
  });

  test('a row that made more actions than expected delays the next turn, and one that made fewer brings it forward', async () => {
    await limit({ actionsPerMinuteMax: 1 });
    expect(await askTurn(db, first, 2)).toBe(0);
    await noteRowEnd(db, first, 3);
    expect(await freeInMs()).toBeGreaterThan(4 * MINUTE_MS);
    await noteRowEnd(db, first, -4);
    expect(await freeInMs()).toBeLessThanOrEqual(MINUTE_MS);
  });

  test('a pause separates the rows of one lease, whichever worker asks, and not those of another lease', async () => {
    await limit({ pauseBetweenRowsMs: MINUTE_MS });
    expect(await askTurn(db, first, 1)).toBe(0);
    await noteRowEnd(db, first, 0);
    const waitMs = await askTurn(db, first, 1);
    expect(waitMs).toBeGreaterThan(MINUTE_MS / 2);
    expect(waitMs).toBeLessThanOrEqual(MINUTE_MS);
    expect(await askTurn(db, second, 1)).toBe(0);
    await db.$executeRaw`UPDATE portal_leases SET row_ended_at = row_ended_at - interval '1 minute'`;
    expect(await askTurn(db, first, 1)).toBe(0);
  });

  test('of many sessions of a job that ask at the same time one begins its row, and the others wait for the pause', async () => {
    await limit({ pauseBetweenRowsMs: MINUTE_MS });
    const answers = await Promise.all(Array.from({ length: 20 }, () => askTurn(db, first, 1)));
    expect(answers.filter((waitMs) => waitMs === 0)).toHaveLength(1);
    expect(await askTurn(db, first, 1)).toBeGreaterThan(MINUTE_MS / 2);
    await noteRowEnd(db, first, 0);
    expect(await askTurn(db, first, 1)).toBeGreaterThan(MINUTE_MS / 2);
  });

  test('a row that waits for its pause reserves no actions', async () => {
    await limit({ pauseBetweenRowsMs: MINUTE_MS, actionsPerMinuteMax: 60 });
    await askTurn(db, first, 1);
    await noteRowEnd(db, first, 0);
    await passTurn();
    expect(await askTurn(db, first, 60)).toBeGreaterThan(0);
    expect(await freeInMs()).toBeLessThanOrEqual(0);
  });
});

describe('a row that waits for its turn', () => {
  const never = new AbortController().signal;
  const begun: string[] = [];
  const row = (name: string) => async () => {
    begun.push(name);
    return name;
  };
  beforeEach(async () => {
    begun.length = 0;
    await limit({ actionsPerMinuteMax: 1 });
    const pace = new RowPace(db, first);
    await pace.work(row('first'), { signal: never, earlyEnd: async () => null });
  });

  test('a row that waits for its turn is not begun if the job is stopped or its portal closed meanwhile', async () => {
    const pace = new RowPace(db, second);
    expect(await pace.work(row('second'), { signal: never, earlyEnd: async () => 'paused' })).toBe('paused');
    expect(begun).toEqual(['first']);
  });

  test('a row that waits for its turn is not begun if its worker stops', async () => {
    const pace = new RowPace(db, second);
    const waits = pace.work(row('second'), {
      signal: AbortSignal.abort(new Error('The worker stops.')),
      earlyEnd: async () => null,
    });
    await expect(waits).rejects.toThrow();
    expect(begun).toEqual(['first']);
  });

  test('a row that fails still counts, so that the next one waits for it', async () => {
    await db.$executeRaw`UPDATE portal_limits SET actions_free_at = NULL`;
    const fails = new RowPace(db, second).work(() => Promise.reject(new Error('No.')), {
      signal: never,
      earlyEnd: async () => null,
    });
    await expect(fails).rejects.toThrow('No.');
    expect(await askTurn(db, first, 1)).toBeGreaterThan(MINUTE_MS / 2);
  });
});
