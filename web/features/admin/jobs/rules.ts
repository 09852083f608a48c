/**
 * Validates the credits to return for a job. They are counted in hundredths, because decimals do not compare exactly.
 */
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';

/** Parses a typed amount such as "1,250.50". Returns null for words, a third decimal, nothing, or more than is left. */
export function refundCreditsIn(text: string, leftCredits: number): number | null {
  const digits = text.replace(/[\s,]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(digits)) return null;
  const hundredths = hundredthsFromCredits(Number(digits));
  const isPossible = hundredths > 0 && hundredths <= hundredthsFromCredits(leftCredits);
  return isPossible ? creditsFromHundredths(hundredths) : null;
}
