/** No payment ends up with an account that has been deleted: neither its credits nor a new payment page. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import { openOrder } from '#api/domain/payments/purchases.ts';
import { recordCompleted } from '#api/domain/payments/purchase-settlement.ts';
import { endPurchase, markInitiated, recordNotCompleted } from '#api/domain/payments/purchase-steps.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db, clock } = app.deps;
let admin: Account;
let ana: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const remove = () =>
  app.request(`/api/users/${ana.id}`, {
    method: 'DELETE',
    json: { reason: 'Asked for by phone' },
    cookie: admin.cookie,
  });
const order = () =>
  openOrder(db, {
    userId: ana.id,
    invoice: randomUUID(),
    amountPoisha: 50_000n,
    creditsHundredths: 100_000n,
    creditsPerBdtHundredths: 200,
    shownHundredths: null,
    now: clock(),
  });

/** A payment whose page is open at bKash. */
async function openedPayment() {
  const { id } = await order();
  const page = { paymentId: `TR0011${id}`, bkashUrl: 'https://bkash.example/', signature: null };
  await markInitiated(db, id, { ...page, createdAt: clock() }, clock());
  return db.paymentAttempt.findUniqueOrThrow({ where: { id } });
}

test.each(['cancel', 'failure'])(
  'an account whose payer reported %s cannot be deleted while bKash may still take the money',
  async (returned) => {
    const { id } = await openedPayment();
    await db.paymentAttempt.update({ where: { id }, data: { returned } });
    await recordNotCompleted(db, id, clock());
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'PAYMENT_UNDER_WAY' } });
    await endPurchase(db, id, { answered: true, now: clock() });
    expect(await remove()).toMatchObject({ status: 200 });
  },
);

test('a purchase that was requested before its account was deleted opens no page', async () => {
  expect(await remove()).toMatchObject({ status: 200 });
  await expect(order()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await db.purchaseOrder.count({ where: { userId: ana.id } })).toBe(0);
});

test('a payment that bKash reports after its account was deleted waits for a person, and credits nobody', async () => {
  const { id, paymentId, invoice, amount } = await openedPayment();
  await endPurchase(db, id, { answered: true, now: clock() });
  expect(await remove()).toMatchObject({ status: 200 });
  await recordCompleted(
    db,
    id,
    {
      paymentId: paymentId ?? '',
      trxId: 'CK250DELET',
      status: 'Completed',
      rawStatus: 'Completed',
      verification: 'Complete',
      amountPoisha: amount,
      currency: 'BDT',
      invoice,
      payerMsisdn: null,
      completedAt: clock(),
    },
    clock(),
  );
  expect(await db.paymentAttempt.findUnique({ where: { id } })).toMatchObject({ state: 'held' });
  expect(await db.paymentOpenEnd.findMany({ where: { attemptId: id } })).toMatchObject([{ kind: 'held' }]);
  expect((await balancesOf(db, ana.id)).availableHundredths).toBe(10_000n);
});
