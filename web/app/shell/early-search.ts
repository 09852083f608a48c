/** The field that takes what is typed after the key of the search while the search's code is on its way. */
import { takenOver } from '#web/lib/use-taken-over.ts';

declare global {
  interface Window {
    /** Of `public/early-search.js`; pages that come from elsewhere do not have it. */
    earlySearch?: { show: () => void; end: () => void };
  }
}

/** Returns what was typed; null if the field is not there. */
export function earlyText(): string | null {
  const field = document.getElementById('early-search');
  return field instanceof HTMLInputElement ? field.value : null;
}

/** From now on the client takes the key. It opens the search if the key was pressed before. */
export async function takeEarlyKey(open: () => void): Promise<void> {
  window.earlySearch?.end();
  await takenOver();
  if (earlyText() !== null) open();
}

/** Takes what is typed until the search opens. */
export const showEarlyField = (): void => window.earlySearch?.show();
