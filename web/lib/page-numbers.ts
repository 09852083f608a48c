/** Computes which page buttons a long list shows. */

/** Returns the pages to show, with null for each gap: 1 … 4 5 6 … 12. */
export function pagesToShow(current: number, total: number): (number | null)[] {
  const wanted = [1, current - 1, current, current + 1, total].filter((page) => page >= 1 && page <= total);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    return before !== undefined && page - before > 1 ? [null, page] : [page];
  });
}
