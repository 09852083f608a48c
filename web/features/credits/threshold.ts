/** Parses the threshold of the low-credit alert. */
import { creditAlertBody } from '#contracts/credits/credit-history.ts';
import { typedDecimal } from '#web/lib/numbers.ts';

/** Parses "1,500.50" and "৭৫". Returns null for words, a negative number or a third decimal. */
export function thresholdIn(text: string): number | null {
  const { success, data } = creditAlertBody.safeParse({ threshold: typedDecimal(text) ?? undefined });
  return success ? data.threshold : null;
}
