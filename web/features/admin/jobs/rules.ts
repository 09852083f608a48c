/**
 * Validates the credits to return for a job. They are counted in hundredths, because decimals do not compare exactly.
 */
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { typedDecimal } from '#web/lib/numbers.ts';

/** Parses a typed amount such as "1,250.50". Returns null for words, a third decimal, nothing, or more than is left. */
export function refundCreditsIn(text: string, leftCredits: number): number | null {
  const typed = typedDecimal(text);
  if (typed === null) return null;
  const hundredths = hundredthsFromCredits(typed);
  const isPossible = hundredths > 0 && hundredths <= hundredthsFromCredits(leftCredits);
  return isPossible ? creditsFromHundredths(hundredths) : null;
}
