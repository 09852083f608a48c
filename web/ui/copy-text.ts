/** Copies a text to the clipboard and says whether that worked. */
import { wordsNow } from '#web/lib/words.ts';
import { notify } from './notify.ts';
import { uiWords } from './words.ts';

export function copyText(text: string): void {
  const { copied, copyFailed } = wordsNow(uiWords);
  // Browsers provide the clipboard on https pages only.
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => notify('success', copied),
    () => notify('error', copyFailed),
  );
}
