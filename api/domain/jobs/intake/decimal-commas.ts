/** Finds sheets in which a comma stands before decimals, and not between thousands. */
import type { Column } from '#services/contract.ts';
import type { Headings } from './headings.ts';

/** 1234,5 and 1.234,56 are numbers only with a comma before their decimals. */
const onlyDecimals = /^(?:\d+,\d{1,2}|\d{1,3}(?:\.\d{3})+,\d+)$/;

export type DecimalCommas = {
  /** Columns in which 46,213 may have decimals. */
  commas: ReadonlySet<Column>;
  /** Columns in which 46.213 may have five digits before its decimals. */
  points: ReadonlySet<Column>;
};

/**
 * Looks at the rows as uploaded. A number of the sheet shows that commas stand before decimals; that semicolons separate
 * the cells only makes it likely, because some programs write them beside points.
 */
export function decimalCommasOf(
  rowLines: readonly string[][],
  { matched }: Headings,
  delimiter: string | null,
): DecimalCommas {
  const numbers = matched.filter(({ column }) => column.isNumber);
  const isShown = numbers.some(({ index }) =>
    rowLines.some((cells) => onlyDecimals.test((cells[index] ?? '').trim())),
  );
  const columns = numbers.map(({ column }) => column);
  return {
    commas: new Set(isShown || delimiter === ';' ? columns : []),
    points: new Set(isShown ? columns : []),
  };
}

export const mayHaveDecimals = (text: string): boolean => /^\D*\d{1,3},\d{3}\D*$/.test(text);
export const mayHaveThousands = (text: string): boolean => /^\D*\d{1,3}(?:\.\d{3})+\D*$/.test(text);
