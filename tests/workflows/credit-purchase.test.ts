/** A purchase on virtual time against the sandbox's bKash: whatever is lost, credited exactly once or not at all. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#api/domain/ledger.ts';
import { resumePurchase } from '#api/domain/purchase-workflow.ts';
import { askToLook, beginPurchase, decideHeld, openOrder, storeNotice } from '#api/domain/purchases.ts';
import { createUser } from '#tests/factories.ts';
import { refundWorkflowId } from '#workflows/ids.ts';
import { HOUR_MS, MINUTE_MS, startPurchaseWorld, until, type Begun } from './purchase-world.ts';

const world = await startPurchaseWorld();
const { control, db, deps, interruptions } = world;

beforeEach(() => {
  control.clearFaults();
  control.setSwitches({ duplicateWindowMs: 0 });
  delete interruptions.execute;
});

const executes = (begun: Begun) =>
  control.calls('execute').filter(({ paymentID }) => paymentID === begun.paymentId);

/** Paid, with everything that belongs to it, once. */
async function expectPaid(begun: Begun): Promise<void> {
  expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'paid' });
  expect(await world.transaction(begun)).toMatchObject({ status: 'completed' });
  expect(await world.credits(begun.userId)).toBe(50_000n);
  expect(await world.titles(begun.userId)).toEqual(['Payment received']);
  expect(world.debits(begun)).toHaveLength(1);
}

async function expectUnpaid(begun: Begun, state: string): Promise<void> {
  expect(await world.attempt(begun.attemptId)).toMatchObject({ state, trxId: null });
  expect(await world.transaction(begun)).toMatchObject({ status: 'failed', receiptNumber: null });
  expect(await world.credits(begun.userId)).toBe(0n);
}

async function approvedAndReturned(begun: Begun): Promise<void> {
  world.approve(begun);
  await world.returns(begun, 'success');
}

describe('a lost answer', () => {
  it('of execute after the debit is found by a query: credited once, debited once', async () => {
    const begun = await world.begin();
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    await approvedAndReturned(begun);
    await world.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('of an execute that still runs stays unknown while bKash says Initiated, and is paid later', async () => {
    const begun = await world.begin();
    control.addFault({ kind: 'commitLate', operation: 'execute', ms: 6_000 });
    await approvedAndReturned(begun);
    await world.untilState(begun, 'unknown');
    await world.pass(6_000);
    await until('a query', async () => (await world.progress(begun)).queries > 0);
    expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'unknown' });
    expect(await world.transaction(begun)).toMatchObject({ status: 'pending' });
    await until('the debit', () => world.debits(begun).length === 1);
    await world.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('of an execute keeps a second payment of the order from being opened', async () => {
    const invoice = `CHALAN-${randomUUID()}`;
    const begun = await world.begin({ invoice });
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    control.addFault({ kind: 'http', operation: 'query', times: 1 });
    await approvedAndReturned(begun);
    await world.untilState(begun, 'unknown');
    await expect(world.begin({ invoice, userId: begun.userId })).rejects.toMatchObject({
      code: 'PAYMENT_REFUSED',
    });
    await world.end(begun);
    await expectPaid(begun);
  });

  it('of create fails the attempt, and leaves nothing pending', async () => {
    const { id } = await createUser(db);
    control.addFault({ kind: 'dropAfterCommit', operation: 'create' });
    const invoice = `CHALAN-${randomUUID()}`;
    await expect(world.begin({ userId: id, invoice })).rejects.toMatchObject({ code: 'PAYMENT_NOT_CREATED' });
    expect(await db.paymentAttempt.findMany({ where: { userId: id } })).toMatchObject([{ state: 'failed' }]);
    expect(await db.transaction.findMany({ where: { userId: id } })).toMatchObject([{ status: 'failed' }]);
    const second = await world.begin({ userId: id, invoice });
    expect(await world.attempt(second.attemptId)).toMatchObject({ state: 'initiated' });
  });

  it('of every query for a day does not end the payment: it is paid when bKash answers again', async () => {
    const begun = await world.begin();
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    control.addFault({ kind: 'http', operation: 'query', times: 36 });
    await approvedAndReturned(begun);
    await world.end(begun);
    await expectPaid(begun);
  });
});

describe('a worker that is gone', () => {
  it('between the intent and the call never leads to a second execute: a query decides', async () => {
    const begun = await world.begin();
    interruptions.execute = () => Promise.reject(new Error('The worker is gone.'));
    await approvedAndReturned(begun);
    await world.untilState(begun, 'unknown');
    delete interruptions.execute;
    await world.returns(begun, 'cancel');
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(0);
  });

  it('with its whole workflow: the next run goes on from the state, and never executes what may be executed', async () => {
    const begun = await world.begin();
    interruptions.execute = async () => {
      control.execute(begun.paymentId);
      await world.handle(begun).terminate('test');
      throw new Error('The worker is gone.');
    };
    await approvedAndReturned(begun);
    await until('the end of the workflow', async () => {
      const { status } = await world.handle(begun).describe();
      return status.name === 'TERMINATED';
    });
    expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'executing' });
    delete interruptions.execute;
    await resumePurchase(deps, { id: begun.attemptId, userId: begun.userId });
    await world.end(begun);
    await expectPaid(begun);
  });

  it('after the payer came back: the next run executes', async () => {
    const begun = await world.begin();
    await world.handle(begun).terminate('test');
    world.approve(begun);
    await db.paymentAttempt.update({ where: { id: begun.attemptId }, data: { returned: 'success' } });
    await resumePurchase(deps, { id: begun.attemptId, userId: begun.userId });
    await world.end(begun);
    await expectPaid(begun);
  });
});

