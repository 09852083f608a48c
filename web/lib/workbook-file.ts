/**
 * Has a list written as an Excel workbook by a worker, which is ended afterwards, also when it fails or takes too long.
 */
import type { SheetColumn } from './sheet-columns.ts';
import type { WorkbookTable } from './workbook.ts';
import type { WrittenWorkbook } from './workbook-worker.ts';

/** The largest list takes a phone some seconds. */
const timeoutMs = 60_000;

/** @throws Error with this message if the workbook is not written */
export function workbookFile<T>(
  records: readonly T[],
  columns: readonly SheetColumn<T>[],
  failed: string,
): Promise<Blob> {
  const table: WorkbookTable = {
    columns: columns.map(({ heading, holds = null }) => ({ heading, holds })),
    lines: records.map((record) => columns.map(({ cell }) => cell(record))),
  };
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), { type: 'module' });
  const written = new Promise<Blob>((resolve, reject) => {
    const giveUp = () => reject(new Error(failed));
    const timer = setTimeout(giveUp, timeoutMs);
    worker.addEventListener('error', giveUp, { once: true });
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<WrittenWorkbook>) => {
        clearTimeout(timer);
        if (data) resolve(data);
        else giveUp();
      },
      { once: true },
    );
    worker.postMessage(table, []);
  });
  return written.finally(() => worker.terminate());
}
