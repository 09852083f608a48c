/** Refunds on virtual time against the sandbox's bKash: never sent twice by accident, never more than was paid. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { paymentActivities } from '#activities/payments.ts';
import { adjustCredits, verifyLedger } from '#api/domain/credits/ledger.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { requestRefund, startRefund, type RefundRequest } from '#api/domain/payments/payment-refunds.ts';
import { quote } from '#contracts/messages/message.ts';
import { adjustment } from '#tests/factories.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { refundWorkflowId } from '#workflows/ids.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { endQuietly, startPurchaseFixture, until, type Begun } from './purchase-fixture.ts';

const fixture = await startPurchaseFixture();
const { control, db, deps, interruptions } = fixture;
const SEEDED_MERCHANT_POISHA = 10_000_000;

const { approvedAndReturned } = purchaseSteps(fixture);
beforeEach(() => control.setMerchantPoisha(SEEDED_MERCHANT_POISHA));

/** 250 BDT paid for 500 credits. */
async function paid(): Promise<Begun> {
  const begun = await fixture.begin();
  await approvedAndReturned(begun);
  await fixture.untilState(begun, 'paid');
  return begun;
}

const ask = (begun: Begun, given: Partial<RefundRequest> = {}) =>
  requestRefund(deps, {
    attemptId: begun.attemptId,
    amountPoisha: 25_000n,
    reason: 'Asked for by the customer',
    actorId: 'admin',
    acceptShortfall: false,
    key: randomUUID(),
    ...given,
  });
const handle = (refundId: string) =>
  fixture.environment.client.workflow.getHandle(refundWorkflowId(refundId));
const refund = (id: string) => db.paymentRefund.findUniqueOrThrow({ where: { id } });
const made = (begun: Begun) => control.refunds().filter(({ paymentID }) => paymentID === begun.paymentId);
const sent = (begun: Begun) =>
  control.calls('refund').filter(({ body }) => body['paymentId'] === begun.paymentId);
const looks = (begun: Begun) =>
  control.calls('refundStatus').filter(({ body }) => body['paymentId'] === begun.paymentId).length;
/** Sends the refund as another worker would, at the same time. */
const sendAsAnother = (refundId: string) => paymentActivities(deps).sendRefund({ refundId });

/** Holds a caller back until it is opened. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** A refund that waits for nothing: skipping time would run on to the next timer, months away. */
async function refunded(begun: Begun, given: Partial<RefundRequest> = {}) {
  const { id } = await ask(begun, given);
  await until('the end of the refund', async () => (await refund(id)).endedAt !== null);
  return refund(id);
}

/** A refund that is followed through its timetable. */
async function refundedInTime(begun: Begun) {
  const { id } = await ask(begun);
  await handle(id).result();
  return refund(id);
}

describe('a refund whose answer is late', () => {
  it.each(todaysShare([6, 90, 5 * 60]))(
    'a refund that bKash makes %i minutes late is never sent again and is found',
    async (minutes) => {
      const begun = await paid();
      control.addFault({ kind: 'commitLate', operation: 'refund', ms: minutes * MINUTE_MS });
      const { id } = await ask(begun, { amountPoisha: 10_000n });
      await handle(id).result();
      expect(await refund(id)).toMatchObject({ state: 'done' });
      expect(sent(begun)).toHaveLength(1);
      expect(made(begun)).toHaveLength(1);
      expect(await fixture.credits(begun.userId)).toBe(30_000n);
      expect(await fixture.openEnds(begun)).toEqual([]);
    },
  );

  it('a refund that bKash lists late is found when it is listed', async () => {
    const begun = await paid();
    control.addFault({ kind: 'listedLate', operation: 'refund', ms: 90 * MINUTE_MS });
    expect(await refundedInTime(begun)).toMatchObject({ state: 'done' });
    expect(sent(begun)).toHaveLength(1);
  });

  it('a refund later than its settling time is listed for decision, and closes itself when it is found', async () => {
    const begun = await paid();
    control.addFault({ kind: 'commitLate', operation: 'refund', ms: 20 * HOUR_MS });
    const { id, state } = await refundedInTime(begun);
    expect(state).toBe('done');
    expect(sent(begun)).toHaveLength(1);
    expect(await fixture.openEnds(begun)).toMatchObject([
      { kind: 'refund_unknown', subject: id, amount: 25_000n, closedBy: null, closedAt: expect.any(Date) },
    ]);
    expect(await fixture.titles(begun.userId)).toEqual([
      'Payment received',
      'Refund is delayed',
      'Payment refunded',
    ]);
  });
});

