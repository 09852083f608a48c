/**
 * Payments and refunds on virtual time while bKash gives answers that its documentation allows and that were rarely seen:
 * a status that is not final, and an error in place of an empty list of refunds.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { requestRefund, startRefund } from '#api/domain/payments/payment-refunds.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { refundWorkflowId } from '#workflows/ids.ts';
import { endQuietly, startPurchaseFixture, until, type Begun } from './purchase-fixture.ts';
import { purchaseSteps } from './purchase-steps.ts';

const fixture = await startPurchaseFixture();
const { control, db, deps } = fixture;
const { approvedAndReturned, executes, expectPaid } = purchaseSteps(fixture);
beforeEach(() => control.setSwitches({ noRefunds: 'empty' }));

/** 250 BDT paid for 500 credits. */
async function paid(): Promise<Begun> {
  const begun = await fixture.begin();
  await approvedAndReturned(begun);
  await fixture.untilState(begun, 'paid');
  return begun;
}

/** Requests a refund of 100 BDT, the part of 200 credits. */
const ask = ({ attemptId }: Begun) =>
  requestRefund(deps, {
    attemptId,
    amountPoisha: 10_000n,
    reason: 'Asked for by the customer',
    actorId: 'admin',
    acceptShortfall: false,
    key: randomUUID(),
  });
const handle = (refundId: string) =>
  fixture.environment.client.workflow.getHandle(refundWorkflowId(refundId));
const refund = (id: string) => db.paymentRefund.findUniqueOrThrow({ where: { id } });
const sent = (begun: Begun) =>
  control.calls('refund').filter(({ body }) => body['paymentId'] === begun.paymentId);
const looks = (begun: Begun) =>
  control.calls('refundStatus').filter(({ body }) => body['paymentId'] === begun.paymentId).length;

describe('a status that is not final', () => {
  it('a query that reports a status other than Completed or Initiated decides nothing, and the debit is not repeated', async () => {
    fixture.env.BKASH_EXECUTE_AGAIN = true;
    const begun = await fixture.begin();
    control.addFault({ operation: 'execute', kind: 'http' });
    control.tamper({ operation: 'query', status: 'Authorized', times: -1 });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    expect(executes(begun)).toHaveLength(1);
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'unknown' });
    expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'payment_unknown', closedAt: null }]);
    expect(await fixture.titles(begun.userId)).toEqual(['Payment not confirmed yet']);
  });

  it('an execute whose answer is not Completed credits nothing until a query says so', async () => {
    const begun = await fixture.begin();
    control.tamper({ operation: 'execute', status: 'Authorized' });
    await approvedAndReturned(begun);
    await fixture.untilState(begun, 'unknown');
    expect(await fixture.credits(begun.userId)).toBe(0n);
    await fixture.end(begun);
    await expectPaid(begun);
    expect(executes(begun)).toHaveLength(1);
  });

  it('a refund that bKash does not call Completed is not recorded as made until it is', async () => {
    const begun = await paid();
    control.tamper({ operation: 'refund', status: 'Initiated' });
    control.tamper({ operation: 'refundStatus', status: 'Initiated', times: -1 });
    const { id } = await ask(begun);
    await handle(id).result();
    expect(await refund(id)).toMatchObject({ state: 'unknown', refundTrxId: null });
    expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'refund_unknown', closedAt: null }]);
    control.clearFaults();
    await startRefund(deps, id);
    await handle(id).result();
    expect(await refund(id)).toMatchObject({ state: 'done', refundTrxId: expect.any(String) });
    expect(sent(begun)).toHaveLength(1);
  });
});

describe('a list of refunds', () => {
  it('a refund is sent and compared if bKash answers an empty list with an error', async () => {
    control.setSwitches({ noRefunds: 'refused' });
    const begun = await paid();
    const { id } = await ask(begun);
    await handle(id).result();
    expect(await refund(id)).toMatchObject({ state: 'done', comparedAt: expect.any(Date) });
    expect(sent(begun)).toHaveLength(1);
  });

  it('a comparison takes the error in place of an empty list for an answer', async () => {
    control.setSwitches({ noRefunds: 'refused' });
    const begun = await paid();
    control.addFault({ operation: 'refund', kind: 'statusCode', code: '2023' });
    const { id } = await ask(begun);
    await handle(id).result();
    expect(await refund(id)).toMatchObject({ state: 'failed', comparedAt: expect.any(Date) });
  });

  it('a lost refund is not confused with one that was made before it in the portal of bKash', async () => {
    const begun = await paid();
    control.refund(begun.paymentId, '100.00');
    control.addFault({ operation: 'refund', kind: 'dropBefore' });
    const { id } = await ask(begun);
    await until('the loss', async () => (await refund(id)).state === 'unknown');
    const before = looks(begun);
    await fixture.pass(MINUTE_MS);
    await until('a look', () => looks(begun) > before);
    expect(await refund(id)).toMatchObject({ state: 'unknown', refundTrxId: null });
    await endQuietly(handle(id));
  });
});

it('the ledger and the payments agree after all of these tests', async () => {
  expect(await verifyLedger(db)).toEqual([]);
  expect(await verifyPayments(db)).toEqual([]);
});
