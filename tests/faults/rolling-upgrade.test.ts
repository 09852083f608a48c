/**
 * Workers are upgraded while a hundred jobs are under way: each job ends on the release that began it, everything else
 * goes on with the new one, and nothing is lost or done twice.
 */
import { beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { Temporal } from '#temporal/client.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { listReleases, makeCurrent, moveToCurrent } from '#temporal/releases.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

const JOBS_OF_A_RELEASE = 50;
const SERVICE = 'damco-tracking-maersk';
const PORTAL = 'maersk-track';
const STORY_MS = 230_000;

let stack: TestStack;
let customer: Customer;
let temporal: Temporal;
beforeAll(async () => {
  // The stack's own worker is of no release, so it takes no part once one is current.
  stack = await startTestStack();
  temporal = await stack.temporal();
  customer = await stack.demo();
}, STORY_MS);

/** Starts a worker of a release, and makes it current as soon as Temporal knows its queues. */
async function addRelease(buildId: string): Promise<() => Promise<void>> {
  const end = await stack.addWorker({ WORKER_BUILD_ID: buildId });
  const isCurrent = (): Promise<boolean> =>
    makeCurrent(temporal, buildId).then(
      () => true,
      () => false,
    );
  await until(`the release ${buildId} to be current`, isCurrent, STORY_MS);
  return end;
}

const runningOn = async (wanted: string): Promise<number | undefined> =>
  (await listReleases(temporal)).find(({ buildId }) => buildId === wanted)?.running;

async function decide(verb: 'pause' | 'resume'): Promise<void> {
  const admin = await stack.admin();
  await admin.call(`/api/admin/portals/${PORTAL}/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'An upgrade' }),
  });
}

let started = 0;
async function startJobs(count: number): Promise<string[]> {
  const jobs: string[] = [];
  for (let n = 0; n < count; n += 1) {
    started += 1;
    const sheet = new File([`tracking_no,reference\nMRKU5295187,U${started}\n`], 'boxes.csv');
    jobs.push((await customer.start(await customer.preview(SERVICE, sheet))).jobId);
  }
  return jobs;
}

/** Returns the releases on which the jobs' workflows ran. */
async function releasesOf(jobs: readonly string[]): Promise<Set<string | null | undefined>> {
  const found = await Promise.all(
    jobs.map((jobId) => temporal.workflow.getHandle(jobWorkflowId(SERVICE, jobId)).describe()),
  );
  return new Set(
    found.map(({ raw }) => raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId),
  );
}

test(
  'an upgrade with 100 jobs under way loses none: each ends on the release that began it, and the old workers are free to go',
  async () => {
    const endOld = await addRelease('old');
    await decide('pause');
    const before = await startJobs(JOBS_OF_A_RELEASE);
    await addRelease('new');
    const after = await startJobs(JOBS_OF_A_RELEASE);
    await decide('resume');
    for (const jobId of [...before, ...after])
      expect(await customer.follow(jobId, STORY_MS)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });

    expect(await releasesOf(before)).toEqual(new Set(['old']));
    expect(await releasesOf(after)).toEqual(new Set(['new']));
    const lookUps = (await stack.journal(PORTAL)).filter(({ kind }) => kind === 'lookup');
    expect(lookUps).toHaveLength(2 * JOBS_OF_A_RELEASE);
    expect(await verifyLedger(stack.db)).toEqual([]);

    await until('the old release to have no workflow', async () => (await runningOn('old')) === 0, STORY_MS);
    await endOld();
    const last = await startJobs(1);
    expect(await customer.follow(last[0] ?? '', STORY_MS)).toMatchObject({ state: 'completed' });
    expect(await releasesOf(last)).toEqual(new Set(['new']));
  },
  STORY_MS,
);

test(
  'a job of a release whose workers are gone goes on with the current one when an operator moves it',
  async () => {
    const endShort = await addRelease('short');
    await decide('pause');
    const [waiting = ''] = await startJobs(1);
    await until('the job to wait on its release', async () => (await runningOn('short')) === 1, STORY_MS);
    await endShort();
    await addRelease('next');
    expect(await moveToCurrent(temporal, 'short')).toBe(1);
    await decide('resume');
    expect(await customer.follow(waiting, STORY_MS)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
  },
  STORY_MS,
);
