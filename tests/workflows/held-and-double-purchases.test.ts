/**
 * Purchases that need more than one answer of bKash: held payments, orders paid twice, notices, and pages that nobody
 * opens.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { BkashPayment } from '#api/adapters/bkash/types.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { requestRefund } from '#api/domain/payments/payment-refunds.ts';
import { recordCompleted, recordDecision } from '#api/domain/payments/purchase-settlement.ts';
import { endPurchase } from '#api/domain/payments/purchase-steps.ts';
import { resumePurchase } from '#api/domain/payments/purchase-workflow.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import {
  requestQuery,
  beginPurchase,
  decideHeld,
  openOrder,
  storeNotice,
} from '#api/domain/payments/purchases.ts';
import { createUser } from '#tests/factories.ts';
import { refundWorkflowId } from '#workflows/ids.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { endQuietly, startPurchaseFixture, until, type Begun } from './purchase-fixture.ts';

const fixture = await startPurchaseFixture();
const { control, db, deps } = fixture;
const { approvedAndReturned, expectPaid, expectUnpaid } = purchaseSteps(fixture);

describe('a payment whose figures differ', () => {
  const held = async (lie: Omit<Parameters<typeof control.tamper>[0], 'operation'>): Promise<Begun> => {
    const begun = await fixture.begin();
    control.tamper({ operation: 'execute', ...lie });
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'held');
    expect(await fixture.credits(begun.userId)).toBe(0n);
    expect(await fixture.transaction(begun)).toMatchObject({ status: 'pending', receiptNumber: null });
    return begun;
  };
  const decide = (begun: Begun, decision: 'credit' | 'refund' | 'close') =>
    decideHeld(deps, {
      attemptId: begun.attemptId,
      decision,
      actorId: 'admin',
      reason: 'Checked in the portal',
    });

  const expectCredited = async (begun: Begun): Promise<void> => {
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'paid' });
    expect(await fixture.credits(begun.userId)).toBe(50_000n);
    expect(await fixture.titles(begun.userId)).toEqual(['Payment is being checked', 'Payment received']);
  };

  it.each([
    ['amount', { amount: '1.00' }],
    ['invoice', { invoice: 'CHANOTHER' }],
    ['paymentID', { paymentID: 'TR0011aaaaaaa1762072142166' }],
    ['currency', { currency: 'USD' }],
  ])(
    'a payment with another %s is held and never credited by itself, and stays uncredited if closed',
    async (what, lie) => {
      const begun = await held(lie);
      const { heldReason } = await fixture.attempt(begun.attemptId);
      expect(english(storedMessage(heldReason))).toContain(what);
      expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'held', closedAt: null }]);
      await decide(begun, 'close');
      await fixture.end(begun);
      await expectUnpaid(begun, 'failed');
      expect(await fixture.openEnds(begun)).toMatchObject([
        {
          kind: 'held',
          closedBy: 'admin',
          closedReason: 'Checked in the portal',
          closedAt: expect.any(Date),
        },
      ]);
      expect(await fixture.titles(begun.userId)).toEqual(['Payment is being checked', 'Payment closed']);
      expect((await fixture.attempt(begun.attemptId)).heldPayment).toMatchObject({
        decision: { decision: 'close', actorId: 'admin', reason: 'Checked in the portal' },
      });
    },
  );

  it('a held payment is credited once as agreed if a person says so, and the decision stands', async () => {
    const begun = await held({ invoice: 'CHANOTHER' });
    await decide(begun, 'credit');
    await fixture.end(begun);
    // A second click, and a replayed step.
    const again = { decision: 'credit' as const, actorId: 'admin', reason: 'Checked in the portal' };
    const replays = [1, 2, 3].map(() => recordDecision(db, begun.attemptId, again, deps.clock()));
    await Promise.all(replays);
    await expect(
      recordDecision(db, begun.attemptId, { ...again, decision: 'refund' }, deps.clock()),
    ).rejects.toMatchObject({ code: 'REFUND_NOT_POSSIBLE' });
    await expectCredited(begun);
  });

  it('a held payment that a person refunds returns what was paid, not what was agreed', async () => {
    const begun = await held({ amount: '100.00' });
    await decide(begun, 'refund');
    await fixture.end(begun);
    const [refund] = await fixture.refundsOf(begun);
    await fixture.environment.client.workflow.getHandle(refundWorkflowId(refund?.id ?? '')).result();
    expect(await fixture.refundsOf(begun)).toMatchObject([
      { state: 'done', amount: 10_000n, creditsTaken: 0n, actorId: 'admin', reason: 'Checked in the portal' },
    ]);
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'refunded' });
    expect(await fixture.credits(begun.userId)).toBe(0n);
  });

  it('a held payment can still be decided after 60 days', async () => {
    const begun = await held({ invoice: 'CHANOTHER' });
    await fixture.end(begun);
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'held' });
    await decide(begun, 'credit');
    await fixture.end(begun);
    await expectCredited(begun);
  });

  it("a held payment with another payment's trxID can only be closed", async () => {
    const first = await fixture.begin();
    await approvedAndReturned(first);
    await fixture.untilState(first, 'paid');
    const { trxId } = await fixture.attempt(first.attemptId);
    const second = await fixture.begin();
    control.tamper({ operation: 'execute', trxID: trxId ?? '' });
    await approvedAndReturned(second);
    await fixture.untilState(second, 'held');
    for (const decision of ['credit', 'refund'] as const)
      await expect(decide(second, decision)).rejects.toMatchObject({ code: 'REFUND_NOT_POSSIBLE' });
    await decide(second, 'close');
    await fixture.end(second);
    await expectUnpaid(second, 'failed');
  });
});

describe('an order', () => {
  /** An order whose first payment was cancelled and whose second one is paid; the first page can still be used. */
  const paidOnSecondPage = async (): Promise<{ first: Begun; second: Begun }> => {
    const invoice = `CHALAN-${randomUUID()}`;
    const first = await fixture.begin({ invoice });
    await fixture.returns(first, 'cancel');
    await fixture.untilState(first, 'cancelled');
    const second = await fixture.begin({ invoice, userId: first.userId });
    expect(second.paymentId).not.toBe(first.paymentId);
    await approvedAndReturned(second);
    await fixture.untilState(second, 'paid');
    return { first, second };
  };

  it('an order paid twice keeps the first payment, refunds the second once and notifies the customer', async () => {
    const { first, second } = await paidOnSecondPage();
    fixture.approve(first, '01929918378');
    control.execute(first.paymentId);
    await fixture.end(first);
    const [refund] = await fixture.refundsOf(first);
    await fixture.environment.client.workflow.getHandle(refundWorkflowId(refund?.id ?? '')).result();
    expect(await fixture.refundsOf(first)).toMatchObject([
      { state: 'done', amount: 25_000n, creditsTaken: 0n, actorId: null },
    ]);
    expect(control.refunds().filter(({ paymentID }) => paymentID === first.paymentId)).toHaveLength(1);
    expect(await fixture.transaction(first)).toMatchObject({ status: 'refunded', refunded: 25_000n });
    expect(await fixture.attempt(second.attemptId)).toMatchObject({ state: 'paid' });
    expect(await fixture.credits(first.userId)).toBe(50_000n);
    expect(await fixture.titles(first.userId)).toEqual([
      'Payment received',
      'Payment is sent back',
      'Payment refunded',
    ]);
  });

  it('a second payment that bKash refuses to refund waits for a person, and the customer is notified', async () => {
    const { first } = await paidOnSecondPage();
    fixture.approve(first, '01929918378');
    control.execute(first.paymentId);
    control.addFault({ kind: 'statusCode', operation: 'refund', code: '2023' });
    await fixture.end(first);
    const ended = async (nth: number) => (await fixture.refundsOf(first))[nth]?.endedAt ?? null;
    await until('the refusal', async () => (await ended(0)) !== null);
    const [refund] = await fixture.refundsOf(first);
    expect(await fixture.attempt(first.attemptId)).toMatchObject({ state: 'duplicate' });
    expect(await fixture.openEnds(first)).toMatchObject([
      { kind: 'send_back', subject: refund?.id, detail: 'Insufficient Balance', closedAt: null },
    ]);
    expect(await fixture.titles(first.userId)).toContain('Refund is delayed');
    expect(await verifyPayments(db)).toEqual([]);
    // A person requests the refund again: the open problem closes by itself.
    await requestRefund(deps, {
      key: randomUUID(),
      attemptId: first.attemptId,
      amountPoisha: 25_000n,
      reason: 'The balance is there now',
      actorId: 'admin',
      acceptShortfall: true,
    });
    await until('the refund', async () => (await ended(1)) !== null);
    expect(await fixture.attempt(first.attemptId)).toMatchObject({ state: 'refunded' });
    expect((await fixture.openEnds(first))[0]?.closedAt).not.toBeNull();
    expect(await fixture.credits(first.userId)).toBe(50_000n);
  });

  it('a second payment older than 60 days cannot be refunded, and a person decides', async () => {
    const { first } = await paidOnSecondPage();
    await endQuietly(fixture.handle(first));
    await recordCompleted(
      db,
      first.attemptId,
      completed(first, await fixture.attempt(first.attemptId)),
      deps.clock(),
    );
    await resumePurchase(deps, { id: first.attemptId, userId: first.userId });
    await fixture.end(first);
    expect(await fixture.refundsOf(first)).toEqual([]);
    expect(await fixture.openEnds(first)).toMatchObject([
      {
        kind: 'send_back',
        subject: '',
        detail: 'bKash refunds a payment within 60 days only.',
        closedAt: null,
      },
    ]);
    expect(await verifyPayments(db)).toEqual([]);
  });

  /** bKash's notice of a payment that it completed 61 days ago. */
  const completed = (
    begun: Begun,
    { invoice, amount }: { invoice: string; amount: bigint },
  ): BkashPayment => ({
    paymentId: begun.paymentId,
    trxId: 'CK250NRO61',
    status: 'Completed',
    rawStatus: 'Completed',
    verification: 'Complete',
    amountPoisha: amount,
    currency: 'BDT',
    invoice,
    payerMsisdn: null,
    completedAt: new Date(deps.clock().getTime() - 61 * 24 * HOUR_MS),
  });

  it('a paid order is not debited again by another page that is still open', async () => {
    const { first } = await paidOnSecondPage();
    fixture.approve(first, '01929918378');
    await fixture.returns(first, 'success');
    await fixture.end(first);
    await expectUnpaidAttempt(first);
  });

  const expectUnpaidAttempt = async (begun: Begun): Promise<void> => {
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'failed', trxId: null });
    expect(fixture.debits(begun)).toHaveLength(0);
    expect(await fixture.credits(begun.userId)).toBe(50_000n);
  };

  it('an order that is clicked twice at once is one payment', async () => {
    const { id: userId } = await createUser(db);
    const invoice = `CHALAN-${randomUUID()}`;
    const [first, second] = await Promise.all([
      fixture.begin({ userId, invoice }),
      fixture.begin({ userId, invoice }),
    ]);
    expect(second.paymentId).toBe(first.paymentId);
    expect(await db.paymentAttempt.count({ where: { userId } })).toBe(1);
    expect((await fixture.begin({ userId, invoice })).paymentId).toBe(first.paymentId);
  });

  it('an order of another amount under the same number, or one already paid, is refused', async () => {
    const invoice = `CHALAN-${randomUUID()}`;
    const begun = await fixture.begin({ invoice });
    const again = { userId: begun.userId, invoice };
    await expect(fixture.begin({ ...again, amount: 300 })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'paid');
    await expect(fixture.begin(again)).rejects.toMatchObject({ code: 'ORDER_PAID' });
  });
});

