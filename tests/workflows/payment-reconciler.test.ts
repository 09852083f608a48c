/** How the reconciler handles purchases and refunds whose workflow is gone, and which wrong records it reports. */
import { randomUUID } from 'node:crypto';
import { WorkflowNotFoundError } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { createWorkflows } from '#api/adapters/workflows/create-workflows.ts';
import { quote } from '#contracts/messages/message.ts';
import { auditBooks, housekeepingActivities } from '#activities/housekeeping.ts';
import { reconcilePayments } from '#activities/reconcile-payments.ts';
import { createVault } from '#api/adapters/vault.ts';
import { openFileStore } from '#api/adapters/files.ts';
import type { Logger } from '#api/adapters/logger.ts';
import { purchaseCredits } from '#api/domain/credits/ledger.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { requestRefund } from '#api/domain/payments/payment-refunds.ts';
import { markExecuteSent } from '#api/domain/payments/payment-sends.ts';
import { claimExecute, endPurchase, markUnknown } from '#api/domain/payments/purchase-steps.ts';
import { decideHeld, storeNotice } from '#api/domain/payments/purchases.ts';
import { limits } from '#contracts/limits.ts';
import type { Temporal } from '#temporal/client.ts';
import { createUser } from '#tests/factories.ts';
import { refundWorkflowId } from '#workflows/ids.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { endQuietly, startPurchaseFixture, until, type Begun } from './purchase-fixture.ts';

const fixture = await startPurchaseFixture();
const { control, db, deps } = fixture;
const { approvedAndReturned, expectPaid, expectUnpaid, executes } = purchaseSteps(fixture);

/** Runs the reconciler as the schedule does, when records are old enough for it. */
const reconcile = (laterMs = 10 * MINUTE_MS) =>
  reconcilePayments({ ...deps, clock: () => new Date(deps.clock().getTime() + laterMs) });

async function paid(): Promise<Begun> {
  const begun = await fixture.begin();
  await approvedAndReturned(begun);
  await fixture.untilState(begun, 'paid');
  return begun;
}