describe('a lost answer', () => {
  it('a refund whose answer was lost is found by its status: sent once, credits taken once [lost-answer-of-refund]', async () => {
    const begun = await paid();
    control.addFault({ kind: 'dropAfterCommit', operation: 'refund' });
    expect(await refundedInTime(begun)).toMatchObject({ state: 'done', creditsTaken: 50_000n });
    expect(sent(begun)).toHaveLength(1);
    expect(made(begun)).toHaveLength(1);
    expect(await fixture.credits(begun.userId)).toBe(0n);
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'refunded' });
    expect(await fixture.transaction(begun)).toMatchObject({ status: 'refunded', refunded: 25_000n });
    expect(await fixture.titles(begun.userId)).toEqual(['Payment received', 'Payment refunded']);
  });

  it('a lost second refund of the same amount is not confused with the first', async () => {
    const begun = await paid();
    const first = await refunded(begun, { amountPoisha: 10_000n });
    control.addFault({ kind: 'dropBefore', operation: 'refund' });
    const { id } = await ask(begun, { amountPoisha: 10_000n });
    await until('the loss', async () => (await refund(id)).state === 'unknown');
    const before = looks(begun);
    await fixture.pass(MINUTE_MS);
    await until('a look', () => looks(begun) > before);
    expect(await refund(id)).toMatchObject({ state: 'unknown', refundTrxId: null });
    expect(first.refundTrxId).not.toBeNull();
    expect(made(begun)).toHaveLength(1);
    await endQuietly(handle(id));
  });

  it('a refund that never arrived is never sent again, also not by a later run, and a person decides', async () => {
    const begun = await paid();
    control.addFault({ kind: 'dropBefore', operation: 'refund' });
    const { id, state } = await refundedInTime(begun);
    expect(state).toBe('unknown');
    expect(await fixture.credits(begun.userId)).toBe(0n);
    await startRefund(deps, id);
    await handle(id).result();
    expect(sent(begun)).toHaveLength(1);
    expect(await refund(id)).toMatchObject({ state: 'unknown' });
    expect(await fixture.openEnds(begun)).toMatchObject([{ kind: 'refund_unknown', closedAt: null }]);
  });

  it('a lost answer is not counted as a refund while bKash does not list its refunds', async () => {
    const begun = await paid();
    control.addFault({ kind: 'dropBefore', operation: 'refund' });
    control.addFault({ kind: 'http', operation: 'refundStatus', skip: 1, times: -1 });
    expect(await refundedInTime(begun)).toMatchObject({ state: 'unknown' });
    expect(sent(begun)).toHaveLength(1);
  });
});