describe("a browser's claim", () => {
  it('of success on a payment that was not approved is not believed: still checked, expired after 26 hours', async () => {
    const begun = await world.begin();
    const startedMs = deps.clock().getTime();
    await world.returns(begun, 'success');
    await until('the refusal', () => executes(begun).length === 1);
    await world.untilState(begun, 'initiated');
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
    expect((deps.clock().getTime() - startedMs) / HOUR_MS).toBeCloseTo(26, 0);
    expect(executes(begun)).toHaveLength(1);
  });

  it('of success that came too early is made good when the payer has approved', async () => {
    const begun = await world.begin();
    await world.returns(begun, 'success');
    await until('the refusal', () => executes(begun).length === 1);
    await world.untilState(begun, 'initiated');
    world.approve(begun);
    await world.end(begun);
    await expectPaid(begun);
  });

  it('of cancellation is shown after a query, and a payment that bKash completed all the same is credited', async () => {
    const begun = await world.begin();
    await world.returns(begun, 'cancel');
    await world.untilState(begun, 'cancelled');
    expect(await world.transaction(begun)).toMatchObject({ status: 'failed' });
    world.approve(begun);
    control.execute(begun.paymentId);
    await world.end(begun);
    await expectPaid(begun);
  });

  it('of success in the place of a cancellation is decided by bKash, which refuses it', async () => {
    const begun = await world.begin();
    world.cancel(begun);
    await world.returns(begun, 'success');
    await world.end(begun);
    expect((await world.attempt(begun.attemptId)).state).not.toBe('paid');
    expect(await world.credits(begun.userId)).toBe(0n);
    expect(world.debits(begun)).toHaveLength(0);
  });

  it('repeated in ten tabs at once makes one execute', async () => {
    const begun = await world.begin();
    world.approve(begun);
    await Promise.all(Array.from({ length: 10 }, () => world.returns(begun, 'success')));
    await world.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });
});

describe('a payer who closed the window after the PIN', () => {
  it('is not debited where late executes are switched off', async () => {
    const begun = await world.begin();
    world.approve(begun);
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(0);
  });

  it('is debited and credited at the next check where they are switched on', async () => {
    world.env.BKASH_EXECUTE_LATE = true;
    const begun = await world.begin();
    world.env.BKASH_EXECUTE_LATE = false;
    world.approve(begun);
    await world.end(begun);
    await expectPaid(begun);
  });
});

