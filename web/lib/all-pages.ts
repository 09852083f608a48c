/** Reads all records that match a list's filters, page by page. */
import { exportWords } from './export-words.ts';
import { formatNumber } from './numbers.ts';
import { wordsNow } from './words.ts';

/** The largest page that the API returns. */
export const exportPageSize = 100;
/**
 * A larger export would keep the customer and the server busy for minutes. The customer can choose a shorter period
 * instead.
 */
export const exportRecordsMax = 20_000;

export type ListPage<T> = { records: T[]; totalCount: number };

/**
 * Reads all pages. A record that is added during the export moves the others to later pages, so that one can be
 * returned twice; duplicates are removed by id.
 */
export async function allPages<T extends { id: string }>(
  read: (page: { limit: number; offset: number }) => Promise<ListPage<T>>,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (let offset = 0; offset < exportRecordsMax; offset += exportPageSize) {
    const { records, totalCount } = await read({ limit: exportPageSize, offset });
    if (totalCount > exportRecordsMax) throw tooLarge(totalCount);
    for (const record of records) found.set(record.id, record);
    if (records.length < exportPageSize || offset + exportPageSize >= totalCount) break;
  }
  return [...found.values()];
}

function tooLarge(totalCount: number): Error {
  const [found, most] = [totalCount, exportRecordsMax].map((count) => formatNumber(count));
  return new Error(wordsNow(exportWords).tooLarge(found ?? '', most ?? ''));
}
