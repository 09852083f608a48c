/** Decides whether a line continues cells of the row above it or is a separate row. */
import { areAligned } from './header-runs.ts';
import { overlappingPitch } from './regions.ts';
import type { StreamRow } from './stream-rows.ts';
import { filledCells } from '#activities/pdf/tables/table.ts';
import { isHeadingNumber, isValue } from '#activities/pdf/words/text.ts';

/** A wrapped line fills at most this share of the columns, and lies at most this many text heights below its row. */
const wrappedCellsShare = 0.34;
const wrappedPitch = 1.35;
/** Minimum distance between rows, in text heights. */
const ownRowPitch = 1.4;

const isNumberOrDash = (text: string): boolean => /^[\d.,()%$৳–-]+$/.test(text);

/** Returns whether the row only continues texts of the row above: it has few cells, no numbers, and is close below. */
export function isWrapped(row: StreamRow, above: StreamRow): boolean {
  const cellsMax = Math.max(1, Math.floor(row.cells.length * wrappedCellsShare));
  return (
    !row.cells[0] &&
    row.spans.length === 0 &&
    filledCells(row.cells) <= cellsMax &&
    row.line.middle - above.lastMiddle < wrappedPitch * row.line.height &&
    row.cells.every((text, column) => !text || (above.cells[column] && !isNumberOrDash(text)))
  );
}

/**
 * Returns whether two rows overlap and fill each other's gaps: a label beside two lines of values, or values beside two
 * lines of a label.
 */
export function isInterleaved(row: StreamRow, above: StreamRow): boolean {
  return (
    row.line.middle - above.lastMiddle < overlappingPitch * row.line.height &&
    row.cells.every((text, column) => {
      const other = above.cells[column];
      return !text || !other || !(isNumberOrDash(text) || isNumberOrDash(other));
    })
  );
}

/** Returns whether the row is the lower row of a header: it has several texts below a merged cell. */
export function isSubheader(row: StreamRow, above: StreamRow): boolean {
  return above.spans.some(({ column, columnSpan }) => {
    const below = row.cells.slice(column, column + columnSpan);
    return filledCells(below) >= 2;
  });
}

/**
 * Returns whether two header lines belong to different cells. Lines of one cell share an edge or the centre; a heading
 * over several columns rarely shares one with those below it.
 */
export const standsAside = (row: StreamRow, above: StreamRow): boolean =>
  ![...row.cells, ...above.cells].some((text) => isValue(text) && !isHeadingNumber(text)) &&
  row.extents.some((extent, column) => {
    const other = above.extents[column];
    return extent !== undefined && other !== undefined && !areAligned(extent, other);
  });

/** Returns whether two full lines are so far apart that they are two rows, even without a rule between them. */
export function isRowOfItsOwn(row: StreamRow, above: StreamRow): boolean {
  const isFull = ({ cells }: StreamRow): boolean => filledCells(cells) === cells.length;
  return isFull(row) && isFull(above) && row.line.middle - above.lastMiddle > ownRowPitch * row.line.height;
}
