/** Payments in which an operator may intervene: who pays, who decides, the reconciler, and the books at the end. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { reconcilePayments } from '#activities/reconcile-payments.ts';
import type { Account } from '#tests/harness/app.ts';
import { startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { moneyOf, paymentProblems } from './payment-audit.ts';

/** The time at which the schedule would run the reconciler, when records are old enough for it. */
const LATER_MS = 2 * 60_000;

/**
 * Use at a file's top level: every test has a new customer, `people.ana`, and the books must agree after the last one.
 */
export async function startIntervenedPayments(env: Record<string, string>) {
  const payments = await startPayments(env);
  const { app, control } = payments;
  const { db } = app.deps;
  const people = {} as { ana: Payer; admin: Account };
  let before: ReturnType<typeof moneyOf>;
  beforeAll(async () => {
    people.admin = await app.signUpAndVerify({ isAdmin: true });
    before = moneyOf(control);
  });
  beforeEach(async () => {
    control.clearFaults();
    // Lifts the rate limit, so that no test waits an hour before the next customer registers.
    await db.$executeRaw`DELETE FROM rate_limits`;
    people.ana = await payments.customer();
  });
  afterAll(async () => {
    expect(await paymentProblems(db, control, before)).toEqual([]);
  });

  const reconcile = (): Promise<void> =>
    reconcilePayments({ ...app.deps, clock: () => new Date(Date.now() + LATER_MS) });
  /** Runs the reconciler until all of Ana's payments are decided. */
  const untilDecided = (): Promise<void> =>
    until('everything to be decided', async () => {
      await reconcile();
      const { id: userId } = people.ana;
      const open = await Promise.all([
        db.paymentAttempt.count({ where: { userId, endedAt: null } }),
        db.paymentRefund.count({ where: { attempt: { userId }, state: { in: ['pending', 'unknown'] } } }),
      ]);
      return open.every((count) => count === 0);
    });
  return { payments, people, reconcile, untilDecided };
}
