/** What the log of a worker has of Temporal's SDK, from the SDK itself. */
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLogger } from '#api/adapters/logger.ts';
import { sdkLogger } from '#temporal/sdk-log.ts';
import { taskQueues } from '#workflows/ids.ts';

const lines: string[] = [];
const logger = createLogger({ level: 'info', name: 'worker' }, { write: (line) => void lines.push(line) });
let connection: NativeConnection;

beforeAll(async () => {
  Runtime.install({ shutdownSignals: [], logger: sdkLogger(logger) });
  connection = await NativeConnection.connect({ address: inject('temporalAddress') });
});
afterAll(() => connection.close());

/** Returns what is logged while a worker without workflows starts on the queue and ends. */
async function logged(taskQueue: string): Promise<string[]> {
  lines.length = 0;
  const activities = { nothing: () => Promise.resolve() };
  const worker = await Worker.create({ connection, taskQueue, activities });
  await worker.runUntil(Promise.resolve());
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

test('a queue that has only activities by design starts without a warning, and the queue of workflows with one', async () => {
  expect(await logged(taskQueues.outbound)).toEqual([]);
  expect(await logged(taskQueues.main)).toEqual(['No workflows registered, not polling for workflow tasks']);
});

test('other warnings of the SDK are logged as warnings, errors as errors, and the rest is not logged', () => {
  lines.length = 0;
  const sdk = Runtime.instance().logger;
  sdk.info('polls');
  sdk.warn('waits', { taskQueue: taskQueues.rows });
  sdk.error('fails');
  const written = lines.map((line) => JSON.parse(line) as { level: number; msg: string; temporal?: object });
  expect(written.map(({ level, msg, temporal }) => ({ level, msg, temporal }))).toEqual([
    { level: 40, msg: 'waits', temporal: { taskQueue: taskQueues.rows } },
    { level: 50, msg: 'fails', temporal: undefined },
  ]);
});
