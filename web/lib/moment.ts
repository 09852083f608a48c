/** Provides the present moment: while the client takes over a page, the one at which the server rendered it. */
import { takenOver } from './use-taken-over.ts';

let renderedAtMs: number | null = null;

/** Renders as of a moment on the server. `work` must be synchronous. */
export function renderAt<Result>(atMs: number, work: () => Result): Result {
  const before = renderedAtMs;
  renderedAtMs = atMs;
  try {
    return work();
  } finally {
    renderedAtMs = before;
  }
}

/**
 * Must be called before the first render. The clock of this machine may differ from the server's, and the first render
 * must equal the server's HTML.
 */
export function startMoment(): void {
  const text = document.getElementById('root')?.dataset['renderedAt'];
  const takeOver = takenOver();
  if (text === undefined || takeOver === null) return;
  renderedAtMs = Number(text);
  void takeOver.then(() => (renderedAtMs = null));
}

export const momentNow = (): Date => new Date(renderedAtMs ?? Date.now());
