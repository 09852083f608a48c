/** What of a job's credits somebody asks to have returned, counted in hundredths: decimals do not compare exactly. */
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';

/** The amount someone typed, "1,250.50"; null for words, a third decimal, nothing, or more than there is. */
export function refundCreditsIn(text: string, leftCredits: number): number | null {
  const digits = text.replace(/[\s,]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(digits)) return null;
  const hundredths = hundredthsFromCredits(Number(digits));
  const isPossible = hundredths > 0 && hundredths <= hundredthsFromCredits(leftCredits);
  return isPossible ? creditsFromHundredths(hundredths) : null;
}
