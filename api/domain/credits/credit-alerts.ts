/** Notifies a customer, once each time, when a job takes the balance below the customer's chosen threshold. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { Transaction } from '#prisma/client.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

/**
 * Notifies the customer if the reservation crosses the threshold. It costs no statement otherwise. An administrator's
 * reservation is empty and crosses nothing.
 */
export async function alertLowCredits(
  tx: Transaction,
  held: {
    jobId: string;
    attempt: number;
    userId: string;
    amountHundredths: bigint;
    balanceHundredths: bigint;
    thresholdHundredths: number | null;
  },
): Promise<void> {
  const { balanceHundredths: after, thresholdHundredths } = held;
  if (thresholdHundredths === null) return;
  const threshold = BigInt(thresholdHundredths);
  if (after >= threshold || after + held.amountHundredths < threshold) return;
  await notify(tx, {
    key: `credit_low:${held.jobId}:${held.attempt}`,
    userId: held.userId,
    type: 'credit_low',
    kind: 'credits_low',
    values: { balance: creditsFromHundredths(after), threshold: creditsFromHundredths(threshold) },
    actionUrl: '/dashboard?tab=credits',
  });
}
