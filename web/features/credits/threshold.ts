/** The threshold someone typed for the low-credit alert. */
import { creditAlertBody } from '#contracts/credits/credit-history.ts';
import { typedDecimal } from '#web/lib/numbers.ts';

/** "1,500.50" and "৭৫" are thresholds; null for anything that is none: words, a negative number, a third decimal. */
export function thresholdIn(text: string): number | null {
  const { success, data } = creditAlertBody.safeParse({ threshold: typedDecimal(text) ?? undefined });
  return success ? data.threshold : null;
}
