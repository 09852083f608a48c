/** Arithmetic of credits: integer hundredths internally, numbers with two decimals in the API. */

/** Converts hundredths of a credit to the number used in the API: 1250 → 12.5. */
export function creditsFromHundredths(hundredths: number | bigint): number {
  return Number(hundredths) / 100;
}

/** Converts credits to hundredths, rounded half up: 12.5 → 1250. */
export function hundredthsFromCredits(credits: number): number {
  return Math.round(credits * 100);
}

/** Formats credits with two decimals, as all credit figures are shown: "12.50". */
export function formatCredits(credits: number): string {
  return credits.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Returns the price of a job in hundredths: billable rows times the cost of one. */
export function priceHundredths(billableRows: number, costPerRowHundredths: number): number {
  return billableRows * costPerRowHundredths;
}