describe('a notice or a look', () => {
  const notice = (begun: Begun, invoice: string | null, trxId: string, messageId: string = randomUUID()) => ({
    messageId,
    payment: {
      trxId,
      invoice,
      amountPoisha: 25_000n,
      currency: 'BDT',
      rawStatus: 'Completed',
      transactionType: null,
      completedAt: null,
      body: { trxID: trxId, paymentOf: begun.attemptId },
    },
  });

  it("a notice before and after the payer's return credits once", async () => {
    const begun = await fixture.begin();
    const { invoice } = await fixture.attempt(begun.attemptId);
    fixture.approve(begun);
    control.execute(begun.paymentId);
    const sent = notice(begun, invoice, 'CK250NROQ5');
    await Promise.all([storeNotice(deps, sent), storeNotice(deps, sent)]);
    await fixture.untilState(begun, 'paid');
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    await expectPaid(begun);
    expect(await db.ipnMessage.count({ where: { attemptId: begun.attemptId } })).toBe(1);
  });

  it('a notice without a bKash payment behind it credits nothing', async () => {
    const begun = await fixture.begin();
    const { invoice } = await fixture.attempt(begun.attemptId);
    await storeNotice(deps, notice(begun, invoice, 'CK250NROQ6'));
    await fixture.end(begun);
    await expectUnpaid(begun, 'expired');
  });

  it('a notice that fits no payment is kept for a person', async () => {
    const begun = await fixture.begin();
    const sent = notice(begun, 'SOMEBODY', 'CK250NROQ7');
    expect(await storeNotice(deps, sent)).toBeNull();
    expect(await db.ipnMessage.findUnique({ where: { messageId: sent.messageId } })).toMatchObject({
      attemptId: null,
    });
  });

  it('a notice after the end causes one more query, and a payment that bKash completed is credited', async () => {
    const begun = await fixture.begin();
    await fixture.handle(begun).terminate('test');
    await endPurchase(db, begun.attemptId, { answered: true, now: deps.clock() });
    await expectUnpaid(begun, 'expired');
    fixture.approve(begun);
    control.execute(begun.paymentId);
    const { invoice } = await fixture.attempt(begun.attemptId);
    await storeNotice(deps, notice(begun, invoice, 'CK250NROQ8'));
    await fixture.end(begun);
    await expectPaid(begun);
  });

  it('a browser that polls without end causes few queries and a small history', async () => {
    const begun = await fixture.begin();
    for (let poll = 0; poll < 30; poll += 1) {
      const attempt = await fixture.attempt(begun.attemptId);
      for (let tab = 0; tab < 4; tab += 1) await requestQuery(deps, attempt);
      await fixture.pass(3_500);
    }
    const { events } = await fixture.handle(begun).fetchHistory();
    const queries = control.calls('query').filter(({ paymentID }) => paymentID === begun.paymentId);
    expect(queries.length).toBeGreaterThan(10);
    expect(queries.length).toBeLessThan(25);
    expect(events?.length).toBeLessThan(400);
  });
});

