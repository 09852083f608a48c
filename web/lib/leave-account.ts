/** Leaves an account in this tab. */
import { stopKeepingReads } from './kept-reads.ts';

/** Loads a new document, so that no account data stays in memory. */
export function leaveAccount(to: string): void {
  stopKeepingReads();
  sessionStorage.clear();
  window.location.assign(to);
}