describe('one owner', () => {
  it('a sender that dies before the request was released has sent nothing, and the next one sends once', async () => {
    const begun = await paid();
    interruptions.refund = () => {
      delete interruptions.refund;
      return Promise.reject(new Error('The worker is gone.'));
    };
    expect(await refundedInTime(begun)).toMatchObject({ state: 'done' });
    expect(sent(begun)).toHaveLength(1);
    expect(made(begun)).toHaveLength(1);
  });

  it('a sender that dies after the request was released may have sent it, so it is not sent again', async () => {
    const begun = await paid();
    interruptions.refundLeaves = () => Promise.reject(new Error('The worker is gone.'));
    const { id, state } = await refundedInTime(begun);
    delete interruptions.refundLeaves;
    expect(state).toBe('unknown');
    expect((await refund(id)).sentAt).not.toBeNull();
    expect(sent(begun)).toHaveLength(0);
  });

  it('a sender that was frozen before the last check sends nothing when it continues', async () => {
    const begun = await paid();
    const frozen = gate();
    interruptions.refund = () => {
      delete interruptions.refund;
      return frozen.opened;
    };
    const { id } = await ask(begun);
    await until('the claim', async () => (await refund(id)).claimedAt !== null);
    const first = (await refund(id)).sendOwner;
    // Sets the claim's age to what a process that was frozen for half a minute finds.
    await db.$executeRaw`UPDATE payment_refunds SET claimed_at = now() - interval '30 seconds' WHERE id = ${id}::uuid`;
    expect(await sendAsAnother(id)).toMatchObject({ state: 'done' });
    frozen.open();
    await handle(id).result();
    expect((await refund(id)).sendOwner).not.toBe(first);
    expect(sent(begun)).toHaveLength(1);
    expect(made(begun)).toHaveLength(1);
  });

  it('a sender that continues before anyone else reports that nothing was sent, and the next one sends', async () => {
    const begun = await paid();
    const frozen = gate();
    interruptions.refund = () => {
      delete interruptions.refund;
      return frozen.opened;
    };
    const { id } = await ask(begun);
    await until('the claim', async () => (await refund(id)).claimedAt !== null);
    await db.$executeRaw`UPDATE payment_refunds SET claimed_at = now() - interval '30 seconds' WHERE id = ${id}::uuid`;
    frozen.open();
    await handle(id).result();
    expect(await refund(id)).toMatchObject({ state: 'done' });
    expect(sent(begun)).toHaveLength(1);
  });

  it('a refund that many senders claim at once is sent by one of them', async () => {
    const begun = await paid();
    control.addFault({ kind: 'http', operation: 'refundStatus', times: 1 });
    const { id } = await ask(begun);
    await until('the fault', () => looks(begun) > 0);
    await endQuietly(handle(id));
    await Promise.all(Array.from({ length: 8 }, () => sendAsAnother(id)));
    await until('the refund', async () => (await refund(id)).state === 'done');
    expect(sent(begun)).toHaveLength(1);
    expect(made(begun)).toHaveLength(1);
  });
});

describe('a refund too many', () => {
  it('a second refund that bKash made itself is found, reported once and the customer notified', async () => {
    const begun = await paid();
    const first = await refunded(begun, { amountPoisha: 10_000n });
    expect(first).toMatchObject({ state: 'done' });
    control.refund(begun.paymentId, '100.00');
    await handle(first.id).result();
    const twins = made(begun).filter(({ refundTrxID }) => refundTrxID !== first.refundTrxId);
    expect(await fixture.openEnds(begun)).toMatchObject([
      { kind: 'refund_twin', subject: twins[0]?.refundTrxID, amount: 10_000n, closedAt: null },
    ]);
    expect(await fixture.titles(begun.userId)).toContain('A refund was made more than once');
    await refunded(begun, { amountPoisha: 2_000n });
    expect(await fixture.openEnds(begun)).toHaveLength(1);
  });

  it('a second refund is looked for at once and a settling time after the end, and not in between', async () => {
    const begun = await paid();
    const before = looks(begun);
    const { id } = await ask(begun);
    await handle(id).result();
    // Looked up before it was sent, right after, and at the end of its settling time.
    expect(looks(begun) - before).toBe(3);
    expect((await refund(id)).comparedAt).not.toBeNull();
    expect(await fixture.openEnds(begun)).toEqual([]);
  });
});

describe('bKash', () => {
  it('a refund that bKash refuses returns the credits, and another refund can be requested [refused-by-bkash]', async () => {
    const begun = await paid();
    control.setMerchantPoisha(0);
    const failed = await refunded(begun);
    expect(failed).toMatchObject({ state: 'failed', errorMessage: quote('Insufficient Balance') });
    expect(await fixture.credits(begun.userId)).toBe(50_000n);
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'paid' });
    control.setMerchantPoisha(SEEDED_MERCHANT_POISHA);
    expect(await refunded(begun)).toMatchObject({ state: 'done' });
    expect(await fixture.credits(begun.userId)).toBe(0n);
  });

  it('a refund is tried again until bKash can be reached, as long as nothing was sent', async () => {
    const begun = await paid();
    control.addFault({ kind: 'http', operation: 'refundStatus', times: 3 });
    expect(await refundedInTime(begun)).toMatchObject({ state: 'done' });
    expect(sent(begun)).toHaveLength(1);
  });

  it('a refund is given up with its credits returned if bKash cannot be reached for a day', async () => {
    const begun = await paid();
    control.addFault({ kind: 'http', operation: 'refundStatus', times: -1 });
    expect(await refundedInTime(begun)).toMatchObject({ state: 'failed' });
    expect(sent(begun)).toHaveLength(0);
    expect(await fixture.credits(begun.userId)).toBe(50_000n);
  });
});

