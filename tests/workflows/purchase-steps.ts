/** Steps and expectations that tests of purchases share, on the fixture of purchase-world.ts. */
import { beforeEach, expect } from 'vitest';
import type { Begun, startPurchaseWorld } from './purchase-world.ts';

type World = Awaited<ReturnType<typeof startPurchaseWorld>>;

export function purchaseSteps(world: World) {
  const { control, interruptions } = world;
  beforeEach(() => {
    control.clearFaults();
    control.setSwitches({ duplicateWindowMs: 0 });
    for (const moment of ['execute', 'executeLeaves', 'refund', 'refundLeaves'] as const)
      delete interruptions[moment];
    world.env.BKASH_EXECUTE_AGAIN = false;
  });
  const paidOnce = async (begun: Begun): Promise<void> => {
    expect(await world.attempt(begun.attemptId)).toMatchObject({ state: 'paid' });
    expect(await world.transaction(begun)).toMatchObject({ status: 'completed' });
    expect(await world.credits(begun.userId)).toBe(50_000n);
    expect(world.debits(begun)).toHaveLength(1);
  };
  return {
    executes: (begun: Begun) =>
      control.calls('execute').filter(({ paymentID }) => paymentID === begun.paymentId),

    approvedAndReturned: async (begun: Begun): Promise<void> => {
      world.approve(begun);
      await world.returns(begun, 'success');
    },

    /** The purchase is paid, with everything that belongs to it, once. */
    expectPaid: async (begun: Begun): Promise<void> => {
      await paidOnce(begun);
      expect(await world.titles(begun.userId)).toEqual(['Payment received']);
    },

    /** The same, for a customer who was told in between that the payment is not confirmed. */
    expectPaidAfterAll: async (begun: Begun): Promise<void> => {
      await paidOnce(begun);
      expect(await world.titles(begun.userId)).toEqual(['Payment not confirmed yet', 'Payment received']);
      expect(await world.openEnds(begun)).toMatchObject([
        { kind: 'payment_unknown', closedBy: null, closedAt: expect.any(Date) },
      ]);
    },

    expectUnpaid: async (begun: Begun, state: string): Promise<void> => {
      expect(await world.attempt(begun.attemptId)).toMatchObject({ state, trxId: null });
      expect(await world.transaction(begun)).toMatchObject({ status: 'failed', receiptNumber: null });
      expect(await world.credits(begun.userId)).toBe(0n);
    },
  };
}