describe('bKash refuses', () => {
  it('the debit: failed with its words, and never executed again', async () => {
    const begun = await world.begin();
    world.approve(begun, '01823074817');
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectUnpaid(begun, 'failed');
    expect(await world.attempt(begun.attemptId)).toMatchObject({ errorMessage: 'Insufficient Balance' });
    await world.returns(begun, 'success');
    expect(executes(begun)).toHaveLength(1);
  });

  it('the same wallet and amount again within minutes: its words tell when to try again', async () => {
    control.setSwitches({ duplicateWindowMs: 120_000 });
    const [first, second] = [await world.begin(), await world.begin()];
    await approvedAndReturned(first);
    await world.untilState(first, 'paid');
    await approvedAndReturned(second);
    await world.untilState(second, 'failed');
    expect((await world.attempt(second.attemptId)).errorMessage).toMatch(
      /Please try again in a few minutes\.$/,
    );
  });

  it('to create: the payer reads why', async () => {
    control.addFault({ kind: 'statusCode', operation: 'create', code: '2006' });
    await expect(world.begin()).rejects.toMatchObject({ code: 'PAYMENT_REFUSED', message: 'Invalid amount' });
  });

  it('a second execute because the first was made elsewhere: a query finds the payment', async () => {
    const begun = await world.begin();
    world.approve(begun);
    control.execute(begun.paymentId);
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectPaid(begun);
  });
});

describe('a payment whose figures differ', () => {
  const held = async (lie: { amount?: string; invoice?: string; paymentID?: string }): Promise<Begun> => {
    const begun = await world.begin();
    control.tamper({ operation: 'execute', ...lie });
    await approvedAndReturned(begun);
    await world.untilState(begun, 'held');
    expect(await world.credits(begun.userId)).toBe(0n);
    expect(await world.transaction(begun)).toMatchObject({ status: 'pending', receiptNumber: null });
    return begun;
  };
  const decide = (begun: Begun, decision: 'credit' | 'refund' | 'close') =>
    decideHeld(deps, {
      attemptId: begun.attemptId,
      decision,
      actorId: 'admin',
      reason: 'Checked in the portal',
    });

  it.each([
    ['amount', { amount: '1.00' }],
    ['invoice', { invoice: 'CHANOTHER' }],
    ['paymentID', { paymentID: 'TR0011aaaaaaa1762072142166' }],
  ])('in its %s is held and never credited by itself; closed, it stays uncredited', async (what, lie) => {
    const begun = await held(lie);
    expect(await world.attempt(begun.attemptId)).toMatchObject({
      heldReason: expect.stringContaining(what),
    });
    await decide(begun, 'close');
    await world.end(begun);
    await expectUnpaid(begun, 'failed');
    expect((await world.attempt(begun.attemptId)).heldPayment).toMatchObject({
      decision: { decision: 'close', actorId: 'admin', reason: 'Checked in the portal' },
    });
  });

  it('is credited as agreed when a person says so, once', async () => {
    const begun = await held({ invoice: 'CHANOTHER' });
    const decisions = await Promise.allSettled([decide(begun, 'credit'), decide(begun, 'credit')]);
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await world.end(begun);
    await expectPaid(begun);
  });

  it('goes back to the wallet when a person says so: what was paid, not what was agreed', async () => {
    const begun = await held({ amount: '100.00' });
    await decide(begun, 'refund');
    await world.end(begun);
    const [refund] = await world.refundsOf(begun);
    await world.environment.client.workflow.getHandle(refundWorkflowId(refund?.id ?? '')).result();
    expect(await world.refundsOf(begun)).toMatchObject([
      { state: 'done', amount: 10_000n, creditsTaken: 0n, actorId: 'admin', reason: 'Checked in the portal' },
    ]);
    expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'refunded' });
    expect(await world.credits(begun.userId)).toBe(0n);
  });

  it('can be decided after nobody did for 60 days', async () => {
    const begun = await held({ invoice: 'CHANOTHER' });
    await world.end(begun);
    expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'held' });
    await decide(begun, 'credit');
    await world.end(begun);
    await expectPaid(begun);
  });

  it('in its trxID, which is that of another payment, can only be closed', async () => {
    const first = await world.begin();
    await approvedAndReturned(first);
    await world.untilState(first, 'paid');
    const { trxId } = await world.attempt(first.attemptId);
    const second = await world.begin();
    control.tamper({ operation: 'execute', trxID: trxId ?? '' });
    await approvedAndReturned(second);
    await world.untilState(second, 'held');
    for (const decision of ['credit', 'refund'] as const)
      await expect(decide(second, decision)).rejects.toMatchObject({ code: 'REFUND_NOT_POSSIBLE' });
    await decide(second, 'close');
    await world.end(second);
    await expectUnpaid(second, 'failed');
  });
});

