/** The threshold someone typed for the low-credit alert. */
import { creditAlertBody } from '#contracts/credit-history.ts';

/** "1,500.50" is a threshold; null for anything that is none: words, a negative number, a third decimal. */
export function thresholdIn(text: string): number | null {
  const digits = text.replace(/[\s,]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(digits)) return null;
  const { success, data } = creditAlertBody.safeParse({ threshold: Number(digits) });
  return success ? data.threshold : null;
}
