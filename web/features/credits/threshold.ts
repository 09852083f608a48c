/** Parses the threshold of the low-credit alert. */
import { limits } from '#contracts/limits.ts';
import { typedDecimal } from '#web/lib/numbers.ts';

/** Parses "1,500.50" and "৭৫". Returns null for words, a negative number, a third decimal or one that is too large. */
export function thresholdIn(text: string): number | null {
  const threshold = typedDecimal(text);
  return threshold !== null && threshold <= limits.creditAlertThresholdMax ? threshold : null;
}
