/** Compares the natural keys of filings as portals do, so that two spellings of one number are one filing. */

/**
 * Returns the key in upper case. BEPZA finds an invoice in any case, and the look-ups on most other portals ignore case
 * too. Spaces are already collapsed in the cells. On a portal that distinguishes case, the only cost is that two
 * filings that differ in case alone are not made at the same time.
 */
export const comparableKey = (naturalKey: string): string => naturalKey.toUpperCase();
