/**
 * Reads cells of a portal's tables by their headings. A missing heading is a fault, so that a table that was rebuilt
 * is never misread.
 */
import { PortalFault } from './contract.ts';
import { portalMessages } from './messages.ts';

type Row = ReadonlyMap<string, string>;

/** Returns the text of the cell under a heading or label; throws PORTAL_CHANGED if there is none. */
export function cellOf(row: Row, heading: string): string {
  const text = row.get(heading);
  if (text === undefined) throw new PortalFault('PORTAL_CHANGED', portalMessages.noLabel({ label: heading }));
  return text;
}

/** 48,200.00 → 48200.00 */
export function amountOf(row: Row, heading: string): string {
  const text = cellOf(row, heading);
  const amount = text.replaceAll(',', '');
  if (/^\d+(\.\d+)?$/.test(amount)) return amount;
  throw unreadable(text, heading);
}

/** 7,046.94 → 7046.94 */
export const numberOf = (row: Row, heading: string): number => Number(amountOf(row, heading));

export function unreadable(text: string, heading: string): PortalFault {
  return new PortalFault('PORTAL_CHANGED', portalMessages.unexpectedText({ text, label: heading }));
}