describe('a purchase whose workflow is gone', () => {
  it('a purchase that lost its workflow resumes where it was and is executed once', async () => {
    const begun = await fixture.begin();
    await fixture.handle(begun).terminate('test');
    fixture.approve(begun);
    await db.paymentAttempt.update({ where: { id: begun.attemptId }, data: { returned: 'success' } });
    await reconcile();
    await fixture.untilState(begun, 'paid');
    await reconcile();
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('a purchase is left alone while it is young or its workflow runs', async () => {
    const begun = await fixture.begin();
    const { runId } = await fixture.handle(begun).describe();
    await reconcile();
    expect((await fixture.handle(begun).describe()).runId).toBe(runId);
    await fixture.handle(begun).terminate('test');
    await reconcile(MINUTE_MS / 2);
    expect((await fixture.handle(begun).describe()).status.name).toBe('TERMINATED');
    await reconcile(2 * MINUTE_MS);
    expect((await fixture.handle(begun).describe()).status.name).toBe('RUNNING');
  });

  it('purchases on every page are started again, and one that cannot be started stops no other', async () => {
    const { id: userId } = await createUser(db);
    const stored = await Promise.all(Array.from({ length: 450 }, () => storedAttempt(userId)));
    const broken = stored[7];
    const started: string[] = [];
    const gone = {
      getHandle: (id: string) => ({
        describe: () => Promise.reject(new WorkflowNotFoundError('gone', id, undefined)),
      }),
      start: async (_: string, { workflowId }: { workflowId: string }) => {
        if (workflowId === `purchase/${broken}`) throw new Error('It can not be started.');
        started.push(workflowId);
      },
    };
    const temporal = { workflow: gone } as unknown as Temporal;
    const errors: unknown[] = [];
    const logger = { ...deps.logger, error: (about: unknown) => void errors.push(about) } as Logger;
    const clock = () => new Date(deps.clock().getTime() + 10 * MINUTE_MS);
    await reconcilePayments({ ...deps, temporal, workflows: createWorkflows(temporal), logger, clock });
    const wanted = stored.filter((id) => id !== broken).map((id) => `purchase/${id}`);
    expect(started).toEqual(expect.arrayContaining(wanted));
    expect(errors).toContainEqual(expect.objectContaining({ id: broken }));
    await db.paymentAttempt.updateMany({ where: { userId }, data: { state: 'expired', endedAt: clock() } });
  });
});

/** An open payment page, as it is stored in the database. */
async function storedAttempt(userId: string): Promise<string> {
  const figures = { userId, amount: 5_000n, credits: 10_000n, createdAt: deps.clock() };
  const order = await db.purchaseOrder.create({
    data: { ...figures, invoice: randomUUID(), creditsPerBdtHundredths: 200 },
  });
  const { id } = await db.paymentAttempt.create({
    data: {
      ...figures,
      orderId: order.id,
      invoice: randomUUID(),
      resultToken: randomUUID(),
      state: 'initiated',
    },
  });
  return id;
}

it('a decision that a broken workflow did not report is put on the list once', async () => {
  const begun = await fixture.begin();
  await endQuietly(fixture.handle(begun));
  const owner = randomUUID();
  const now = deps.clock();
  await claimExecute(db, begun.attemptId, { owner, again: false, now });
  await markExecuteSent(db, begun.attemptId, { owner, now, settlesAt: new Date(now.getTime() + MINUTE_MS) });
  await markUnknown(db, begun.attemptId);
  const { logger, mailer, temporal, workflows } = deps;
  const without = { db, env: fixture.env, logger, mailer, temporal, workflows };
  const at = (laterMs: number) => ({ ...without, clock: () => new Date(now.getTime() + laterMs) });
  await db.paymentAttempt.update({ where: { id: begun.attemptId }, data: { endedAt: now } });
  await reconcilePayments(at(5 * MINUTE_MS));
  expect(await fixture.openEnds(begun)).toEqual([]);
  await reconcilePayments(at(15 * MINUTE_MS));
  await reconcilePayments(at(16 * MINUTE_MS));
  expect(await fixture.openEnds(begun)).toMatchObject([
    { kind: 'payment_unknown', mailedAt: expect.any(Date) },
  ]);
  expect(fixture.mails.map(({ subject }) => subject)).toEqual(['Your payment is not confirmed yet']);
});

it('a refund that lost its workflow is made once', async () => {
  const begun = await paid();
  control.addFault({ kind: 'http', operation: 'refundStatus', times: 1 });
  const { id } = await requestRefund(deps, {
    attemptId: begun.attemptId,
    amountPoisha: 25_000n,
    reason: 'Asked for',
    actorId: 'admin',
    acceptShortfall: false,
    key: randomUUID(),
  });
  await until('the fault', () => control.calls('refundStatus').some(({ fault }) => fault !== null));
  await fixture.pass(1_000);
  await fixture.environment.client.workflow.getHandle(refundWorkflowId(id)).terminate('test');
  await reconcile();
  const state = async () => (await db.paymentRefund.findUniqueOrThrow({ where: { id } })).state;
  await until('the refund', async () => (await state()) === 'done');
  expect(control.refunds().filter(({ paymentID }) => paymentID === begun.paymentId)).toHaveLength(1);
});

it('a notice of an ended payment causes a new look until bKash has answered', async () => {
  const begun = await fixture.begin();
  await fixture.handle(begun).terminate('test');
  await endPurchase(db, begun.attemptId, { answered: true, now: deps.clock() });
  await expectUnpaid(begun, 'expired');
  fixture.approve(begun);
  control.execute(begun.paymentId);
  await db.ipnMessage.create({
    data: {
      messageId: randomUUID(),
      trxId: 'CK250NROQ9',
      amount: 25_000n,
      body: {},
      attemptId: begun.attemptId,
      receivedAt: deps.clock(),
    },
  });
  await reconcile();
  await fixture.untilState(begun, 'paid');
  await expectPaid(begun);
});

describe('a held payment that a person closed', () => {
  const closed = async (tampered: readonly ('execute' | 'query')[]): Promise<Begun> => {
    const begun = await fixture.begin();
    for (const operation of tampered) control.tamper({ operation, amount: '1.00', times: 10 });
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'held');
    const by = { actorId: 'admin', reason: 'Checked in the portal' };
    await decideHeld(deps, { attemptId: begun.attemptId, decision: 'close', ...by });
    await fixture.end(begun);
    return begun;
  };
  const notify = async (begun: Begun): Promise<void> => {
    const { invoice } = await fixture.attempt(begun.attemptId);
    const figures = { invoice, trxId: 'CK250NROQZ', amountPoisha: 25_000n, currency: 'BDT' };
    const said = { rawStatus: 'Completed', transactionType: null, completedAt: null, body: {} };
    await storeNotice(deps, { messageId: randomUUID(), payment: { ...figures, ...said } });
  };

  it.each([
    ['the same wrong figures', ['execute', 'query']],
    ['the agreed figures', ['execute']],
  ] as const)('a closed payment stays closed when bKash then reports %s', async (_, tampered) => {
    const begun = await closed(tampered);
    await notify(begun);
    await fixture.end(begun);
    await expectUnpaid(begun, 'failed');
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({
      endedAt: expect.any(Date),
      heldPayment: { decision: { decision: 'close', actorId: 'admin' } },
    });
    expect(await verifyPayments(db)).toEqual([]);
  });

  it('a closed payment is not queried again because of its notice', async () => {
    const begun = await closed(['execute']);
    const notice = { messageId: randomUUID(), trxId: 'CK250NROQW', amount: 25_000n, body: {} };
    await db.ipnMessage.create({
      data: { ...notice, attemptId: begun.attemptId, receivedAt: deps.clock() },
    });
    const { runId } = await fixture.handle(begun).describe();
    await reconcile();
    expect((await fixture.handle(begun).describe()).runId).toBe(runId);
  });
});

describe('wrong records', () => {
  it('credits without a payment, and a paid payment without credits, are reported', async () => {
    expect(await verifyPayments(db)).toEqual([]);
    const { id: userId } = await createUser(db);
    const stray = randomUUID();
    await purchaseCredits(db, {
      userId,
      attemptId: stray,
      amountHundredths: 100n,
      description: quote('stray'),
    });
    const begun = await fixture.begin();
    await fixture.handle(begun).terminate('test');
    await db.paymentAttempt.update({
      where: { id: begun.attemptId },
      data: { state: 'paid', trxId: 'CK250NROQX', paidAt: deps.clock(), endedAt: deps.clock() },
    });
    const { invoice, orderId } = await fixture.attempt(begun.attemptId);
    expect(await verifyPayments(db)).toEqual([
      `the ledger has purchase:${stray}, and no order is paid by it`,
      `payment ${invoice} is paid, and its order is paid by another or none`,
    ]);
    const reported: unknown[] = [];
    const logger = { ...deps.logger, error: (about: unknown) => void reported.push(about) } as Logger;
    await auditBooks({ ...deps, logger });
    expect(reported).toContainEqual({
      problem: `the ledger has purchase:${stray}, and no order is paid by it`,
    });
    await db.purchaseOrder.update({ where: { id: orderId }, data: { paidAttemptId: begun.attemptId } });
    expect(await verifyPayments(db)).toContain(
      `payment ${invoice} is paid, and the ledger has no purchase of 50000`,
    );
  });

  it('an order that was paid twice, and refunds that do not add up, are reported', async () => {
    const begun = await paid();
    const { invoice } = await fixture.attempt(begun.attemptId);
    await db.paymentAttempt.update({ where: { id: begun.attemptId }, data: { state: 'duplicate' } });
    expect(await verifyPayments(db)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('is paid by a payment that is duplicate'),
        `second payment ${invoice} of an order was not sent back`,
      ]),
    );
    const { id } = await db.paymentRefund.create({
      data: {
        key: randomUUID(),
        attemptId: begun.attemptId,
        amount: 100n,
        creditsTaken: 200n,
        reason: 'x',
        state: 'done',
      },
    });
    expect(await verifyPayments(db)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/shows 0 refunded, its refunds sum to 100$/),
        `refund ${id} has no refund-take of 200 in the ledger`,
      ]),
    );
  });
});