it('a payment that nobody opens fails within minutes and sends nothing to bKash', async () => {
  const { id: userId } = await createUser(db);
  const attempt = await openOrder(db, {
    userId,
    invoice: `CHALAN-${randomUUID()}`,
    amountPoisha: 25_000n,
    creditsHundredths: 50_000n,
    creditsPerBdtHundredths: 200,
    shownHundredths: null,
    now: deps.clock(),
  });
  const creates = control.calls('create').length;
  await resumePurchase(deps, attempt);
  await fixture.environment.client.workflow.getHandle(`purchase/${attempt.id}`).result();
  expect(await fixture.attempt(attempt.id)).toMatchObject({ state: 'failed' });
  expect(control.calls('create')).toHaveLength(creates);
});

it('a purchase outside the limits is refused before anything is stored', async () => {
  const { id } = await createUser(db);
  for (const amount of [49.99, 100_000.01, 50.001]) {
    await expect(
      beginPurchase(
        deps,
        { id, isAdmin: false },
        { amount, merchantInvoiceNumber: 'CHALAN-0001', origin: 'dialog' },
      ),
    ).rejects.toMatchObject({ code: 'PURCHASE_AMOUNT' });
  }
  expect(await db.purchaseOrder.count({ where: { userId: id } })).toBe(0);
});

it('the ledger is sound and the receipts have no gaps after all of these tests', async () => {
  expect(await verifyLedger(db)).toEqual([]);
  expect(await verifyPayments(db)).toEqual([]);
  const receipts = await db.transaction.findMany({
    where: { receiptNumber: { not: null } },
    orderBy: { receiptNumber: 'asc' },
  });
  expect(receipts.map(({ receiptNumber }) => receiptNumber)).toEqual(receipts.map((_, index) => index + 1));
});
