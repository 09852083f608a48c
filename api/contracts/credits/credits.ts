/** Arithmetic of credits: integer hundredths inside, numbers with two decimals at the edge. */

/** Hundredths of a credit to the number shown at the edge: 1250 → 12.5. */
export function creditsFromHundredths(hundredths: number | bigint): number {
  return Number(hundredths) / 100;
}

/** A number of credits to hundredths, rounded half up to the nearest hundredth: 12.5 → 1250. */
export function hundredthsFromCredits(credits: number): number {
  return Math.round(credits * 100);
}

/** Two decimals, as every credit figure is shown: "12.50". */
export function formatCredits(credits: number): string {
  return credits.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Price of a job in hundredths: billable rows times the cost of one. */
export function priceHundredths(billableRows: number, costPerRowHundredths: number): number {
  return billableRows * costPerRowHundredths;
}
