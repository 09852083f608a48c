/** Copies one row of a job for a spreadsheet: everything that was sent and came back, under its headings. */
import type { KeyboardEvent } from 'react';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { columnsWords } from './columns-words.ts';
import { copiedColumns, furtherColumnsOf } from './rows-columns.ts';
import { jobWords } from '#web/features/jobs/words.ts';

async function textOf(row: JobRow): Promise<Blob> {
  const shown = ['outcome', 'cameBack', 'document', ...furtherColumnsOf([row])];
  const { pastedText } = await import('#web/lib/csv.ts');
  return new Blob([pastedText([row], copiedColumns(shown, wordsNow(jobWords)))], { type: 'text/plain' });
}

export async function copyRow(row: JobRow): Promise<void> {
  const { copied, copyFailed } = wordsNow(columnsWords);
  try {
    // The clipboard gets a promise, because some browsers allow copying only during the click.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': textOf(row) })]);
    notify('success', copied(1));
  } catch {
    notify('error', copyFailed);
  }
}

/** The key C, alone, copies the row whose button has the focus. */
export function copyRowByKey(event: KeyboardEvent, row: JobRow): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key !== 'c' || ctrlKey || metaKey || altKey || shiftKey) return;
  event.preventDefault();
  void copyRow(row);
}