describe('credits that are spent', () => {
  it('spent credits stop a refund with what is left and what is wanted, and nothing is taken', async () => {
    const begun = await paid();
    await adjustCredits(db, adjustment(begun.userId, 'deduct', 20_000n));
    await expect(ask(begun)).rejects.toMatchObject({
      code: 'CREDITS_SPENT',
      details: { availableCredits: 300, wantedCredits: 500 },
    });
    expect(await fixture.credits(begun.userId)).toBe(30_000n);
    expect(await fixture.refundsOf(begun)).toEqual([]);
  });

  it('spent credits are written off if the administrator agrees, and restored exactly if bKash refuses', async () => {
    const begun = await paid();
    await adjustCredits(db, adjustment(begun.userId, 'deduct', 20_000n));
    control.setMerchantPoisha(0);
    expect(await refunded(begun, { acceptShortfall: true })).toMatchObject({ state: 'failed' });
    expect(await fixture.credits(begun.userId)).toBe(30_000n);
    control.setMerchantPoisha(SEEDED_MERCHANT_POISHA);
    expect(await refunded(begun, { acceptShortfall: true })).toMatchObject({
      state: 'done',
      creditsTaken: 30_000n,
    });
    expect(await fixture.credits(begun.userId)).toBe(0n);
  });
});

describe('a refund', () => {
  it('a refund is refused if unpaid, too high, after 60 days or beside another one [refused-refunds]', async () => {
    const open = await fixture.begin();
    await expect(ask(open)).rejects.toMatchObject({ code: 'REFUND_NOT_POSSIBLE' });
    const begun = await paid();
    for (const amountPoisha of [25_001n, 0n, -1n])
      await expect(ask(begun, { amountPoisha })).rejects.toMatchObject({ code: 'REFUND_NOT_POSSIBLE' });
    control.addFault({ kind: 'dropAfterCommit', operation: 'refund' });
    const { id } = await ask(begun, { amountPoisha: 10_000n });
    await expect(ask(begun, { amountPoisha: 10_000n })).rejects.toMatchObject({
      code: 'REFUND_NOT_POSSIBLE',
    });
    await handle(id).result();
    await expect(ask(begun, { amountPoisha: 15_001n })).rejects.toMatchObject({
      code: 'REFUND_NOT_POSSIBLE',
    });
    const old = new Date(deps.clock().getTime() - 61 * 24 * 60 * MINUTE_MS);
    await db.paymentAttempt.update({ where: { id: begun.attemptId }, data: { paidAt: old } });
    await expect(ask(begun, { amountPoisha: 100n })).rejects.toMatchObject({ code: 'REFUND_NOT_POSSIBLE' });
  });

  it('a refund that is requested twice with one key is one refund, and the key is valid for no other', async () => {
    const begun = await paid();
    const key = randomUUID();
    const asked = await Promise.all(
      Array.from({ length: 4 }, () => ask(begun, { key, amountPoisha: 10_000n })),
    );
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    await until('the refund', async () => (await refund(asked[0]?.id ?? '')).state === 'done');
    expect(made(begun)).toHaveLength(1);
    expect(await fixture.credits(begun.userId)).toBe(30_000n);
    await expect(ask(begun, { key, amountPoisha: 5_000n })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('a refund in parts takes exactly the credits of the whole, in at most ten parts [refund-in-parts]', async () => {
    const begun = await paid();
    for (let part = 0; part < 9; part += 1)
      expect(await refunded(begun, { amountPoisha: 3n })).toMatchObject({ state: 'done' });
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'paid' });
    expect(await refunded(begun, { amountPoisha: 3n })).toMatchObject({ state: 'done' });
    await expect(ask(begun, { amountPoisha: 3n })).rejects.toMatchObject({ code: 'REFUND_NOT_POSSIBLE' });
    expect(await fixture.credits(begun.userId)).toBe(50_000n - 60n);
  });
});

it('the ledger and the payments agree after all of these tests', async () => {
  expect(await verifyLedger(db)).toEqual([]);
  expect(await verifyPayments(db)).toEqual([]);
});
