/** Copies one row of a job for a spreadsheet. */
import type { KeyboardEvent } from 'react';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { columnsWords } from './columns-words.ts';

export async function copyRow(row: JobRow): Promise<void> {
  const { copied, copyFailed } = wordsNow(columnsWords);
  try {
    // The clipboard gets a promise, because some browsers allow copying only during the click.
    const text = import('./copied-row.ts').then((module) => module.copiedRow(row));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
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
