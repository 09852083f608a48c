/** Computes which page contains a row of a long list, and finds rows in the pages that were read. */
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { rowsPageSize } from '#web/features/jobs/queries.ts';

/** Pages are read for this many rows beyond those in the document, so that slow scrolling never waits. */
const aheadRows = 20;

/** Height of the frame in which the rows scroll. */
export const frameHeight = 'min(44rem, 75dvh)';

export const pageOfRow = (index: number): number => Math.floor(index / rowsPageSize) + 1;

/** Returns the pages of the rows in the document, and of the next rows in either direction. */
export function pagesAround(items: readonly { index: number }[], total: number): number[] {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return [];
  const from = pageOfRow(Math.max(0, first.index - aheadRows));
  const to = pageOfRow(Math.min(total - 1, last.index + aheadRows));
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/**
 * Returns a function that finds the row at an index of the list, from 0; it returns undefined until the row's page was
 * read.
 */
export function rowsInPages(
  pages: ReadonlyMap<number, readonly JobRow[] | undefined>,
): (index: number) => JobRow | undefined {
  return (index) => pages.get(pageOfRow(index))?.[index % rowsPageSize];
}
