/** Everything that matches a list's filters, read page by page. */

/** As much as the API gives at once. */
export const exportPageSize = 100;
/** A longer export would keep the customer and the server busy for minutes; a shorter period is the way out. */
export const exportRecordsMax = 20_000;

export type ListPage<T> = { records: T[]; totalCount: number };

class ExportTooLarge extends Error {
  constructor(totalCount: number) {
    const [found, most] = [totalCount, exportRecordsMax].map((count) => count.toLocaleString('en-US'));
    super(`There are ${found} lines; one file holds at most ${most}. Please choose a shorter period.`);
    this.name = 'ExportTooLarge';
  }
}

/**
 * A line that is added meanwhile pushes the others on, so that one comes again on the next page; it is kept once.
 */
export async function allPages<T extends { id: string }>(
  read: (page: { limit: number; offset: number }) => Promise<ListPage<T>>,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (let offset = 0; offset < exportRecordsMax; offset += exportPageSize) {
    const { records, totalCount } = await read({ limit: exportPageSize, offset });
    if (totalCount > exportRecordsMax) throw new ExportTooLarge(totalCount);
    for (const record of records) found.set(record.id, record);
    if (records.length < exportPageSize || offset + exportPageSize >= totalCount) break;
  }
  return [...found.values()];
}
