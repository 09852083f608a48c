/**
 * Estimates the probability that every cell of a table is right, from the way its columns and rows were found and from
 * the figures that agree. `npm run bench -- pdf` compares the estimates with the truth.
 */
import type { PageFacts } from '#activities/pdf/reading/quality.ts';
import { proofOf, type Proof } from './proof.ts';
import { columnCount, filledCells, type PageTable } from './table.ts';

/** Probability for a table whose cells are bounded by rules. */
const ruledBase = 0.98;
/** The same for columns that are separated by gaps: confirmed by a heading over each column, and without headings. */
const headedBase = 0.97;
const openBase = 0.75;
/** Without rules, several lines in a cell may be several rows, and headings may span other columns. */
const wrappedFactor = 0.9;
const spannedFactor = 0.9;
/** Headings whose cost per column is higher than this, in text heights, may belong to other columns. */
const clearCost = 1.5;
const unclearFactor = 0.95;
/** A table with fewer columns or rows may be a list or an address. */
const columnsClear = 3;
const rowsClear = 4;
const smallFactor = 0.95;
/** A narrower gutter may be a wide space between two words. */
const clearGutterPt = 4;
const narrowestFactor = 0.7;
/** A grid with a larger share of filled positions is not a chance alignment. */
const clearFillShare = 0.5;
const emptiestFactor = 0.6;
/** If at least this many sums, products and balances agree, the remaining probability of an error is halved. */
const agreedMin = 3;
const agreedFactor = 0.5;
/** A doubt about a cell that a wrong column would cause. */
const doubtFactor = 0.9;
/** Upper limit for text that is probably not what the page shows. */
export const wrongTextMax = 0.3;
const brokenBengaliMax = 0.7;

/** Grows linearly from `least` at 0 to 1 at `clear`. */
const factor = (value: number, clear: number, least: number): number =>
  least + (1 - least) * Math.min(1, value / clear);

/** Returns the share of a table's positions that a text or a merged cell covers. */
function fillOf(table: PageTable): number {
  const { rows, merges } = table;
  const merged = merges.reduce((total, { rowSpan, columnSpan }) => total + rowSpan * columnSpan - 1, 0);
  const filled = rows.reduce((total, row) => total + filledCells(row), 0) + merged;
  return filled / (rows.length * columnCount(table));
}

/** Returns the probability from the way in which the table was found alone. */
function baseOf(table: PageTable): number {
  const { evidence, gutters, isRuled, merges, rows } = table;
  if (isRuled) return ruledBase;
  const narrowestPt = Math.min(...gutters.map(({ from, to }) => to - from));
  const gap = factor(narrowestPt, clearGutterPt, narrowestFactor);
  const isSmall = rows.length < rowsClear || columnCount(table) < columnsClear;
  const size = isSmall ? smallFactor : 1;
  const { headingCost, wrappedShare = 0 } = evidence ?? {};
  if (headingCost !== undefined)
    return headedBase * gap * size * (headingCost > clearCost ? unclearFactor : 1);
  return (
    openBase * gap * size * (wrappedShare > 0 ? wrappedFactor : 1) * (merges.length > 0 ? spannedFactor : 1)
  );
}

const limitOf = (page: PageFacts | undefined): number => {
  if (page?.isUnmapped) return wrongTextMax;
  return page?.isBrokenBengali ? brokenBengaliMax : 1;
};

/** Returns the estimate, 0 to 1, for a table as found on one page. */
export function confidenceOf(table: PageTable, page?: PageFacts, proof: Proof = proofOf(table)): number {
  const base = baseOf(table) * factor(fillOf(table), clearFillShare, emptiestFactor);
  const isDoubtful = !table.isRuled && proof.doubts.some(({ reason }) => reason !== 'sum');
  const proven = proof.agreed >= agreedMin ? 1 - (1 - base) * agreedFactor : base;
  return Math.min(limitOf(page), isDoubtful ? proven * doubtFactor : proven);
}
