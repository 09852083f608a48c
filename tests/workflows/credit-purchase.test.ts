/**
 * A purchase on virtual time against the sandbox's bKash: whatever is lost or claimed, it is debited and credited once
 * or not at all.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { markExecuteSent } from '#api/domain/payments/payment-sends.ts';
import { claimExecute } from '#api/domain/payments/purchase-steps.ts';
import { resumePurchase, signalQuery } from '#api/domain/payments/purchase-workflow.ts';
import { quote, storedMessage } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { createUser } from '#tests/factories.ts';
import { poorWallet } from '#tests/sandbox/bkash/merchant.ts';
import { purchaseWorkflowId } from '#workflows/ids.ts';
import { queryRequestedSignal } from '#workflows/purchase-messages.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { startPurchaseFixture, until } from './purchase-fixture.ts';

const fixture = await startPurchaseFixture();
const { control, db, deps, interruptions } = fixture;
const { executes, approvedAndReturned, expectPaid, expectPaidAfterAll, expectUnpaid } =
  purchaseSteps(fixture);

describe('a lost answer', () => {
  it('a lost execute answer after the debit is found by a query: one debit, one credit [lost-answer-of-execute]', async () => {
    const begun = await fixture.begin();
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('a slow execute stays unknown while bKash reports Initiated and is paid later [slow-execute]', async () => {
    const begun = await fixture.begin();
    control.addFault({ kind: 'commitLate', operation: 'execute', ms: 3 * MINUTE_MS });
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'unknown');
    await fixture.pass(6_000);
    await until('a query', async () => (await fixture.progress(begun)).queries > 0);
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'unknown' });
    expect(await fixture.transaction(begun)).toMatchObject({ status: 'pending' });
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('a lost execute answer prevents a second payment of the order [no-second-payment-while-open]', async () => {
    const invoice = `CHALAN-${randomUUID()}`;
    const begun = await fixture.begin({ invoice });
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    control.addFault({ kind: 'http', operation: 'query', times: 1 });
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'unknown');
    await expect(fixture.begin({ invoice, userId: begun.userId })).rejects.toMatchObject({
      code: 'PAYMENT_REFUSED',
    });
    await fixture.end(begun);
    await expectPaid(begun);
  });

  it('a lost create answer fails the attempt and leaves nothing pending', async () => {
    const { id } = await createUser(db);
    control.addFault({ kind: 'dropAfterCommit', operation: 'create' });
    const invoice = `CHALAN-${randomUUID()}`;
    await expect(fixture.begin({ userId: id, invoice })).rejects.toMatchObject({
      code: 'PAYMENT_NOT_CREATED',
    });
    const attempts = await db.paymentAttempt.findMany({ where: { userId: id } });
    expect(attempts).toMatchObject([{ state: 'failed' }]);
    const left = fixture.environment.client.workflow.getHandle(purchaseWorkflowId(attempts[0]?.id ?? ''));
    await until('the workflow to end', async () => (await left.describe()).status.name === 'COMPLETED');
    expect(await db.transaction.findMany({ where: { userId: id } })).toMatchObject([{ status: 'failed' }]);
    const second = await fixture.begin({ userId: id, invoice });
    expect(await fixture.attempt(second.attemptId)).toMatchObject({ state: 'initiated' });
  });

  it('a payment whose queries fail for a day is credited when bKash answers again [queries-fail-for-a-day]', async () => {
    const begun = await fixture.begin();
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    control.addFault({ kind: 'http', operation: 'query', times: 36 });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaidAfterAll(begun);
  });
});

describe('an approved payment whose execute never reached bKash', () => {
  const outage = { kind: 'http', status: 503 } as const;
  it.each([
    ['a connection that was cut', { kind: 'dropBefore' }],
    ['HTTP 503', outage],
    ['HTTP 504', { kind: 'http', status: 504, body: { message: 'Endpoint request timed out' } }],
  ] as const)(
    'an execute that %s kept from bKash is repeated once after the settling time and paid',
    async (_, fault) => {
      fixture.env.BKASH_EXECUTE_AGAIN = true;
      const begun = await fixture.begin();
      control.addFault({ operation: 'execute', ...fault });
      await approvedAndReturned(begun);
      await fixture.untilState(begun, 'unknown');
      const { settlesAt } = await fixture.attempt(begun.attemptId);
      await fixture.end(begun);
      await expectPaid(begun);
      const [, second] = executes(begun);
      expect(executes(begun)).toHaveLength(2);
      expect(Date.parse(second?.at ?? '')).toBeGreaterThanOrEqual(settlesAt?.getTime() ?? Infinity);
    },
  );

  it('an execute that an outage of an hour kept from bKash is repeated when bKash answers again', async () => {
    fixture.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', ...outage });
    // 5, 10, 20 and 40 seconds, 2, 5, 15 and 60 minutes, and the end of the settling time.
    control.addFault({ operation: 'query', ...outage, times: 9 });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaidAfterAll(begun);
    expect(executes(begun)).toHaveLength(2);
  });

  it('an execute whose answer was lost twice is not repeated again, and a person decides', async () => {
    fixture.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', ...outage, times: -1 });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    expect(executes(begun)).toHaveLength(2);
    await expectUnpaid(begun, 'expired');
    expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedBy: null }]);
  });

  it('an execute whose repetition bKash calls impossible is not repeated again, and a person decides', async () => {
    fixture.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', ...outage });
    control.addFault({ operation: 'execute', kind: 'statusCode', code: '2056', times: -1 });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    expect(executes(begun)).toHaveLength(2);
    await expectUnpaid(begun, 'expired');
    expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedBy: null }]);
  });

  it('a lost execute is not repeated if that is off: it is listed, and the customer notified', async () => {
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', ...outage });
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'unknown');
    expect(await fixture.openEnds(begun)).toEqual([]);
    await fixture.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(1);
    const [end] = await fixture.openEnds(begun);
    expect(end).toMatchObject({ kind: 'payment_unknown', amount: 25_000n });
    expect(end?.closedAt).not.toBeNull();
    expect(await fixture.titles(begun.userId)).toEqual([
      'Payment not confirmed yet',
      'Payment was not taken',
    ]);
  });

  it('a lost execute is not repeated after the payer has cancelled the payment', async () => {
    fixture.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', ...outage });
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'unknown');
    await fixture.returns(begun, 'cancel');
    await fixture.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(1);
  });

  it('a lost execute stays unknown while bKash is silent and is decided when bKash answers', async () => {
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', ...outage });
    control.addFault({ operation: 'query', ...outage, times: -1 });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'unknown' });
    expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedAt: null }]);
    control.clearFaults();
    await signalQuery(deps, { id: begun.attemptId, userId: begun.userId });
    await fixture.untilState(begun, 'expired');
    expect((await fixture.openEnds(begun))[0]?.closedAt).not.toBeNull();
  });
});

describe('a worker that is gone', () => {
  it('a worker that dies before the request was released has sent nothing, and the next one sends once', async () => {
    const begun = await fixture.begin();
    interruptions.execute = () => {
      delete interruptions.execute;
      return Promise.reject(new Error('The worker is gone.'));
    };
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('a worker that dies after the request was released never causes a second execute: a query decides', async () => {
    const begun = await fixture.begin();
    interruptions.executeLeaves = () => Promise.reject(new Error('The worker is gone.'));
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'unknown');
    delete interruptions.executeLeaves;
    await fixture.returns(begun, 'cancel');
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(0);
  });

  it('a purchase that lost its workflow resumes from its state and never repeats a possible execute', async () => {
    const begun = await fixture.begin();
    await fixture.handle(begun).terminate('test');
    fixture.approve(begun);
    const owner = randomUUID();
    await claimExecute(db, begun.attemptId, { owner, again: false, now: deps.clock() });
    const settlesAt = new Date(deps.clock().getTime() + MINUTE_MS);
    await markExecuteSent(db, begun.attemptId, { owner, now: deps.clock(), settlesAt });
    control.execute(begun.paymentId);
    const before = executes(begun).length;
    await resumePurchase(deps, { id: begun.attemptId, userId: begun.userId });
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(before);
  });

  it("a purchase that lost its workflow after the payer's return is executed by the next run", async () => {
    const begun = await fixture.begin();
    await fixture.handle(begun).terminate('test');
    fixture.approve(begun);
    await db.paymentAttempt.update({ where: { id: begun.attemptId }, data: { returned: 'success' } });
    await resumePurchase(deps, { id: begun.attemptId, userId: begun.userId });
    await fixture.end(begun);
    await expectPaid(begun);
  });
});

describe('a look', () => {
  it('a look that is requested while bKash refuses the debit is made after the payment is over', async () => {
    const begun = await fixture.begin();
    interruptions.execute = () => fixture.handle(begun).signal(queryRequestedSignal);
    fixture.approve(begun, poorWallet);
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    await expectUnpaid(begun, 'failed');
    expect((await fixture.progress(begun)).queries).toBe(1);
  });

  it('a query that is requested during an execute is skipped if the execute is answered', async () => {
    const begun = await fixture.begin();
    interruptions.execute = () => fixture.handle(begun).signal(queryRequestedSignal);
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaid(begun);
    expect((await fixture.progress(begun)).queries).toBe(0);
  });
});

describe("a browser's claim", () => {
  it('a claimed success that was never approved is not believed and expires after 26 hours [unapproved-success]', async () => {
    const begun = await fixture.begin();
    const startedMs = deps.clock().getTime();
    await fixture.returns(begun, 'success');
    await until('the refusal', () => executes(begun).length === 1);
    await fixture.untilState(begun, 'initiated');
    await fixture.end(begun);
    await expectUnpaid(begun, 'expired');
    expect((deps.clock().getTime() - startedMs) / HOUR_MS).toBeCloseTo(26, 0);
    expect(executes(begun)).toHaveLength(1);
  });

  it('a claimed success that came too early is corrected when the payer approves', async () => {
    const begun = await fixture.begin();
    await fixture.returns(begun, 'success');
    await until('the refusal', () => executes(begun).length === 1);
    await fixture.untilState(begun, 'initiated');
    fixture.approve(begun);
    await fixture.end(begun);
    await expectPaid(begun);
  });

  it('a claimed cancellation is shown after a query, and a payment that bKash completed is still credited', async () => {
    const begun = await fixture.begin();
    await fixture.returns(begun, 'cancel');
    await fixture.untilState(begun, 'cancelled');
    expect(await fixture.transaction(begun)).toMatchObject({ status: 'failed' });
    fixture.approve(begun);
    control.execute(begun.paymentId);
    await fixture.end(begun);
    await expectPaid(begun);
  });

  it('a success claimed in place of a cancellation is refused by bKash [success-instead-of-cancellation]', async () => {
    const begun = await fixture.begin();
    fixture.cancel(begun);
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    expect((await fixture.attempt(begun.attemptId)).state).not.toBe('paid');
    expect(await fixture.credits(begun.userId)).toBe(0n);
    expect(fixture.debits(begun)).toHaveLength(0);
  });

  it('a success that ten tabs claim at once causes one execute [ten-tabs-one-execute]', async () => {
    const begun = await fixture.begin();
    fixture.approve(begun);
    await Promise.all(Array.from({ length: 10 }, () => fixture.returns(begun, 'success')));
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });
});

describe('a payer who closed the window after the PIN', () => {
  it('a payer who closed the window after the PIN is not debited if late executes are off [late-execute-off]', async () => {
    const begun = await fixture.begin();
    fixture.approve(begun);
    await fixture.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(0);
  });

  it('a payer who closed the window after the PIN is debited and credited if late executes are on [late-execute-on]', async () => {
    fixture.env.BKASH_EXECUTE_LATE = true;
    const begun = await fixture.begin();
    fixture.env.BKASH_EXECUTE_LATE = false;
    fixture.approve(begun);
    await fixture.end(begun);
    await expectPaid(begun);
  });
});

describe('bKash refuses', () => {
  it('a debit that bKash refuses fails with its words and is never executed again [refused-debit]', async () => {
    const begun = await fixture.begin();
    fixture.approve(begun, '01823074817');
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    await expectUnpaid(begun, 'failed');
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({
      errorMessage: quote('Insufficient Balance'),
    });
    await fixture.returns(begun, 'success');
    expect(executes(begun)).toHaveLength(1);
  });

  it('a payment that bKash refuses as repeated too soon says when to try again [repeated-too-soon]', async () => {
    control.setSwitches({ duplicateWindowMs: 120_000 });
    const amount = 275;
    const [first, second] = [await fixture.begin({ amount }), await fixture.begin({ amount })];
    await approvedAndReturned(first);
    await fixture.untilState(first, 'paid');
    await approvedAndReturned(second);
    await fixture.untilState(second, 'failed');
    const said = storedMessage((await fixture.attempt(second.attemptId)).errorMessage);
    expect(english(said)).toMatch(/Please try again in a few minutes\.$/);
  });

  it('a create that bKash refuses tells the payer why', async () => {
    control.addFault({ kind: 'statusCode', operation: 'create', code: '2006' });
    await expect(fixture.begin()).rejects.toMatchObject({
      code: 'PAYMENT_REFUSED',
      message: 'Invalid amount',
    });
  });

  it('an execute that bKash refuses as already made is found by a query [executed-elsewhere]', async () => {
    const begun = await fixture.begin();
    fixture.approve(begun);
    control.execute(begun.paymentId);
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    await expectPaid(begun);
  });
});
