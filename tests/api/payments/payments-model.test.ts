/**
 * Random purchases, refunds and work of a customer with lost answers and crashes between steps: after each sequence
 * ledger, transactions and the simulator's wallets agree to the poisha. PAYMENT_SEED repeats a run, PAYMENT_RUNS sets
 * its length.
 */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { paymentActivities } from '#activities/payments.ts';
import { openOrder } from '#api/domain/payments/purchases.ts';
import { openBkash } from '#api/adapters/open-bkash.ts';
import type { Bkash, BkashAnswer, MarkSent } from '#api/adapters/bkash/types.ts';
import { sandboxBkash } from '#temporal/local/sandbox-bkash.ts';
import { isFull } from '#tests/harness/depth.ts';
import { createUser } from '#tests/factories.ts';
import { customerProblems, moneyOf, paymentProblems } from '#tests/faults/payment-audit.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { serveBkash } from '#tests/sandbox/bkash/serve.ts';
import { paymentCommands, settleAll } from './payment-commands.ts';
import { emptyModel } from './payment-model.ts';
import type { Real } from './payment-steps.ts';

const seed = Number(process.env['PAYMENT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env['PAYMENT_RUNS'] ?? (isFull ? 150 : 60));
const COMMANDS_MAX = 80;
const WALLET_POISHA = 10_000_000;
const TIMEOUT_MS = 600_000;

const simulator = await serveBkash();
afterAll(() => simulator.stop());
const { control } = simulator;
const { deps } = await startTestApp({
  env: { ...sandboxBkash(simulator.url), BKASH_URL: simulator.url },
});
const bkash = openBkash({ ...deps, now: deps.clock });

/** The worker dies around the call: its caller never receives the answer. */
const mishap: Real['mishap'] = { next: 'none' };
async function endangered<T>(
  markSent: MarkSent,
  call: (markSent: MarkSent) => Promise<BkashAnswer<T>>,
): Promise<BkashAnswer<T>> {
  if (mishap.next === 'crash before') throw new Error('The worker is gone.');
  const answer = await call(async () => {
    const mayGo = await markSent();
    if (mishap.next === 'crash as it goes') throw new Error('The worker is gone.');
    return mayGo;
  });
  if (mishap.next === 'crash after') throw new Error('The worker is gone.');
  return answer;
}
const endangeredBkash: Bkash = {
  ...bkash,
  execute: (paymentId, markSent) => endangered(markSent, (last) => bkash.execute(paymentId, last)),
  refund: (order, markSent) => endangered(markSent, (last) => bkash.refund(order, last)),
};
const activities = paymentActivities({ ...deps, bkash: endangeredBkash });

let wallets = 0;
const newWallet = (): string => {
  wallets += 1;
  const wallet = `0172${String(wallets).padStart(7, '0')}`;
  control.setWallet(wallet, { poisha: WALLET_POISHA });
  return wallet;
};

it(
  'credits and money agree to the poisha, whatever is bought, spent, refunded, repeated and lost',
  async () => {
    console.log(`PAYMENT_SEED=${seed} PAYMENT_RUNS=${runs}`);
    control.setSwitches({ duplicateWindowMs: 0 });
    const before = moneyOf(control);
    const property = fc.asyncProperty(
      fc.noBias(fc.commands(paymentCommands, { maxCommands: COMMANDS_MAX, size: 'max' })),
      async (commands) => {
        const { id: userId } = await createUser(deps.db);
        const wallet = newWallet();
        before.wallets[wallet] = WALLET_POISHA;
        const model = emptyModel();
        const real: Real = {
          db: deps.db,
          deps: { ...deps, bkash },
          control,
          activities,
          userId,
          wallet,
          mishap,
        };
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await settleAll(model, real);
        expect(await customerProblems(deps.db, control, userId)).toEqual([]);
      },
    );
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
    expect(await paymentProblems(deps.db, control, before)).toEqual([]);
    const states = await deps.db.paymentAttempt.groupBy({ by: ['state'] });
    expect(states.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['paid', 'refunded', 'failed', 'cancelled', 'expired']),
    );
  },
  TIMEOUT_MS,
);

it('the comparison of the books detects a debit without credits, and money that nobody moved', async () => {
  const before = moneyOf(control);
  const { id: userId } = await createUser(deps.db);
  const wallet = newWallet();
  const attempt = await openOrder(deps.db, {
    userId,
    invoice: 'MODEL-UNSOUND',
    amountPoisha: 5_000n,
    creditsHundredths: 10_000n,
    creditsPerBdtHundredths: 200,
    shownHundredths: null,
    now: new Date(),
  });
  const { view } = await activities.createPayment({ attemptId: attempt.id });
  const paymentId = view.page?.paymentId ?? '';
  control.approve(paymentId, wallet);
  control.execute(paymentId);
  await activities.endPurchase({ attemptId: attempt.id, answered: true });
  const [missing, ...others] = await customerProblems(deps.db, control, userId);
  expect([missing, ...others].join()).toContain('neither credited nor sent back');
  control.setWallet(wallet, { poisha: WALLET_POISHA });
  expect(await paymentProblems(deps.db, control, before)).toContain(`wallet ${wallet} does not add up`);
});
