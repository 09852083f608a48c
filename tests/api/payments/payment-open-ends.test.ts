/**
 * Open ends of payments: on the administrators' list, reported to the customer by notice and mail, and decided once by
 * a person.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcilePayments } from '#activities/reconcile-payments.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import type {
  OpenEnd,
  AdminPayment,
  AdminPaymentsAnswer,
  TransactionView,
} from '#contracts/calls/payments-answers.ts';
import type { Account, Answer } from '#tests/harness/app.ts';
import { paidPayment, pathOf, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { purchaseWorkflowId, refundWorkflowId } from '#workflows/ids.ts';

/** With this minute, six hours pass within seven seconds. */
const payments = await startPayments({ PURCHASE_MINUTE_MS: '20' });
const { app, control } = payments;
const { db } = app.deps;
const reason = 'Checked with bKash';
let admin: Account;
let ana: Payer;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  control.clearFaults();
  control.setSwitches({ noRefunds: 'empty' });
  ana = await payments.customer();
});

const listed = async (query: Record<string, string>) =>
  (await app.get(`/api/admin/payments?${new URLSearchParams(query)}`, admin.cookie))
    .body as unknown as AdminPaymentsAnswer;
const only = async (search: string): Promise<AdminPayment> => {
  const [payment, ...others] = (await listed({ search })).payments;
  if (!payment || others.length > 0) throw new Error(`"${search}" finds ${others.length + 1} payments.`);
  return payment;
};
const openEnd = async (paymentID: string, kind: OpenEnd['kind']): Promise<OpenEnd> => {
  let found: OpenEnd | undefined;
  await until(`an open end that is ${kind}`, async () => {
    found = (await only(paymentID)).openEnds.find((end) => end.kind === kind);
    return found !== undefined;
  });
  if (!found) throw new Error('There is none.');
  return found;
};
const decide = (paymentId: string, end: OpenEnd, json: object): Promise<Answer> =>
  app.post(`/api/admin/payments/${paymentId}/open-ends/${end.id}`, { reason, ...json }, admin.cookie);
