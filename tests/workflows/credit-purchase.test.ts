/**
 * A purchase on virtual time against the sandbox's bKash: whatever is lost or claimed, it is debited and credited once
 * or not at all.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { releaseExecute } from '#api/domain/payments/payment-sends.ts';
import { claimExecute } from '#api/domain/payments/purchase-steps.ts';
import { resumePurchase, signalToCheck } from '#api/domain/payments/purchase-workflow.ts';
import { createUser } from '#tests/factories.ts';
import { poorWallet } from '#tests/sandbox/bkash/merchant.ts';
import { purchaseWorkflowId } from '#workflows/ids.ts';
import { lookSignal } from '#workflows/purchase-messages.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { HOUR_MS, MINUTE_MS, startPurchaseFixture, until } from './purchase-fixture.ts';

const fixture = await startPurchaseFixture();
const { control, db, deps, interruptions } = fixture;
const { executes, approvedAndReturned, expectPaid, expectPaidAfterAll, expectUnpaid } =
  purchaseSteps(fixture);

describe('a lost answer', () => {
  it('of execute after the debit is found by a query: credited once, debited once [lost-answer-of-execute]', async () => {
    const begun = await fixture.begin();
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('of an execute that still runs stays unknown while bKash says Initiated, and is paid later [slow-execute]', async () => {
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

  it('of an execute keeps a second payment of the order from being opened [no-second-payment-while-open]', async () => {
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

  it('of create fails the attempt, and leaves nothing pending', async () => {
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

  it('of every query for a day does not end the payment: it is paid when bKash answers again [queries-fail-for-a-day]', async () => {
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
    ['503', outage],
    ['504', { kind: 'http', status: 504, body: { message: 'Endpoint request timed out' } }],
  ] as const)('because of %s is executed once more after the settling time, and paid', async (_, fault) => {
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
  });

  it('in an outage of an hour is executed when bKash answers again', async () => {
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

  it('twice is not executed a third time, and a person is asked', async () => {
    fixture.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', ...outage, times: -1 });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    expect(executes(begun)).toHaveLength(2);
    await expectUnpaid(begun, 'expired');
    expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedBy: null }]);
  });

  it('whose second one bKash calls impossible is not executed a third time, and a person is asked', async () => {
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

  it('is not executed again where that is switched off: on the list after the settling time, its customer told', async () => {
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

  it('is not executed again once its payer says that the payment was given up', async () => {
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

  it('while bKash is silent to the end stays unknown, and is decided when bKash answers', async () => {
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', ...outage });
    control.addFault({ operation: 'query', ...outage, times: -1 });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'unknown' });
    expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedAt: null }]);
    control.clearFaults();
    await signalToCheck(deps, { id: begun.attemptId, userId: begun.userId });
    await fixture.untilState(begun, 'expired');
    expect((await fixture.openEnds(begun))[0]?.closedAt).not.toBeNull();
  });
});

describe('a worker that is gone', () => {
  it('before the request was let go: certainly nothing was asked, so that the next one asks, once', async () => {
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

  it('after the request was let go never leads to a second execute by itself: a query decides', async () => {
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

  it('with its whole workflow: the next run goes on from the state, and never executes what may be executed', async () => {
    const begun = await fixture.begin();
    await fixture.handle(begun).terminate('test');
    fixture.approve(begun);
    const owner = randomUUID();
    await claimExecute(db, begun.attemptId, { owner, again: false, now: deps.clock() });
    const settlesAt = new Date(deps.clock().getTime() + MINUTE_MS);
    await releaseExecute(db, begun.attemptId, { owner, now: deps.clock(), settlesAt });
    control.execute(begun.paymentId);
    const before = executes(begun).length;
    await resumePurchase(deps, { id: begun.attemptId, userId: begun.userId });
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(before);
  });

  it('after the payer came back: the next run executes', async () => {
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
  it('asked for while bKash refuses the debit is taken after the payment is over', async () => {
    const begun = await fixture.begin();
    interruptions.execute = () => fixture.handle(begun).signal(lookSignal);
    fixture.approve(begun, poorWallet);
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    await expectUnpaid(begun, 'failed');
    expect((await fixture.progress(begun)).queries).toBe(1);
  });

  it('asked for while bKash debits is not taken any more: the answer said everything', async () => {
    const begun = await fixture.begin();
    interruptions.execute = () => fixture.handle(begun).signal(lookSignal);
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaid(begun);
    expect((await fixture.progress(begun)).queries).toBe(0);
  });
});

describe("a browser's claim", () => {
  it('of success on a payment that was not approved is not believed: still checked, expired after 26 hours [unapproved-success]', async () => {
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

  it('of success that came too early is made good when the payer has approved', async () => {
    const begun = await fixture.begin();
    await fixture.returns(begun, 'success');
    await until('the refusal', () => executes(begun).length === 1);
    await fixture.untilState(begun, 'initiated');
    fixture.approve(begun);
    await fixture.end(begun);
    await expectPaid(begun);
  });

  it('of cancellation is shown after a query, and a payment that bKash completed all the same is credited', async () => {
    const begun = await fixture.begin();
    await fixture.returns(begun, 'cancel');
    await fixture.untilState(begun, 'cancelled');
    expect(await fixture.transaction(begun)).toMatchObject({ status: 'failed' });
    fixture.approve(begun);
    control.execute(begun.paymentId);
    await fixture.end(begun);
    await expectPaid(begun);
  });

  it('of success in the place of a cancellation is decided by bKash, which refuses it [success-instead-of-cancellation]', async () => {
    const begun = await fixture.begin();
    fixture.cancel(begun);
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    expect((await fixture.attempt(begun.attemptId)).state).not.toBe('paid');
    expect(await fixture.credits(begun.userId)).toBe(0n);
    expect(fixture.debits(begun)).toHaveLength(0);
  });

  it('repeated in ten tabs at once makes one execute [ten-tabs-one-execute]', async () => {
    const begun = await fixture.begin();
    fixture.approve(begun);
    await Promise.all(Array.from({ length: 10 }, () => fixture.returns(begun, 'success')));
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });
});

describe('a payer who closed the window after the PIN', () => {
  it('is not debited where late executes are switched off [late-execute-off]', async () => {
    const begun = await fixture.begin();
    fixture.approve(begun);
    await fixture.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(0);
  });

  it('is debited and credited at the next check where they are switched on [late-execute-on]', async () => {
    fixture.env.BKASH_EXECUTE_LATE = true;
    const begun = await fixture.begin();
    fixture.env.BKASH_EXECUTE_LATE = false;
    fixture.approve(begun);
    await fixture.end(begun);
    await expectPaid(begun);
  });
});

describe('bKash refuses', () => {
  it('the debit: failed with its words, and never executed again [refused-debit]', async () => {
    const begun = await fixture.begin();
    fixture.approve(begun, '01823074817');
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    await expectUnpaid(begun, 'failed');
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ errorMessage: 'Insufficient Balance' });
    await fixture.returns(begun, 'success');
    expect(executes(begun)).toHaveLength(1);
  });

  it('the same wallet and amount again within minutes: its words tell when to try again [repeated-too-soon]', async () => {
    control.setSwitches({ duplicateWindowMs: 120_000 });
    const amount = 275;
    const [first, second] = [await fixture.begin({ amount }), await fixture.begin({ amount })];
    await approvedAndReturned(first);
    await fixture.untilState(first, 'paid');
    await approvedAndReturned(second);
    await fixture.untilState(second, 'failed');
    expect((await fixture.attempt(second.attemptId)).errorMessage).toMatch(
      /Please try again in a few minutes\.$/,
    );
  });

  it('to create: the payer reads why', async () => {
    control.addFault({ kind: 'statusCode', operation: 'create', code: '2006' });
    await expect(fixture.begin()).rejects.toMatchObject({
      code: 'PAYMENT_REFUSED',
      message: 'Invalid amount',
    });
  });

  it('a second execute because the first was made elsewhere: a query finds the payment [executed-elsewhere]', async () => {
    const begun = await fixture.begin();
    fixture.approve(begun);
    control.execute(begun.paymentId);
    await fixture.returns(begun, 'success');
    await fixture.end(begun);
    await expectPaid(begun);
  });
});
