/** bKash is not queried during ordinary payments, which its reviewers refuse: only where an answer is missing. */
import { expect, test } from 'vitest';
import { noJson } from '#prisma/client.ts';
import { pathOf, startPayments } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';

/** Real minutes: the timetable's first look-up is two of them after the beginning. */
const payments = await startPayments({ PURCHASE_MINUTE_MS: '60000' });
const { app, control } = payments;
const { db } = app.deps;

const queriesOf = (paymentID: string) =>
  control.calls('query').filter((call) => call.paymentID === paymentID);
const stateOf = async (paymentId: string) =>
  (await db.paymentAttempt.findUniqueOrThrow({ where: { paymentId } })).state;

test('an ordinary payment is not queried, whatever polls, returns and notices arrive in the meantime', async () => {
  const ana = await payments.customer();
  const { paymentID } = await ana.created();
  const back = pathOf(control.approve(paymentID, firstWallet));
  control.addFault({ operation: 'execute', kind: 'answerLate', ms: 3_000 });
  await app.get(back);
  await until('the debit', () => control.ledger().some((entry) => entry.paymentID === paymentID));
  expect(await stateOf(paymentID)).toBe('executing');
  await control.deliver({ paymentID, times: 3 });
  await app.get(back);
  const paid = await ana.ended(paymentID);
  expect(paid).toMatchObject({ transactionStatus: 'Completed' });
  await control.deliver({ paymentID, times: 2 });
  await ana.query(paymentID);
  expect(queriesOf(paymentID)).toEqual([]);
  expect(control.calls('execute').filter((call) => call.paymentID === paymentID)).toHaveLength(1);
});

test('a payment whose answer is lost is queried and paid', async () => {
  const ana = await payments.customer();
  const { paymentID } = await ana.created();
  control.addFault({ operation: 'execute', kind: 'dropAfterCommit' });
  await app.get(pathOf(control.approve(paymentID, firstWallet)));
  expect(await ana.ended(paymentID)).toMatchObject({ transactionStatus: 'Completed' });
  expect(queriesOf(paymentID).length).toBeGreaterThan(0);
});

test('a payment that failed without a known reason is described in the words of the specification', async () => {
  const ana = await payments.customer();
  const { paymentID } = await ana.created();
  const failed = { state: 'failed', errorMessage: noJson };
  await db.paymentAttempt.update({ where: { paymentId: paymentID }, data: failed });
  expect(await ana.query(paymentID)).toMatchObject({
    transactionStatus: 'Failed',
    message: 'Payment was cancelled or failed',
  });
});
