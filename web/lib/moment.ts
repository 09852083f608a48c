/**
 * Provides the present moment by the server's clock, because that of this machine may be wrong. While the client takes
 * over a page, it is the moment at which the server rendered it.
 */
import { takenOver } from './use-taken-over.ts';

let renderedAtMs: number | null = null;
/** How much later it is by the server's clock than by this machine's. */
let laterMs = 0;
/** An answer tells its time to the second, and may have been under way for some more. */
const differenceMinMs = 30_000;

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

/** Takes over the time of an answer that the server has just made. */
export function noteServerTime({ headers }: Response): void {
  const differenceMs = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isFinite(differenceMs)) laterMs = Math.abs(differenceMs) < differenceMinMs ? 0 : differenceMs;
}

export const momentNow = (): Date => new Date(renderedAtMs ?? Date.now() + laterMs);
