/** Steps and expectations that tests of purchases share, on the fixture of purchase-fixture.ts. */
import { beforeEach, expect } from 'vitest';
import type { Begun, startPurchaseFixture } from './purchase-fixture.ts';

type Fixture = Awaited<ReturnType<typeof startPurchaseFixture>>;

export function purchaseSteps(fixture: Fixture) {
  const { control, interruptions } = fixture;
  beforeEach(() => {
    control.clearFaults();
    control.setSwitches({ duplicateWindowMs: 0 });
    for (const moment of ['execute', 'executeLeaves', 'refund', 'refundLeaves'] as const)
      delete interruptions[moment];
    fixture.env.BKASH_EXECUTE_AGAIN = false;
  });
  const paidOnce = async (begun: Begun): Promise<void> => {
    expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state: 'paid' });
    expect(await fixture.transaction(begun)).toMatchObject({ status: 'completed' });
    expect(await fixture.credits(begun.userId)).toBe(50_000n);
    expect(fixture.debits(begun)).toHaveLength(1);
  };
  return {
    executes: (begun: Begun) =>
      control.calls('execute').filter(({ paymentID }) => paymentID === begun.paymentId),

    approvedAndReturned: async (begun: Begun): Promise<void> => {
      fixture.approve(begun);
      await fixture.returns(begun, 'success');
    },

    /** The purchase is paid, with everything that belongs to it, once. */
    expectPaid: async (begun: Begun): Promise<void> => {
      await paidOnce(begun);
      expect(await fixture.titles(begun.userId)).toEqual(['Payment received']);
    },

    /** The same, for a customer who was notified in between that the payment is not confirmed. */
    expectPaidAfterAll: async (begun: Begun): Promise<void> => {
      await paidOnce(begun);
      expect(await fixture.titles(begun.userId)).toEqual(['Payment not confirmed yet', 'Payment received']);
      expect(await fixture.openEnds(begun)).toMatchObject([
        { kind: 'payment_unknown', closedBy: null, closedAt: expect.any(Date) },
      ]);
    },

    expectUnpaid: async (begun: Begun, state: string): Promise<void> => {
      expect(await fixture.attempt(begun.attemptId)).toMatchObject({ state, trxId: null });
      expect(await fixture.transaction(begun)).toMatchObject({ status: 'failed', receiptNumber: null });
      expect(await fixture.credits(begun.userId)).toBe(0n);
    },
  };
}
