/** Credits and taka as text, in the chosen language: two decimals, ৳ for taka. */
import { formatDecimals } from './numbers.ts';
import { defineWords, wordsNow } from './words.ts';

const words = defineWords({
  en: { credits: (amount: string) => `${amount} credits` },
  bn: { credits: (amount) => `${amount} ক্রেডিট` },
});

/** "0.50 credits" */
export function creditsText(credits: number): string {
  return wordsNow(words).credits(formatDecimals(credits));
}

/** "+500.00", "−12.50" */
export function signedCredits(credits: number): string {
  const sign = credits > 0 ? '+' : credits < 0 ? '−' : '';
  return `${sign}${formatDecimals(Math.abs(credits))}`;
}

/** "৳250.00" */
export function bdtText(amountBdt: number): string {
  return `${amountBdt < 0 ? '−' : ''}৳${formatDecimals(Math.abs(amountBdt))}`;
}

/** The price of some credits in taka: "৳0.25". */
export function takaText(credits: number, creditsPerBDT: number): string {
  return bdtText(credits / creditsPerBDT);
}
