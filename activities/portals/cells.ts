/**
 * Reads cells of a portal's tables by their headings. A missing heading is a fault, so that a table that was rebuilt
 * is never misread.
 */
import type { Message } from '#contracts/messages/message.ts';
import { PortalFault } from './contract.ts';
import { portalMessages } from './messages.ts';

type Row = ReadonlyMap<string, string>;

/** The messages for a page without the cell, and for a cell that cannot be read. */
type Words = { missing: (label: string) => Message; unreadable: (text: string, label: string) => Message };

type Cells = {
  /** Returns the text of the cell under a heading or label; throws PORTAL_CHANGED if there is none. */
  cellOf: (row: Row, heading: string) => string;
  /** 48,200.00 → 48200.00 */
  amountOf: (row: Row, heading: string) => string;
  unreadable: (text: string, heading: string) => PortalFault;
};

const commonWords: Words = {
  missing: (label) => portalMessages.noLabel({ label }),
  unreadable: (text, label) => portalMessages.unexpectedText({ text, label }),
};

/** Creates the cell readers of a portal with its own messages. */
export function createCells(own: Partial<Words>): Cells {
  const words = { ...commonWords, ...own };
  const cellOf: Cells['cellOf'] = (row, heading) => {
    const text = row.get(heading);
    if (text === undefined) throw new PortalFault('PORTAL_CHANGED', words.missing(heading));
    return text;
  };
  const unreadable: Cells['unreadable'] = (text, heading) =>
    new PortalFault('PORTAL_CHANGED', words.unreadable(text, heading));
  return {
    cellOf,
    unreadable,
    amountOf: (row, heading) => {
      const text = cellOf(row, heading);
      const amount = text.replaceAll(',', '');
      if (/^\d+(\.\d+)?$/.test(amount)) return amount;
      throw unreadable(text, heading);
    },
  };
}

export const { cellOf, amountOf, unreadable } = createCells({});

/** 7,046.94 → 7046.94 */
export const numberOf = (row: Row, heading: string): number => Number(amountOf(row, heading));
