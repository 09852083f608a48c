/** Which workflows are signalled when a customer cancels: only those of runs that the call has stopped. */
import { beforeEach, expect, test } from 'vitest';
import type { Temporal } from '#temporal/client.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { keptJob } from './kept-jobs.ts';

const SERVICE = 'ctg-port-tracking';

/** The signals that workflows got, with their arguments. */
const signals: unknown[] = [];
beforeEach(() => void signals.splice(0));
const temporal = {
  connection: { close: () => Promise.resolve() },
  workflow: {
    getHandle: (workflowId: string) => ({
      signal: async (name: string, ...args: unknown[]) => void signals.push({ workflowId, name, args }),
    }),
  },
} as unknown as Temporal;
const app = await startTestApp({ deps: { temporal } });

const running = { state: 'running', errorCode: null, finishedAt: null, expiresAt: null, attempt: 2 };

test('a customer who cancels a job signals the run that was stopped, and once only', async () => {
  const ana = await app.signUpAndVerify();
  const jobId = await keptJob(app.deps.db, ana, { ...running, serviceId: SERVICE });
  const cancel = () => app.request(`/api/jobs/${jobId}/cancel`, { method: 'POST', cookie: ana.cookie });
  expect(await cancel()).toMatchObject({ status: 200 });
  expect(signals).toEqual([{ workflowId: jobWorkflowId(SERVICE, jobId), name: 'stop', args: [2] }]);
  expect(await cancel()).toMatchObject({ status: 200 });
  expect(signals).toHaveLength(1);
});
