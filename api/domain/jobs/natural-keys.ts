/** Compares the natural keys of filings: what a portal takes for one number is one filing. */

/**
 * Returns a form of the key in which the case of its letters does not matter. BEPZA finds an invoice in any spelling,
 * and the look-ups compare what most other portals show in the same way. Spaces are already collapsed in the cells. On
 * a portal that tells spellings apart, two filings that differ only in case are merely kept from being made at once.
 */
export const comparableKey = (naturalKey: string): string => naturalKey.toUpperCase();
