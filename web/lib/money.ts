/** Credits and taka as text: two decimals, ৳ for taka. */
import { formatCredits } from '#contracts/credits.ts';

/** "0.50 credits" */
export function creditsText(credits: number): string {
  return `${formatCredits(credits)} credits`;
}

/** "+500.00", "−12.50" */
export function signedCredits(credits: number): string {
  const sign = credits > 0 ? '+' : credits < 0 ? '−' : '';
  return `${sign}${formatCredits(Math.abs(credits))}`;
}

/** "৳250.00" */
export function bdtText(amountBdt: number): string {
  return `${amountBdt < 0 ? '−' : ''}৳${formatCredits(Math.abs(amountBdt))}`;
}

/** The price of some credits in taka: "৳0.25". */
export function takaText(credits: number, creditsPerBDT: number): string {
  return bdtText(credits / creditsPerBDT);
}
