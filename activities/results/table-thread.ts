/** The worker thread: receives the rows of one job in parts, then writes its tables. */
import { parentPort } from 'node:worker_threads';
import { tableFiles, type TablesOf } from './table-files.ts';
import type { ResultRow } from './types.ts';

/** The rows of a job in parts, and at last what else its tables say. */
export type TableMessage = { rows: ResultRow[] } | { job: TablesOf };

const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread only.');
const rows: ResultRow[] = [];

port.on('message', (message: TableMessage) => {
  if ('rows' in message) rows.push(...message.rows);
  else void tableFiles(message.job, rows).then((files) => port.postMessage(files));
});