const refund = async (id: string, amount: number): Promise<string> => {
  const answer = await app.request(`/api/admin/payments/${id}/refund`, {
    json: { amount, reason: 'Asked for by mail' },
    cookie: admin.cookie,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return String(answer.body['refundId']);
};
const refundState = async (id: string) => (await db.paymentRefund.findUniqueOrThrow({ where: { id } })).state;
const titles = async (userId: string) =>
  (await db.notification.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map(
    ({ title }) => title,
  );
const listAtBkash = async (id: string) =>
  (await app.get(`/api/admin/payments/${id}/bkash-refunds`, admin.cookie)).body['refunds'];

const shownToCustomer = async ({ invoice, trxId }: AdminPayment) => {
  const { transactions } = await ana.get(`/api/transactions/${ana.id}`);
  return (transactions as TransactionView[]).find(({ transaction_id: reference }) =>
    [invoice, trxId].includes(reference),
  );
};
const removed = (): Promise<Answer> =>
  app.request(`/api/users/${ana.id}`, { method: 'DELETE', json: { reason }, cookie: admin.cookie });

/** A refund of 100 of the 500 BDT whose request was released and never arrived. */
async function lostRefund() {
  const { paymentID } = await paidPayment(payments, ana);
  const payment = await only(paymentID);
  control.addFault({ operation: 'refund', kind: 'dropBefore' });
  const refundId = await refund(payment.id, 100);
  return { paymentID, payment, refundId };
}

/** A look-up in progress would still find what bKash lists afterwards. */
async function terminateBetweenLooks(refundId: string): Promise<void> {
  const refund = app.deps.temporal.workflow.getHandle(refundWorkflowId(refundId));
  await until('the end of its look', async () => {
    const { pendingActivities, pendingWorkflowTask } = (await refund.describe()).raw;
    return !pendingActivities?.length && !pendingWorkflowTask;
  });
  await refund.terminate('test');
}

describe('a refund that bKash does not list when it has settled', () => {
  test('an unlisted refund can be decided as not made: its credits return and another refund can be requested', async () => {
    const { paymentID, payment, refundId } = await lostRefund();
    expect(await ana.credits()).toBe(900);
    const end = await openEnd(paymentID, 'refund_unknown');
    expect(end).toMatchObject({ subject: refundId, amount: 100 });
    expect((await listed({ state: 'decision', search: paymentID })).totalCount).toBe(1);
    expect((await listed({ search: 'nobody@example.test' })).needDecision).toBeGreaterThan(0);
    expect(await listAtBkash(payment.id)).toEqual([]);

    for (const json of [
      { decision: 'close' },
      { decision: 'count' },
      { decision: 'perhaps' },
      { reason: '' },
    ])
      expect((await decide(payment.id, end, json)).status).toBe(400);
    expect(await decide(payment.id, end, { decision: 'made', refundTrxId: 'CK250NROQ5' })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_NOT_POSSIBLE' },
    });
    expect(await decide(payment.id, end, { decision: 'not_made' })).toMatchObject({ status: 200 });
    expect(await refundState(refundId)).toBe('failed');
    expect(await ana.credits()).toBe(1100);
    expect((await only(paymentID)).openEnds).toEqual([]);
    expect(await decide(payment.id, end, { decision: 'not_made' })).toMatchObject({ status: 409 });
    expect(await titles(ana.id)).toEqual(['Payment received', 'Refund is delayed', 'Refund was not made']);

    const second = await refund(payment.id, 100);
    await until('the refund', async () => (await refundState(second)) === 'done');
    expect(control.refunds().filter((made) => made.paymentID === paymentID)).toHaveLength(1);
    const entries = await db.auditEntry.findMany({ where: { subject: `payment/${payment.id}` } });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['open end decided', 'payment refunded']),
    );
  });

  test('a refund cannot be decided as not made while bKash lists one of its amount, which can be named instead', async () => {
    const { paymentID, payment, refundId } = await lostRefund();
    const end = await openEnd(paymentID, 'refund_unknown');
    await terminateBetweenLooks(refundId);
    control.refund(paymentID, '100.00');
    const [made] = control.refunds().filter((one) => one.paymentID === paymentID);
    expect(await listAtBkash(payment.id)).toMatchObject([
      { refundTrxId: made?.refundTrxID, amount: 100, isKnown: false },
    ]);
    expect(await decide(payment.id, end, { decision: 'not_made' })).toMatchObject({ status: 409 });
    const body = { decision: 'made', refundTrxId: made?.refundTrxID };
    const answers = await Promise.all([decide(payment.id, end, body), decide(payment.id, end, body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await refundState(refundId)).toBe('done');
    expect(await ana.credits()).toBe(900);
    expect(await listAtBkash(payment.id)).toMatchObject([{ isKnown: true }]);
    expect((await only(paymentID)).refunded).toBe(100);
  });

  test('a refund can be decided as not made if bKash answers an empty list with an error', async () => {
    control.setSwitches({ noRefunds: 'refused' });
    const { paymentID, payment, refundId } = await lostRefund();
    const end = await openEnd(paymentID, 'refund_unknown');
    expect(await listAtBkash(payment.id)).toEqual([]);
    expect(await decide(payment.id, end, { decision: 'not_made' })).toMatchObject({ status: 200 });
    expect(await refundState(refundId)).toBe('failed');
    expect(await ana.credits()).toBe(1100);
  });

  test('a refund cannot be decided while bKash does not answer', async () => {
    const { paymentID, payment, refundId } = await lostRefund();
    const end = await openEnd(paymentID, 'refund_unknown');
    control.addFault({ operation: 'refundStatus', kind: 'http', times: -1 });
    expect(await decide(payment.id, end, { decision: 'not_made' })).toMatchObject({ status: 503 });
    expect(await app.get(`/api/admin/payments/${payment.id}/bkash-refunds`, admin.cookie)).toMatchObject({
      status: 503,
    });
    expect(await refundState(refundId)).toBe('unknown');
    control.clearFaults();
    expect(await decide(payment.id, end, { decision: 'not_made' })).toMatchObject({ status: 200 });
  });
});

describe('a refund too many', () => {
  /** 100 of 500 BDT refunded by the platform, and another 150 that the platform did not request. */
  async function twin() {
    const { paymentID } = await paidPayment(payments, ana);
    const payment = await only(paymentID);
    const refundId = await refund(payment.id, 100);
    await until('the refund', async () => (await refundState(refundId)) === 'done');
    control.refund(paymentID, '150.00');
    return { paymentID, payment, end: await openEnd(paymentID, 'refund_twin') };
  }

  test('a refund too many enters the books, with the credits of its part, when a person counts it', async () => {
    const { paymentID, payment, end } = await twin();
    expect(end.amount).toBe(150);
    expect(await ana.credits()).toBe(900);
    expect(await decide(payment.id, end, { decision: 'count' })).toMatchObject({ status: 200 });
    expect(await ana.credits()).toBe(600);
    expect(await only(paymentID)).toMatchObject({ refunded: 250, openEnds: [] });
    expect(await listAtBkash(payment.id)).toMatchObject([{ isKnown: true }, { isKnown: true }]);
    expect(await decide(payment.id, end, { decision: 'count' })).toMatchObject({ status: 409 });
    expect(await titles(ana.id)).toEqual([
      'Payment received',
      'Payment refunded',
      'A refund was made more than once',
      'Payment refunded',
    ]);
  });

  test('a refund too many can be left uncounted, and is not reported again', async () => {
    const { paymentID, payment, end } = await twin();
    expect(await decide(payment.id, end, { decision: 'close' })).toMatchObject({ status: 200 });
    expect(await ana.credits()).toBe(900);
    expect(await only(paymentID)).toMatchObject({ refunded: 100, openEnds: [] });
  });
});

describe('a payment that bKash does not confirm', () => {
  /** Executed during an outage; bKash reports Initiated. */
  async function unknown() {
    const { paymentID } = await ana.created();
    control.addFault({ operation: 'execute', kind: 'http' });
    await app.get(pathOf(control.approve(paymentID, firstWallet)));
    return { paymentID, payment: await only(paymentID), end: await openEnd(paymentID, 'payment_unknown') };
  }

  test('an unconfirmed payment is queried again when a person asks for it', async () => {
    const { payment, paymentID, end } = await unknown();
    control.execute(paymentID);
    expect(await decide(payment.id, end, { decision: 'look' })).toMatchObject({ status: 200 });
    expect(await ana.ended(paymentID)).toMatchObject({ transactionStatus: 'Completed' });
    expect(await titles(ana.id)).toEqual(['Payment not confirmed yet', 'Payment received']);
    expect((await only(paymentID)).openEnds).toEqual([]);
  });

  test('an unconfirmed payment can be closed by a person, and is still credited if bKash completes it', async () => {
    const { payment, paymentID, end } = await unknown();
    expect(await decide(payment.id, end, { decision: 'close' })).toMatchObject({ status: 200 });
    expect(await ana.query(paymentID)).toMatchObject({
      transactionStatus: 'Failed',
      message: 'This payment was closed by our team.',
    });
    expect(await titles(ana.id)).toEqual(['Payment not confirmed yet', 'Payment closed']);
    await until('its workflow to end', async () => {
      const handle = app.deps.temporal.workflow.getHandle(purchaseWorkflowId(payment.id));
      return (await handle.describe()).status.name === 'COMPLETED';
    });
    control.execute(paymentID);
    await control.deliver({ paymentID });
    await until('the credits', async () => (await ana.credits()) === 1100);
  });
});

test('a second payment that bKash refuses to send back waits for a person, who can close it', async () => {
  const number = crypto.randomUUID();
  const first = await ana.created({ number });
  const { signature } = control.payment(first.paymentID);
  await app.get(`/api/bkash/callback?paymentID=${first.paymentID}&status=cancel&signature=${signature}`);
  const second = await ana.created({ number });
  await app.get(pathOf(control.approve(second.paymentID, firstWallet)));
  await ana.ended(second.paymentID);
  control.approve(first.paymentID, firstWallet);
  control.addFault({ operation: 'refund', kind: 'statusCode', code: '2023' });
  control.execute(first.paymentID);
  await control.deliver({ paymentID: first.paymentID });
  const end = await openEnd(first.paymentID, 'send_back');
  expect(end.detail).toBe('Insufficient Balance');
  const payment = await only(first.paymentID);
  expect(await decide(payment.id, end, { decision: 'close' })).toMatchObject({ status: 200 });
  expect((await only(first.paymentID)).openEnds).toEqual([]);
  expect(await titles(ana.id)).toContain('Payment closed');
  expect(await shownToCustomer(payment)).toMatchObject({
    payment_status: 'failed',
    message: 'This payment was closed by our team.',
  });
});

test('a held payment that was sent back by hand and closed is open nowhere any more', async () => {
  const { paymentID } = await ana.created();
  control.tamper({ operation: 'execute', amount: '400.00' });
  await app.get(pathOf(control.approve(paymentID, firstWallet)));
  await openEnd(paymentID, 'held');
  control.addFault({ operation: 'refund', kind: 'statusCode', code: '2023' });
  const payment = await only(paymentID);
  const toSendBack = { decision: 'refund', reason };
  await app.post(`/api/admin/payments/${payment.id}/decide`, toSendBack, admin.cookie);
  const end = await openEnd(paymentID, 'send_back');
  expect(await removed()).toMatchObject({ status: 409, body: { code: 'PAYMENT_UNDER_WAY' } });
  expect(await decide(payment.id, end, { decision: 'close' })).toMatchObject({ status: 200 });
  expect(await shownToCustomer(payment)).toMatchObject({
    payment_status: 'failed',
    message: 'This payment was closed by our team.',
  });
  expect(await ana.query(paymentID)).toMatchObject({ transactionStatus: 'Failed' });
  expect((await listed({ state: 'open', search: paymentID })).totalCount).toBe(0);
  expect(await removed()).toMatchObject({ status: 200 });
});

describe('the mail to a customer whose payment is held', () => {
  const held = async (payer: Payer): Promise<string> => {
    const { paymentID } = await payer.created();
    control.tamper({ operation: 'execute', amount: '400.00' });
    await app.get(pathOf(control.approve(paymentID, firstWallet)));
    await openEnd(paymentID, 'held');
    return paymentID;
  };

  test('a customer whose payment is held gets one mail, in their own language', async () => {
    const rahim = await payments.customer();
    await db.user.update({ where: { id: rahim.id }, data: { language: 'bn' } });
    await held(ana);
    await held(rahim);
    await Promise.all([reconcilePayments(app.deps), reconcilePayments(app.deps)]);
    await reconcilePayments(app.deps);
    const [english, ...others] = (await app.mailsTo(ana.email)).filter(({ subject }) =>
      /checked/.test(subject),
    );
    expect(others).toEqual([]);
    expect(english?.text).toContain('500.00 BDT');
    expect(english?.links[0]).toContain('/dashboard?tab=transactions');
    const bengali = (await app.mailsTo(rahim.email)).find(({ subject }) => subject.includes('পেমেন্ট'));
    expect(bengali?.text).toContain('৳৫০০.০০');
  });

  test('a customer whose payment is held gets the mail even if its first sending failed', async () => {
    await held(ana);
    const mailer = { send: () => Promise.reject(new Error('No mail leaves here.')) };
    await reconcilePayments({ ...app.deps, mailer });
    await reconcilePayments(app.deps);
    expect((await app.mailsTo(ana.email)).map(({ subject }) => subject)).toContain(
      'Your payment is being checked',
    );
  });
});

test('a slow mail server does not keep a round of repairs from ending', async () => {
  await db.paymentOpenEnd.updateMany({ data: { mailedAt: null } });
  const unmailed = { closedAt: null, mailedAt: null, attempt: { user: { deletedAt: null } } };
  expect(await db.paymentOpenEnd.count({ where: unmailed })).toBeGreaterThan(1);
  let lateMs = 0;
  let tries = 0;
  const send = async (): Promise<void> => {
    tries += 1;
    lateMs += 60_000;
    throw new Error('Connection timeout');
  };
  await reconcilePayments({
    ...app.deps,
    mailer: { send },
    clock: () => new Date(Date.now() + lateMs),
  });
  expect(tries).toBe(1);
});

test('an administrator is notified that a decision is needed, with a link to it', async () => {
  const notices = await db.notification.findMany({ where: { userId: admin.id } });
  expect(notices.map(({ title }) => title)).toContain('A payment needs a decision');
  expect(notices[0]?.actionUrl).toBe('/admin?tab=system&section=payments&state=decision');
});

test('the books agree after all these tests', async () => {
  expect(await verifyLedger(db)).toEqual([]);
  expect(await verifyPayments(db)).toEqual([]);
});
