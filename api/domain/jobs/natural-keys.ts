/** The keys of filings, and how portals compare them, so that two spellings of one number are one filing. */
import type { RowData, SheetInput } from '#services/contract.ts';

/**
 * Returns the key in upper case. BEPZA finds an invoice in any case, and the look-ups on most other portals ignore case
 * too. Spaces are already collapsed in the cells. On a portal that distinguishes case, the only cost is that two
 * filings that differ in case alone are not made at the same time.
 */
export const comparableKey = (naturalKey: string): string => naturalKey.toUpperCase();

/** Returns the key of the filing that the row is part of; undefined if the service files each row separately. */
export const groupKeyOf = (
  { groupBy, groupSeparator }: Pick<SheetInput, 'groupBy' | 'groupSeparator'>,
  row: RowData,
): string | undefined => groupBy?.map((column) => row[column]).join(groupSeparator ?? '|');
