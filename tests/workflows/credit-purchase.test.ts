/**
 * A purchase on virtual time against the sandbox's bKash: whatever is lost or claimed, it is debited and credited once
 * or not at all.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { letExecuteGo } from '#api/domain/payments/payment-sends.ts';
import { claimExecute } from '#api/domain/payments/purchase-steps.ts';
import { resumePurchase, tellToLook } from '#api/domain/payments/purchase-workflow.ts';
import { createUser } from '#tests/factories.ts';
import { poorWallet } from '#tests/sandbox/bkash/merchant.ts';
import { purchaseWorkflowId } from '#workflows/ids.ts';
import { lookSignal } from '#workflows/purchase-messages.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { HOUR_MS, MINUTE_MS, startPurchaseWorld, until } from './purchase-world.ts';

const world = await startPurchaseWorld();
const { control, db, deps, interruptions } = world;
const { executes, approvedAndReturned, expectPaid, expectPaidAfterAll, expectUnpaid } = purchaseSteps(world);

describe('a lost answer', () => {
  it('of execute after the debit is found by a query: credited once, debited once [lost-answer-of-execute]', async () => {
    const begun = await world.begin();
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    await approvedAndReturned(begun);
    await world.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('of an execute that still runs stays unknown while bKash says Initiated, and is paid later [slow-execute]', async () => {
    const begun = await world.begin();
    control.addFault({ kind: 'commitLate', operation: 'execute', ms: 3 * MINUTE_MS });
    await approvedAndReturned(begun);
    await world.untilState(begun, 'unknown');
    await world.pass(6_000);
    await until('a query', async () => (await world.progress(begun)).queries > 0);
    expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'unknown' });
    expect(await world.transaction(begun)).toMatchObject({ status: 'pending' });
    await world.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('of an execute keeps a second payment of the order from being opened [no-second-payment-while-open]', async () => {
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
    const attempts = await db.paymentAttempt.findMany({ where: { userId: id } });
    expect(attempts).toMatchObject([{ state: 'failed' }]);
    const left = world.environment.client.workflow.getHandle(purchaseWorkflowId(attempts[0]?.id ?? ''));
    await until('the workflow to end', async () => (await left.describe()).status.name === 'COMPLETED');
    expect(await db.transaction.findMany({ where: { userId: id } })).toMatchObject([{ status: 'failed' }]);
    const second = await world.begin({ userId: id, invoice });
    expect(await world.attempt(second.attemptId)).toMatchObject({ state: 'initiated' });
  });

  it('of every query for a day does not end the payment: it is paid when bKash answers again [queries-fail-for-a-day]', async () => {
    const begun = await world.begin();
    control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    control.addFault({ kind: 'http', operation: 'query', times: 36 });
    await approvedAndReturned(begun);
    await world.end(begun);
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
    world.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await world.begin();
    control.addFault({ operation: 'execute', ...fault });
    await approvedAndReturned(begun);
    await world.untilState(begun, 'unknown');
    const { settlesAt } = await world.attempt(begun.attemptId);
    await world.end(begun);
    await expectPaid(begun);
    const [, second] = executes(begun);
    expect(executes(begun)).toHaveLength(2);
    expect(Date.parse(second?.at ?? '')).toBeGreaterThanOrEqual(settlesAt?.getTime() ?? Infinity);
  });

  it('in an outage of an hour is executed when bKash answers again', async () => {
    world.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await world.begin();
    control.addFault({ operation: 'execute', ...outage });
    // 5, 10, 20 and 40 seconds, 2, 5, 15 and 60 minutes, and the end of the settling time.
    control.addFault({ operation: 'query', ...outage, times: 9 });
    await approvedAndReturned(begun);
    await world.end(begun);
    await expectPaidAfterAll(begun);
    expect(executes(begun)).toHaveLength(2);
  });

  it('twice is not executed a third time, and a person is asked', async () => {
    world.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await world.begin();
    control.addFault({ operation: 'execute', ...outage, times: -1 });
    await approvedAndReturned(begun);
    await world.end(begun);
    expect(executes(begun)).toHaveLength(2);
    await expectUnpaid(begun, 'expired');
    expect(await world.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedBy: null }]);
  });

  it('whose second one bKash calls impossible is not executed a third time, and a person is asked', async () => {
    world.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await world.begin();
    control.addFault({ operation: 'execute', ...outage });
    control.addFault({ operation: 'execute', kind: 'statusCode', code: '2056', times: -1 });
    await approvedAndReturned(begun);
    await world.end(begun);
    expect(executes(begun)).toHaveLength(2);
    await expectUnpaid(begun, 'expired');
    expect(await world.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedBy: null }]);
  });

  it('is not executed again where that is switched off: on the list after the settling time, its customer told', async () => {
    const begun = await world.begin();
    control.addFault({ operation: 'execute', ...outage });
    await approvedAndReturned(begun);
    await world.untilState(begun, 'unknown');
    expect(await world.openEnds(begun)).toEqual([]);
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(1);
    const [end] = await world.openEnds(begun);
    expect(end).toMatchObject({ kind: 'payment_unknown', amount: 25_000n });
    expect(end?.closedAt).not.toBeNull();
    expect(await world.titles(begun.userId)).toEqual(['Payment not confirmed yet', 'Payment was not taken']);
  });

  it('is not executed again once its payer says that the payment was given up', async () => {
    world.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await world.begin();
    control.addFault({ operation: 'execute', ...outage });
    await approvedAndReturned(begun);
    await world.untilState(begun, 'unknown');
    await world.returns(begun, 'cancel');
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(1);
  });

  it('while bKash is silent to the end stays unknown, and is decided when bKash answers', async () => {
    const begun = await world.begin();
    control.addFault({ operation: 'execute', ...outage });
    control.addFault({ operation: 'query', ...outage, times: -1 });
    await approvedAndReturned(begun);
    await world.end(begun);
    expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'unknown' });
    expect(await world.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedAt: null }]);
    control.clearFaults();
    await tellToLook(deps, { id: begun.attemptId, userId: begun.userId });
    await world.untilState(begun, 'expired');
    expect((await world.openEnds(begun))[0]?.closedAt).not.toBeNull();
  });
});

describe('a worker that is gone', () => {
  it('before the request was let go: certainly nothing was asked, so that the next one asks, once', async () => {
    const begun = await world.begin();
    interruptions.execute = () => {
      delete interruptions.execute;
      return Promise.reject(new Error('The worker is gone.'));
    };
    await approvedAndReturned(begun);
    await world.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('after the request was let go never leads to a second execute by itself: a query decides', async () => {
    const begun = await world.begin();
    interruptions.executeLeaves = () => Promise.reject(new Error('The worker is gone.'));
    await approvedAndReturned(begun);
    await world.untilState(begun, 'unknown');
    delete interruptions.executeLeaves;
    await world.returns(begun, 'cancel');
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(0);
  });

  it('with its whole workflow: the next run goes on from the state, and never executes what may be executed', async () => {
    const begun = await world.begin();
    await world.handle(begun).terminate('test');
    world.approve(begun);
    const owner = randomUUID();
    await claimExecute(db, begun.attemptId, { owner, again: false, now: deps.clock() });
    const settlesAt = new Date(deps.clock().getTime() + MINUTE_MS);
    await letExecuteGo(db, begun.attemptId, { owner, now: deps.clock(), settlesAt });
    control.execute(begun.paymentId);
    const before = executes(begun).length;
    await resumePurchase(deps, { id: begun.attemptId, userId: begun.userId });
    await world.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(before);
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

describe('a look', () => {
  it('asked for while bKash refuses the debit is taken after the payment is over', async () => {
    const begun = await world.begin();
    interruptions.execute = () => world.handle(begun).signal(lookSignal);
    world.approve(begun, poorWallet);
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectUnpaid(begun, 'failed');
    expect((await world.progress(begun)).queries).toBe(1);
  });

  it('asked for while bKash debits is not taken any more: the answer said everything', async () => {
    const begun = await world.begin();
    interruptions.execute = () => world.handle(begun).signal(lookSignal);
    await approvedAndReturned(begun);
    await world.end(begun);
    await expectPaid(begun);
    expect((await world.progress(begun)).queries).toBe(0);
  });
});

describe("a browser's claim", () => {
  it('of success on a payment that was not approved is not believed: still checked, expired after 26 hours [unapproved-success]', async () => {
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

  it('of success in the place of a cancellation is decided by bKash, which refuses it [success-instead-of-cancellation]', async () => {
    const begun = await world.begin();
    world.cancel(begun);
    await world.returns(begun, 'success');
    await world.end(begun);
    expect((await world.attempt(begun.attemptId)).state).not.toBe('paid');
    expect(await world.credits(begun.userId)).toBe(0n);
    expect(world.debits(begun)).toHaveLength(0);
  });

  it('repeated in ten tabs at once makes one execute [ten-tabs-one-execute]', async () => {
    const begun = await world.begin();
    world.approve(begun);
    await Promise.all(Array.from({ length: 10 }, () => world.returns(begun, 'success')));
    await world.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });
});

describe('a payer who closed the window after the PIN', () => {
  it('is not debited where late executes are switched off [late-execute-off]', async () => {
    const begun = await world.begin();
    world.approve(begun);
    await world.end(begun);
    await expectUnpaid(begun, 'expired');
    expect(executes(begun)).toHaveLength(0);
  });

  it('is debited and credited at the next check where they are switched on [late-execute-on]', async () => {
    world.env.BKASH_EXECUTE_LATE = true;
    const begun = await world.begin();
    world.env.BKASH_EXECUTE_LATE = false;
    world.approve(begun);
    await world.end(begun);
    await expectPaid(begun);
  });
});

describe('bKash refuses', () => {
  it('the debit: failed with its words, and never executed again [refused-debit]', async () => {
    const begun = await world.begin();
    world.approve(begun, '01823074817');
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectUnpaid(begun, 'failed');
    expect(await world.attempt(begun.attemptId)).toMatchObject({ errorMessage: 'Insufficient Balance' });
    await world.returns(begun, 'success');
    expect(executes(begun)).toHaveLength(1);
  });

  it('the same wallet and amount again within minutes: its words tell when to try again [repeated-too-soon]', async () => {
    control.setSwitches({ duplicateWindowMs: 120_000 });
    const amount = 275;
    const [first, second] = [await world.begin({ amount }), await world.begin({ amount })];
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

  it('a second execute because the first was made elsewhere: a query finds the payment [executed-elsewhere]', async () => {
    const begun = await world.begin();
    world.approve(begun);
    control.execute(begun.paymentId);
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectPaid(begun);
  });
});
