/**
 * Rates how far a table's grid can be trusted, from the evidence on its pages. The value from 0 to 1 is not a
 * probability.
 */
import { columnCount, filledCells, type PageTable } from './table.ts';

/** Rules define where cells end; gaps only suggest it. */
const ruledBase = 1;
const openBase = 0.97;
/** A narrower gutter may be a wide space between two words. */
const clearGutterPt = 4;
const narrowestFactor = 0.7;
/** A grid with a larger share of filled positions is not a chance alignment. */
const clearFillShare = 0.5;
const emptiestFactor = 0.6;

/** Grows linearly from `least` at 0 to 1 at `clear`. */
const factor = (value: number, clear: number, least: number): number =>
  least + (1 - least) * Math.min(1, value / clear);

/** Rules, filled cells and wide gutters raise the value. */
export function confidenceOf(table: PageTable): number {
  const { rows, merges, gutters, isRuled } = table;
  const merged = merges.reduce((total, { rowSpan, columnSpan }) => total + rowSpan * columnSpan - 1, 0);
  const positions = rows.length * columnCount(table);
  const filled = rows.reduce((total, row) => total + filledCells(row), 0) + merged;
  const fill = factor(filled / positions, clearFillShare, emptiestFactor);
  if (isRuled) return ruledBase * fill;
  const narrowestPt = Math.min(...gutters.map(({ from, to }) => to - from));
  return openBase * fill * factor(narrowestPt, clearGutterPt, narrowestFactor);
}
