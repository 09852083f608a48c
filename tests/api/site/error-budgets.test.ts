/** Error budgets: counted by the processes as they work, stored by day, and shown to administrators. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import {
  countObjectiveEvents,
  deleteObjectiveDays,
  errorBudgets,
  type ObjectiveEvents,
} from '#api/domain/site/error-budgets.ts';
import type { ErrorBudget, Overview } from '#contracts/calls/overview-answers.ts';
import { OBJECTIVE_DAYS, startRequest, type ObjectiveName } from '#contracts/site/objectives.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const SLOW_START_MS = 1_001;
const SLOW_ROW_MS = 120_001;
const opened: ObjectiveEvents[] = [];
const app = await startTestApp();
const { db } = app.deps;

/** One process that counts. */
function counting(given: Partial<Pick<typeof app.deps, 'db' | 'clock'>> = {}): ObjectiveEvents {
  const events = countObjectiveEvents({ ...app.deps, ...given });
  opened.push(events);
  return events;
}
const closeAll = () => Promise.all(opened.splice(0).map((events) => events.close()));
afterAll(closeAll);
const budgets = async (now = new Date()): Promise<Record<ObjectiveName, ErrorBudget>> =>
  Object.fromEntries((await errorBudgets(db, now)).map((each) => [each.objective, each])) as Record<
    ObjectiveName,
    ErrorBudget
  >;

let admin: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  await closeAll();
  await db.objectiveDay.deleteMany();
});

describe('error budgets', () => {
  test('what happens is good or bad as the objectives say, and what is left follows from both', async () => {
    const counted = counting();
    for (let start = 0; start < 199; start += 1) counted.answered({ ...startRequest, status: 200 }, 900);
    counted.answered({ ...startRequest, status: 200 }, SLOW_START_MS);
    counted.answered({ method: 'GET', route: '/api/jobs', status: 500 }, 9_000);
    for (let row = 0; row < 9; row += 1) counted.rowEnded('cpa', 1_000);
    counted.rowEnded(null, SLOW_ROW_MS);
    counted.filed(true);
    counted.filed(false);
    await counted.store();
    expect(await budgets()).toEqual({
      starts: { objective: 'starts', share: 0.99, events: 200, bad: 1, left: 0.5 },
      rows: { objective: 'rows', share: 0.95, events: 10, bad: 1, left: -1 },
      filings: { objective: 'filings', share: 0.999, events: 2, bad: 1, left: -499 },
      payments: { objective: 'payments', share: 0.995, events: 0, bad: 0, left: null },
    });
  });

  test('a start that the platform fails is bad, however quick the answer is, and a refused one is not', async () => {
    const counted = counting();
    counted.answered({ ...startRequest, status: 503 }, 10);
    counted.answered({ ...startRequest, status: 402 }, 10);
    await counted.store();
    expect((await budgets()).starts).toMatchObject({ events: 2, bad: 1 });
  });

  test('several processes add to the same day at the same time, and none loses an event', async () => {
    const processes = Array.from({ length: 4 }, () => counting());
    for (const each of processes) {
      each.paid(true);
      each.filed(true);
      each.rowEnded('cpa', 1);
    }
    await Promise.all(processes.map((each) => each.store()));
    for (const each of processes) each.paid(false);
    await Promise.all(processes.map((each) => each.close()));
    expect(await budgets()).toMatchObject({
      payments: { events: 8, bad: 4 },
      filings: { events: 4, bad: 0 },
      rows: { events: 4, bad: 0 },
    });
  });

  test('what could not be stored is stored the next time, once', async () => {
    let isAway = true;
    const sometimesAway = new Proxy(db, {
      get: (target, name) => {
        if (name === '$executeRaw' && isAway) return () => Promise.reject(new Error('The database is away.'));
        return Reflect.get(target, name, target) as unknown;
      },
    });
    const counted = counting({ db: sometimesAway });
    counted.paid(true);
    counted.paid(false);
    await counted.store();
    expect((await budgets()).payments.events).toBe(0);
    isAway = false;
    await counted.store();
    await counted.store();
    expect((await budgets()).payments).toMatchObject({ events: 2, bad: 1 });
  });

  test('a day counts for 30 days, is kept for 90, and is then deleted', async () => {
    const now = new Date();
    const counted = counting({ clock: () => now });
    counted.paid(false);
    await counted.store();
    const later = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
    expect((await budgets(later(OBJECTIVE_DAYS - 1))).payments.bad).toBe(1);
    expect((await budgets(later(OBJECTIVE_DAYS))).payments.bad).toBe(0);
    await deleteObjectiveDays(db, later(-1));
    expect(await db.objectiveDay.count()).toBe(1);
    await deleteObjectiveDays(db, later(2));
    expect(await db.objectiveDay.count()).toBe(0);
  });

  test('administrators see them in the overview', async () => {
    const counted = counting();
    counted.filed(true);
    await counted.store();
    const { body } = await app.get('/api/admin/overview', admin.cookie);
    const { budgets: shown } = body['overview'] as Overview;
    expect(shown.map(({ objective, left }) => [objective, left])).toEqual([
      ['starts', null],
      ['rows', null],
      ['filings', 1],
      ['payments', null],
    ]);
  });
});
