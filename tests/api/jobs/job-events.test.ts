/** A customer's running jobs as server-sent events. */
import { createAdaptorServer } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { createApp } from '#api/app.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { keptJob } from './kept-jobs.ts';

const app = await startTestApp();
const { db } = app.deps;
const stopping = new AbortController();
const server = createAdaptorServer({ fetch: createApp({ ...app.deps, stopping: stopping.signal }).fetch });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => new Promise((resolve) => server.close(resolve)));

const running = { state: 'running', errorCode: null, finishedAt: null, portal: null, outcomes: [null, null] };

/** Listens as the account and collects what is told; `next` waits for the next list of jobs, null at the end. */
async function listen(account: Account) {
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/job-events`, {
    headers: { cookie: account.cookie },
    signal: stop.signal,
  });
  const events = eventsOf(response);
  return {
    response,
    next: async (): Promise<JobProgress[] | null> => (await events.next()).value ?? null,
    leave: () => stop.abort(),
  };
}

async function* eventsOf(response: Response): AsyncGenerator<JobProgress[], undefined> {
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^event: jobs\ndata: (.*)$/.exec(event)?.[1];
      if (data) yield (JSON.parse(data) as { jobs: JobProgress[] }).jobs;
    }
  }
}

describe('running jobs as events', () => {
  test('a listener receives its running jobs, then each change, and at last an empty list', async () => {
    const [ana, bela] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
    const jobId = await keptJob(db, ana, running);
    await keptJob(db, bela, running);
    await keptJob(db, ana, { ...running, state: 'draft' });
    const { response, next } = await listen(ana);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toContain('no-');
    expect((await next())?.map((job) => job.jobId)).toEqual([jobId]);

    await db.job.update({ where: { id: jobId }, data: { rowsDone: 1, rowsSucceeded: 1, rowsFailed: 0 } });
    expect(await next()).toMatchObject([{ jobId, rowsDone: 1, state: 'running' }]);

    await db.job.update({ where: { id: jobId }, data: { state: 'completed', finishedAt: new Date() } });
    expect(await next()).toMatchObject([{ jobId, state: 'completed' }]);
    expect(await next()).toEqual([]);
    expect(await next()).toBeNull();
  });

  test('a customer without a running job receives an empty list, and the response ends', async () => {
    const ana = await app.signUpAndVerify();
    await keptJob(db, ana, { state: 'completed' });
    const { next } = await listen(ana);
    expect(await next()).toEqual([]);
    expect(await next()).toBeNull();
  });

  test('the streams that a customer has open at once are bounded, and one that is closed makes room', async () => {
    const ana = await app.signUpAndVerify();
    await keptJob(db, ana, running);
    const listeners = await Promise.all(
      Array.from({ length: limits.jobFeedsPerCustomerMax }, () => listen(ana)),
    );
    await Promise.all(listeners.map(({ next }) => next()));
    const refused = await listen(ana);
    expect(refused.response.status).toBe(429);
    for (const { leave } of listeners) leave();
    await expect.poll(async () => (await listen(ana)).response.status, { timeout: 10_000 }).toBe(200);
  });

  test('listening requires a session, and a stopping process ends all responses', async () => {
    const nobody = await fetch(`http://127.0.0.1:${port}/api/job-events`);
    expect(nobody.status).toBe(401);
    const ana = await app.signUpAndVerify();
    await keptJob(db, ana, running);
    const { next } = await listen(ana);
    expect(await next()).toHaveLength(1);
    stopping.abort();
    expect(await next()).toBeNull();
  });
});
