/** What a chunk reports when its portal breaks off: the job waits for a new outage only if rows were worked before it. */
import { expect, test } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { workedChunk } from '#tests/harness/worked-chunk.ts';

const { deps } = await startTestApp();
const { started } = chargedJobs(deps.db);

const found = { outcome: 'SUCCESS' as const, message: quote('Found.') };
const down = { outcome: 'PORTAL_DOWN' as const, message: quote('The portal does not answer.') };

test.each([
  ['before its first row', 0],
  ['after two rows', 2],
] as const)(
  'a chunk whose portal breaks off %s reports how many rows it has worked',
  async (_, workedRows) => {
    const { jobId } = await started(3);
    const end = await workedChunk(deps, jobId, async (turn) => (turn <= workedRows ? found : down));
    expect(end).toMatchObject({ end: 'portal down', workedRows, rows: { total: 3, done: workedRows } });
  },
);
