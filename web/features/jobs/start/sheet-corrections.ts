/** Computes what the preview shows and sends while cells of a sheet are corrected on the page. */
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';

export type CellPlace = { row: number; name: string };
type Row = Preview['rows'][number];

/** Returns the sheet's heading over a cell that the preview names by its column; null if the sheet has none. */
export function headingOf(preview: Preview, name: string): string | null {
  const column = preview.columns.find((each) => each.name === name);
  if (column) return column.header;
  return preview.unknownHeaders.includes(name) ? name : null;
}

/**
 * Returns the columns of a row that can be corrected: those with a problem, or all of them if the row was corrected
 * before or has a problem as a whole.
 */
export function correctableNames(preview: Preview, row: Row, names: readonly string[]): string[] {
  const wrong = preview.problems.filter((problem) => problem.row === row.row).map(({ column }) => column);
  const isWhole = row.edited || wrong.some((column) => !names.includes(column));
  return names.filter((name) => headingOf(preview, name) !== null && (isWhole || wrong.includes(name)));
}

/** Returns the rows with corrections that the server has not answered yet, so that a cell shows them at once. */
export function withPending(preview: Preview, pending: readonly SheetEdit[]): Row[] {
  const names = new Map(preview.columns.map(({ name, header }) => [header, name]));
  return pending.reduce<Row[]>((rows, edit) => {
    const name = names.get(edit.heading) ?? edit.heading;
    const isMeant = ({ row, cells }: Row) =>
      'rowNumber' in edit ? row === edit.rowNumber : (cells[name] ?? '').trim() === edit.from.trim();
    return rows.map((row) =>
      isMeant(row) ? { ...row, edited: true, cells: { ...row.cells, [name]: edit.text } } : row,
    );
  }, preview.rows);
}

/** Returns the place after, or before, the given one; null at the end. */
export function neighbour(places: readonly CellPlace[], at: CellPlace, step: 1 | -1): CellPlace | null {
  const index = places.findIndex(({ row, name }) => row === at.row && name === at.name);
  return index === -1 ? null : (places[index + step] ?? null);
}

/** A correction of one row that other rows with the same text may need too. */
export type EqualOffer = { heading: string; from: string; text: string; rowNumber: number; rows: number };

/** Replaces the offered correction of one row by one of all rows with the same text; adds it if that one is gone. */
export function forAllEqual(edits: readonly SheetEdit[], offer: EqualOffer): SheetEdit[] {
  const { heading, from, text, rowNumber } = offer;
  const ofAll = { heading, from, text };
  const at = edits.findLastIndex(
    (edit) =>
      'rowNumber' in edit && edit.rowNumber === rowNumber && edit.heading === heading && edit.text === text,
  );
  return at === -1 ? [...edits, ofAll] : edits.with(at, ofAll);
}
