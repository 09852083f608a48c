/** Writes one row of a job as a spreadsheet pastes it: everything that was sent and came back, under its headings. */
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { pastedText } from '#web/lib/csv.ts';
import { wordsNow } from '#web/lib/words.ts';
import { copiedColumns, furtherColumnsOf } from './rows-columns.ts';
import { jobWords } from './words.ts';

export function copiedRow(row: JobRow): Blob {
  const columns = copiedColumns(
    ['outcome', 'cameBack', 'document', ...furtherColumnsOf([row])],
    wordsNow(jobWords),
  );
  return new Blob([pastedText([row], columns)], { type: 'text/plain' });
}
