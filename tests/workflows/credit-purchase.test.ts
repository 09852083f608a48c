/** A purchase on virtual time against the sandbox's bKash: whatever is lost or claimed, debited and credited once or not at all. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { markExecuting } from '#api/domain/purchase-steps.ts';
import { resumePurchase } from '#api/domain/purchase-workflow.ts';
import { createUser } from '#tests/factories.ts';
import { purchaseWorkflowId } from '#workflows/ids.ts';
import { lookSignal } from '#workflows/purchase-messages.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { HOUR_MS, startPurchaseWorld, until } from './purchase-world.ts';

const world = await startPurchaseWorld();
const { control, db, deps, interruptions } = world;
const { executes, approvedAndReturned, expectPaid, expectUnpaid } = purchaseSteps(world);

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
    const attempts = await db.paymentAttempt.findMany({ where: { userId: id } });
    expect(attempts).toMatchObject([{ state: 'failed' }]);
    const left = world.environment.client.workflow.getHandle(purchaseWorkflowId(attempts[0]?.id ?? ''));
    await until('the workflow to end', async () => (await left.describe()).status.name === 'COMPLETED');
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
    await world.handle(begun).terminate('test');
    world.approve(begun);
    await markExecuting(db, begun.attemptId, deps.clock());
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
  it('asked for while bKash debits is taken after the payment is over', async () => {
    const begun = await world.begin();
    interruptions.execute = () => world.handle(begun).signal(lookSignal);
    await approvedAndReturned(begun);
    await world.end(begun);
    delete interruptions.execute;
    await expectPaid(begun);
    expect((await world.progress(begun)).queries).toBe(1);
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

  it('a second execute because the first was made elsewhere: a query finds the payment', async () => {
    const begun = await world.begin();
    world.approve(begun);
    control.execute(begun.paymentId);
    await world.returns(begun, 'success');
    await world.end(begun);
    await expectPaid(begun);
  });
});
