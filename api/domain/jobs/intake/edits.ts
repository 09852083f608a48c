/** Applies a customer's corrections to the cells of a sheet as they were read. */
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { cleanCell, headingKey } from './cells.ts';
import { unreadable } from './unreadable.ts';

type HeadingPosition = { text: string; index: number };
/** `edited` are the positions of corrected lines, from 1, with the indexes of their corrected cells. */
type Corrected = { lines: string[][]; edited: Map<number, Set<number>> };

/**
 * Returns the lines below the heading with the corrections, which are applied one after the other. Lines that do not
 * change are not copied. Throws FILE_UNREADABLE for a heading or a row that the sheet does not have.
 */
export function withEdits(
  lines: readonly string[][],
  headings: readonly HeadingPosition[],
  edits: readonly SheetEdit[],
): Corrected {
  const corrected = [...lines];
  const edited: Corrected['edited'] = new Map();
  for (const edit of edits) {
    const { index } = positionOf(headings, edit.heading);
    for (const at of rowsOf(corrected, index, edit)) {
      const cells = [...(corrected[at] ?? [])];
      while (cells.length < index) cells.push('');
      cells[index] = edit.text;
      corrected[at] = cells;
      edited.set(at + 1, (edited.get(at + 1) ?? new Set()).add(index));
    }
  }
  return { lines: corrected, edited };
}

function positionOf(headings: readonly HeadingPosition[], heading: string): HeadingPosition {
  const position = headings.find(({ text }) => headingKey(text) === headingKey(heading));
  if (!position) throw unreadable(uploadMessages.noSuchHeading({ heading }));
  return position;
}

function rowsOf(lines: readonly string[][], index: number, edit: SheetEdit): number[] {
  if ('rowNumber' in edit) {
    if (edit.rowNumber > lines.length) throw unreadable(uploadMessages.noSuchRow({ row: edit.rowNumber }));
    return [edit.rowNumber - 1];
  }
  const from = comparable(edit.from);
  return lines.flatMap((cells, at) => (comparable(cells[index] ?? '') === from ? [at] : []));
}

/** The text of a cell as the preview shows it, without spaces around it. */
const comparable = (text: string): string => cleanCell(text).trim();
