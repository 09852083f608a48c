/** Identifies what was read from an upload, so that a start can be compared with what the customer was shown. */
import { createHash } from 'node:crypto';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { Intake } from './intake/types.ts';
import type { Uploaded } from './uploads.ts';

/**
 * Returns a digest of the files, the headings under which the sheet was read, and the corrections of its cells. Two
 * readings with the same digest have the same rows.
 */
export function readingOf(
  { file, documents }: Uploaded,
  { columns }: Pick<Intake, 'columns'>,
  edits: readonly SheetEdit[],
): string {
  const parts = [
    file.sha256,
    documents?.sha256 ?? null,
    columns.map(({ name, header }) => [name, header]),
    // Listed by position, because the database does not keep the order of an object's keys.
    edits.map((edit) => [
      edit.heading,
      edit.text,
      'from' in edit ? ['equal', edit.from] : ['row', edit.rowNumber],
    ]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
