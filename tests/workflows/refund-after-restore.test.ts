/** Refunds that had not been sent at the moment to which the database is restored: bKash may have made them since. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { openRefund, startRefund } from '#api/domain/payments/payment-refunds.ts';
import { refundOrderOf } from '#api/domain/payments/refund-steps.ts';
import { prepareRestored } from '#api/domain/portals/after-restore.ts';
import { refundWorkflowId } from '#workflows/ids.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { startPurchaseFixture, until, type Begun } from './purchase-fixture.ts';

const fixture = await startPurchaseFixture();
const { control, db, deps } = fixture;
const { approvedAndReturned } = purchaseSteps(fixture);

/** A refund of a part of 250 BDT that is stored and not sent, as while bKash does not answer. */
async function unsentRefund(): Promise<{ begun: Begun; id: string }> {
  const begun = await fixture.begin();
  await approvedAndReturned(begun);
  await fixture.untilState(begun, 'paid');
  const request = { attemptId: begun.attemptId, amountPoisha: 10_000n, reason: 'Asked for', actorId: null };
  const now = deps.clock();
  const { id } = await openRefund(db, { ...request, acceptShortfall: false, key: randomUUID(), now });
  return { begun, id };
}

/** Sends the refund as the platform did in the lost time; the restored database does not know it. */
const sendInLostTime = async (id: string): Promise<string> => {
  const made = await deps.bkash.refund(await refundOrderOf(db, id), async () => true);
  return made.ok ? made.value.refundTrxId : expect.fail('bKash makes the refund.');
};
const made = (begun: Begun) => control.refunds().filter(({ paymentID }) => paymentID === begun.paymentId);
const refund = (id: string) => db.paymentRefund.findUniqueOrThrow({ where: { id } });
const prepare = () => prepareRestored(db, { to: deps.clock(), now: deps.clock() });
const ended = (id: string) => fixture.environment.client.workflow.getHandle(refundWorkflowId(id)).result();

test('a refund that bKash made after the moment of a restore is found in its list, and not sent again', async () => {
  const { begun, id } = await unsentRefund();
  const refundTrxId = await sendInLostTime(id);
  expect(await prepare()).toMatchObject({ refundsInDoubt: 1 });
  await startRefund(deps, id);
  await until('the end of the refund', async () => (await refund(id)).endedAt !== null);
  expect(await refund(id)).toMatchObject({ state: 'done', refundTrxId });
  expect(made(begun)).toHaveLength(1);
  await ended(id);
  expect(await fixture.openEnds(begun)).toEqual([]);
});

test('a refund that bKash did not make after the moment of a restore waits for a decision', async () => {
  const { begun, id } = await unsentRefund();
  await prepare();
  await startRefund(deps, id);
  await until('the decision to be asked for', async () => {
    await fixture.pass(HOUR_MS);
    return (await fixture.openEnds(begun)).length > 0;
  });
  expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'refund_unknown', subject: id }]);
  expect(made(begun)).toEqual([]);
});

test('a refund that somebody made before the moment of a restore is not taken for one that was not sent yet', async () => {
  const { begun, id } = await unsentRefund();
  const before = await sendInLostTime(id);
  await db.paymentRefund.update({ where: { id }, data: { knownBefore: [before] } });
  await prepare();
  await startRefund(deps, id);
  await until('the decision to be asked for', async () => {
    await fixture.pass(HOUR_MS);
    return (await fixture.openEnds(begun)).some(({ kind }) => kind === 'refund_unknown');
  });
  expect(await refund(id)).toMatchObject({ state: 'unknown', refundTrxId: null });
});
