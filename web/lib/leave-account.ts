/** Leaves an account in this tab. */
import { stopKeepingReads } from './kept-reads.ts';

const forget = (): void => sessionStorage.clear();

/** Loads a new document, so that no account data stays in memory. */
export function leaveAccount(to: string): void {
  stopKeepingReads();
  forget();
  // On a slow line the next page takes a while, in which nobody else should see or use this one.
  document.body.style.display = 'none';
  // An answer that comes until then may have stored something.
  window.addEventListener('pagehide', forget);
  // The Back button may restore the document instead of loading it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.assign(to);
}
