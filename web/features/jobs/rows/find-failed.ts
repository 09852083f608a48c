/** Finds the failed row before or after a row of a job, in the server's list of failed rows. */
import type { Rows } from '#web/features/jobs/queries.ts';

export type Step = 'next' | 'previous';

/** A failed row, and its place in the list of failed rows, from 1. */
export type FoundRow = { rowNumber: number; place: number; rows: number };

/** Reads a page of the failed rows, which are ordered by their numbers. All pages have the same size. */
export type ReadFailed = (page: number) => Promise<Rows>;

/**
 * Returns the first failed row after `from`, or the last one before it; after the last one comes the first again.
 * Undefined if no row has failed. A list of any length needs few pages, because it is searched by bisection.
 */
export async function findFailed(
  read: ReadFailed,
  from: number,
  step: Step,
  pageSize: number,
): Promise<FoundRow | undefined> {
  const total = (await read(1)).pagination.totalCount;
  // Pages that were read before come from the cache.
  const numberAt = async (at: number) =>
    (await read(Math.floor(at / pageSize) + 1)).rows[at % pageSize]?.rowNumber;
  const isBeyond = (rowNumber: number) => (step === 'next' ? rowNumber > from : rowNumber >= from);
  let [low, high] = [0, total];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const rowNumber = await numberAt(middle);
    // A running job's list can change between two pages; a row that is gone counts as one beyond the end.
    if (rowNumber === undefined || isBeyond(rowNumber)) high = middle;
    else low = middle + 1;
  }
  if (total === 0) return undefined;
  const at = (step === 'next' ? low : low - 1 + total) % total;
  const rowNumber = await numberAt(at);
  return rowNumber === undefined ? undefined : { rowNumber, place: at + 1, rows: total };
}
