/** Notifies a customer of changes of the balance: a balance that becomes low, and credits that the team changes. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { Transaction } from '#prisma/client.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

type BalanceChange = {
  /** Ensures that a replayed step notifies only once. */
  key: string;
  userId: string;
  beforeHundredths: bigint;
  afterHundredths: bigint;
};

/**
 * Notifies the customer if the change crosses the customer's threshold. It costs no statement otherwise. An
 * administrator's reservation is empty and crosses nothing.
 */
export async function alertLowCredits(
  tx: Transaction,
  { thresholdHundredths, ...change }: BalanceChange & { thresholdHundredths: number | null },
): Promise<void> {
  const { key, userId, beforeHundredths: before, afterHundredths: after } = change;
  if (thresholdHundredths === null) return;
  const threshold = BigInt(thresholdHundredths);
  if (after >= threshold || before < threshold) return;
  await notify(tx, {
    key: `credit_low:${key}`,
    userId,
    type: 'credit_low',
    kind: 'credits_low',
    values: { balance: creditsFromHundredths(after), threshold: creditsFromHundredths(threshold) },
    actionUrl: creditsPage,
  });
}

const creditsPage = '/dashboard?tab=credits';

/** Notifies the customer of credits that administrators have added or deducted, and of a balance that is low now. */
export async function notifyOfAdjustment(
  tx: Transaction,
  { reason, ...change }: BalanceChange & { reason: string },
): Promise<void> {
  const { key, userId, beforeHundredths: before, afterHundredths: after } = change;
  await notify(tx, {
    key: `credits_changed:${key}`,
    userId,
    type: 'other',
    kind: 'credits_changed',
    values: {
      credits: creditsFromHundredths(after - before),
      balance: creditsFromHundredths(after),
      reason: reason.trim(),
    },
    actionUrl: creditsPage,
  });
  const { lowCreditThreshold } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { lowCreditThreshold: true },
  });
  await alertLowCredits(tx, { ...change, thresholdHundredths: lowCreditThreshold });
}
