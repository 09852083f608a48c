/**
 * Writes a job's tables from its rows. Large ones are written in a thread, because writing them takes seconds, in which
 * the process would renew no lease and send no heartbeat.
 */
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '#api/domain/semaphore.ts';
import { messageOf } from '#activities/thread-answers.ts';
import { tableFiles, type TableFiles, type TablesOf } from './table-files.ts';
import type { TableMessage } from './table-thread.ts';
import type { ResultRow } from './types.ts';

/** Tables with up to this many values are written without a thread, whose start takes longer than they do. */
const VALUES_WITHOUT_THREAD_MAX = 5_000;
/** Tables that need more fail, instead of the process with the sessions and leases of other jobs. */
export const THREAD_HEAP_MIB_MAX = 1_536;
const WAITING_MAX = 1_000;

/** One thread at a time, because the tables of a large job need much memory. */
const runAlone = createSemaphore({ atOnceMax: 1, waitingMax: WAITING_MAX });

/**
 * Writes the tables of the rows, which arrive in parts.
 *
 * @throws if the thread needs more memory than it may have
 */
export async function writeTables(
  parts: AsyncGenerator<ResultRow[]>,
  job: TablesOf,
  { heapMibMax = THREAD_HEAP_MIB_MAX }: { heapMibMax?: number } = {},
): Promise<TableFiles> {
  const rows: ResultRow[] = [];
  let values = 0;
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    rows.push(...part.value);
    values += part.value.reduce((sum, row) => sum + valuesOf(row), 0);
    if (values > VALUES_WITHOUT_THREAD_MAX)
      return runAlone(() => writeInThread(startThread(heapMibMax), { first: rows, further: parts, job }));
  }
  return tableFiles(job, rows);
}

function valuesOf({ source, values, sheets }: ResultRow): number {
  const lines = [source, values, ...Object.values(sheets).flat()];
  return lines.reduce((sum, line) => sum + Object.keys(line).length, 0);
}

const startThread = (heapMibMax: number): Worker =>
  new Worker(new URL('./table-thread-start.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMibMax },
  });

type Given = { first: ResultRow[]; further: AsyncGenerator<ResultRow[]>; job: TablesOf };

async function writeInThread(thread: Worker, { first, further, job }: Given): Promise<TableFiles> {
  const send = (message: TableMessage): void => thread.postMessage(message, []);
  const sendAll = async (): Promise<void> => {
    send({ rows: first });
    for await (const rows of further) send({ rows });
    send({ job });
  };
  try {
    const [files] = await Promise.all([messageOf<TableFiles>(thread, 'tables'), sendAll()]);
    return files;
  } finally {
    await thread.terminate();
  }
}