it('the call log and settled notices are deleted after 90 days, and payments and open notices are kept [call-log-is-deleted]', async () => {
  const begun = await paid();
  const files = await openFileStore(fixture.env);
  const open = {
    messageId: randomUUID(),
    trxId: 'CK250NROQY',
    amount: 1n,
    body: {},
    receivedAt: deps.clock(),
  };
  const settled = { ...open, messageId: randomUUID(), handledAt: deps.clock() };
  await db.ipnMessage.createMany({ data: [open, settled] });
  const deleteExpired = (laterMs: number) =>
    housekeepingActivities({
      ...deps,
      files,
      vault: createVault(fixture.env.VAULT_KEYS),
      mailer: { send: () => Promise.reject(new Error('No mail leaves here.')) },
      clock: () => new Date(deps.clock().getTime() + laterMs),
    }).deleteExpired();
  await deleteExpired(limits.logRetentionMs - MINUTE_MS * 60);
  expect(await db.bkashCall.count({ where: { paymentId: begun.paymentId } })).toBeGreaterThan(0);
  await deleteExpired(limits.logRetentionMs + MINUTE_MS * 60);
  expect(await db.bkashCall.count()).toBe(0);
  const kept = await db.ipnMessage.findMany({
    where: { messageId: { in: [open.messageId, settled.messageId] } },
  });
  expect(kept.map(({ messageId }) => messageId)).toEqual([open.messageId]);
  expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'paid' });
});
