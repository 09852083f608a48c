/** Reads long selections page by page while they are processed. */

/** Limits one run to 2.5 million records of a kind; the next run starts from the beginning again. */
const PAGES_MAX = 5_000;
const PAGE = 500;

/** Asks for the first `take` records by id whose id is above `after`; null asks for the first page. */
export type PageRequest = { after: string | null; take: number };

/**
 * Yields pages by id. They follow ids rather than offsets, because processed records leave the selection, and because
 * records that stay in it must not keep others out.
 */
export async function* pagesById<Row extends { id: string }>(
  read: (page: PageRequest) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const rows: Row[] = await read({ after, take: PAGE });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** The condition on the id for a page. */
export const idAfter = (after: string | null) => (after === null ? {} : { id: { gt: after } });
