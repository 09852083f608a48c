/**
 * Counts the events of the service objectives for each day, and says what is left of their error budgets. The counts are those
 * of the metrics (api/adapters/metrics.ts), kept in the database so that administrators see them without Prometheus.
 */
import { dhakaDay } from '#contracts/calendar-days.ts';
import { lastDhakaDays } from '#api/domain/dhaka-days.ts';
import type { Deps } from '#api/deps.ts';
import type { EventCounters } from '#api/adapters/metrics.ts';
import type { ErrorBudget } from '#contracts/calls/overview-answers.ts';
import {
  OBJECTIVE_DAYS,
  objectiveBounds,
  objectiveNames,
  objectives,
  startRequest,
  type Objective,
  type ObjectiveName,
} from '#contracts/site/objectives.ts';
import type { Database, Transaction } from '#prisma/client.ts';

/** A process that is killed loses what it has counted in this time. */
const STORE_MS = 15_000;
/** Budgets are shares of shares; further decimals are those of the division. */
const BUDGET_DECIMALS = 6;

type Counts = Record<ObjectiveName, { good: number; total: number }>;
export type ObjectiveEvents = EventCounters & {
  /** Adds what was counted to the database. */
  store: () => Promise<void>;
  /** Stores what is left, and counts no longer. */
  close: () => Promise<void>;
};

const none = (): Counts => ({
  starts: { good: 0, total: 0 },
  rows: { good: 0, total: 0 },
  filings: { good: 0, total: 0 },
  payments: { good: 0, total: 0 },
});

/** Counts the events of one process, and stores them every few seconds. What cannot be stored is kept for the next time. */
export function countObjectiveEvents({
  db,
  clock,
  logger,
}: Pick<Deps, 'db' | 'clock' | 'logger'>): ObjectiveEvents {
  const counts = none();
  const note = (name: ObjectiveName, isGood: boolean, times = 1): void => {
    counts[name].total += times;
    if (isGood) counts[name].good += times;
  };
  const storeDue = async (): Promise<void> => {
    const due = structuredClone(counts);
    Object.assign(counts, none());
    try {
      await addEvents(db, dhakaDay(clock()), due);
    } catch (error) {
      for (const name of objectiveNames) {
        note(name, true, due[name].good);
        note(name, false, due[name].total - due[name].good);
      }
      logger.warn({ err: error }, 'events of the service objectives were not stored');
    }
  };
  let storing: Promise<void> | null = null;
  const store = (): Promise<void> =>
    (storing ??= storeDue().finally(() => {
      storing = null;
    }));
  const timer = setInterval(() => void store(), STORE_MS).unref();
  return {
    answered: ({ method, route, status }, durationMs) => {
      if (method !== startRequest.method || route !== startRequest.route) return;
      note('starts', status < 500 && durationMs <= objectiveBounds.startS * 1_000);
    },
    rowEnded: (_, durationMs) => note('rows', durationMs <= objectiveBounds.rowS * 1_000),
    filed: (isKnown) => note('filings', isKnown),
    paid: (isKnown) => note('payments', isKnown),
    store,
    close: async () => {
      clearInterval(timer);
      await storing;
      await store();
    },
  };
}

/** All processes add in the same order, so that none of them waits for another one that waits for it. */
async function addEvents(db: Database, day: string, counts: Counts): Promise<void> {
  const names = objectiveNames.filter((name) => counts[name].total > 0);
  if (names.length === 0) return;
  const good = names.map((name) => String(counts[name].good));
  const total = names.map((name) => String(counts[name].total));
  await db.$executeRaw`
    INSERT INTO objective_days AS stored (objective, day, good, total)
    SELECT name, ${day}::date, good, total
    FROM unnest(${names}::text[], ${good}::bigint[], ${total}::bigint[]) AS counted (name, good, total)
    ON CONFLICT (objective, day)
      DO UPDATE SET good = stored.good + excluded.good, total = stored.total + excluded.total`;
}

/** Returns what is left of each error budget of the last 30 days, today included. */
export async function errorBudgets(tx: Transaction, now: Date): Promise<ErrorBudget[]> {
  const [firstDay = ''] = lastDhakaDays(now, OBJECTIVE_DAYS);
  const counted = await tx.$queryRaw<{ objective: string; good: number; total: number }[]>`
    SELECT objective, sum(good)::float8 AS good, sum(total)::float8 AS total FROM objective_days
    WHERE objective = ANY (${[...objectiveNames]}::text[]) AND day >= ${firstDay}::date GROUP BY objective`;
  const byName = new Map(counted.map((each) => [each.objective, each]));
  return objectives.map((objective) => budgetOf(objective, byName.get(objective.name)));
}

function budgetOf({ name, share }: Objective, { good, total } = { good: 0, total: 0 }): ErrorBudget {
  const bad = total - good;
  const left = total === 0 ? null : Number((1 - bad / total / (1 - share)).toFixed(BUDGET_DECIMALS));
  return { objective: name, share, events: total, bad, left };
}

/** Deletes the counts of days before the given time. */
export async function deleteObjectiveDays(db: Database, before: Date): Promise<void> {
  await db.objectiveDay.deleteMany({ where: { day: { lt: before } } });
}