describe('an order', () => {
  it('paid by two payments keeps the first and sends the second back in full, once, and tells the customer', async () => {
    const invoice = `CHALAN-${randomUUID()}`;
    const first = await world.begin({ invoice });
    await world.returns(first, 'cancel');
    await world.untilState(first, 'cancelled');
    const second = await world.begin({ invoice, userId: first.userId });
    expect(second.paymentId).not.toBe(first.paymentId);
    await approvedAndReturned(second);
    await world.untilState(second, 'paid');
    world.approve(first, '01929918378');
    control.execute(first.paymentId);
    await world.end(first);
    const [refund] = await world.refundsOf(first);
    await world.environment.client.workflow.getHandle(refundWorkflowId(refund?.id ?? '')).result();
    expect(await world.refundsOf(first)).toMatchObject([
      { state: 'done', amount: 25_000n, creditsTaken: 0n, actorId: null },
    ]);
    expect(control.refunds().filter(({ paymentID }) => paymentID === first.paymentId)).toHaveLength(1);
    expect(await world.transaction(first)).toMatchObject({ status: 'refunded', refunded: 25_000n });
    expect(await world.attempt(second.attemptId)).toMatchObject({ state: 'paid' });
    expect(await world.credits(first.userId)).toBe(50_000n);
    expect(await world.titles(first.userId)).toEqual([
      'Payment received',
      'Payment is sent back',
      'Payment refunded',
    ]);
  });

  it('that is paid is not debited again by another page that is still open', async () => {
    const invoice = `CHALAN-${randomUUID()}`;
    const first = await world.begin({ invoice });
    await world.returns(first, 'cancel');
    await world.untilState(first, 'cancelled');
    const second = await world.begin({ invoice, userId: first.userId });
    await approvedAndReturned(second);
    await world.untilState(second, 'paid');
    world.approve(first, '01929918378');
    await world.returns(first, 'success');
    await world.end(first);
    await expectUnpaidAttempt(first);
  });

  const expectUnpaidAttempt = async (begun: Begun): Promise<void> => {
    expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'failed', trxId: null });
    expect(world.debits(begun)).toHaveLength(0);
    expect(await world.credits(begun.userId)).toBe(50_000n);
  };

  it('clicked twice at once is one payment', async () => {
    const { id: userId } = await createUser(db);
    const invoice = `CHALAN-${randomUUID()}`;
    const [first, second] = await Promise.all([
      world.begin({ userId, invoice }),
      world.begin({ userId, invoice }),
    ]);
    expect(second.paymentId).toBe(first.paymentId);
    expect(await db.paymentAttempt.count({ where: { userId } })).toBe(1);
    expect((await world.begin({ userId, invoice })).paymentId).toBe(first.paymentId);
  });

  it('of another amount under the same number, or already paid, is refused', async () => {
    const invoice = `CHALAN-${randomUUID()}`;
    const begun = await world.begin({ invoice });
    const again = { userId: begun.userId, invoice };
    await expect(world.begin({ ...again, amount: 300 })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    await approvedAndReturned(begun);
    await world.untilState(begun, 'paid');
    await expect(world.begin(again)).rejects.toMatchObject({ code: 'ORDER_PAID' });
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

  it('that comes before the payer does, and again after, credits once', async () => {
    const begun = await world.begin();
    const { invoice } = await world.attempt(begun.attemptId);
    world.approve(begun);
    control.execute(begun.paymentId);
    const told = notice(begun, invoice, 'CK250NROQ5');
    await Promise.all([storeNotice(deps, told), storeNotice(deps, told)]);
    await world.untilState(begun, 'paid');
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectPaid(begun);
    expect(await db.ipnMessage.count({ where: { attemptId: begun.attemptId } })).toBe(1);
  });

  it('that no bKash payment stands behind credits nothing', async () => {
    const begun = await world.begin();
    const { invoice } = await world.attempt(begun.attemptId);
    await storeNotice(deps, notice(begun, invoice, 'CK250NROQ6'));
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
  });

  it('that fits no payment is kept for a person', async () => {
    const begun = await world.begin();
    const told = notice(begun, 'SOMEBODY', 'CK250NROQ7');
    expect(await storeNotice(deps, told)).toBeNull();
    expect(await db.ipnMessage.findUnique({ where: { messageId: told.messageId } })).toMatchObject({
      attemptId: null,
    });
  });

  it('after everything was over is looked at once more, and what bKash completed is credited', async () => {
    const begun = await world.begin();
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
    Object.assign(control.payment(begun.paymentId), {
      state: 'APPROVED',
      wallet: '01770618575',
      verified: true,
    });
    control.execute(begun.paymentId);
    const { invoice } = await world.attempt(begun.attemptId);
    await storeNotice(deps, notice(begun, invoice, 'CK250NROQ8'));
    await world.end(begun);
    await expectPaid(begun);
  });

  it('asked for by a browser that polls without end costs few queries and a small history', async () => {
    const begun = await world.begin();
    for (let poll = 0; poll < 30; poll += 1) {
      const attempt = await world.attempt(begun.attemptId);
      for (let tab = 0; tab < 4; tab += 1) await askToLook(deps, attempt);
      await world.pass(3_500);
    }
    const { events } = await world.handle(begun).fetchHistory();
    const queries = control.calls('query').filter(({ paymentID }) => paymentID === begun.paymentId);
    expect(queries.length).toBeGreaterThan(10);
    expect(queries.length).toBeLessThan(25);
    expect(events?.length).toBeLessThan(400);
  });
});

it('a payment that nobody opens fails within minutes, and nothing was asked of bKash', async () => {
  const { id: userId } = await createUser(db);
  const attempt = await openOrder(db, {
    userId,
    invoice: `CHALAN-${randomUUID()}`,
    amountPoisha: 25_000n,
    creditsHundredths: 50_000n,
    creditsPerBdtHundredths: 200,
    now: deps.clock(),
  });
  const creates = control.calls('create').length;
  await resumePurchase(deps, attempt);
  await world.environment.client.workflow.getHandle(`purchase/${attempt.id}`).result();
  expect(await world.attempt(attempt.id)).toMatchObject({ state: 'failed' });
  expect(control.calls('create')).toHaveLength(creates);
});

it('a purchase below or above what may be bought is refused before anything is stored', async () => {
  const { id } = await createUser(db);
  for (const amount of [49.99, 100_000.01, 50.001]) {
    await expect(
      beginPurchase(deps, { id }, { amount, merchantInvoiceNumber: 'CHALAN-0001', origin: 'dialog' }),
    ).rejects.toMatchObject({ code: 'PURCHASE_AMOUNT' });
  }
  expect(await db.purchaseOrder.count({ where: { userId: id } })).toBe(0);
});

it('after everything these tests did, the ledger is sound and receipts have no gaps', async () => {
  await world.pass(MINUTE_MS);
  expect(await verifyLedger(db)).toEqual([]);
  const receipts = await db.transaction.findMany({
    where: { receiptNumber: { not: null } },
    orderBy: { receiptNumber: 'asc' },
  });
  expect(receipts.map(({ receiptNumber }) => receiptNumber)).toEqual(receipts.map((_, index) => index + 1));
});
