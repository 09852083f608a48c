/** Clicks without effect as a chunk of rows meets them: only a second session that meets the same pauses the portal. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import type { ChunkDeps } from '#activities/rows/chunk.ts';
import type { ChunkEnd } from '#activities/rows/chunk-end.ts';
import { ChunkProgress } from '#activities/rows/chunk-progress.ts';
import { RowLane, type ChunkParts } from '#activities/rows/lane.ts';
import { RowQueue } from '#activities/rows/queue.ts';
import type { OpenSession } from '#activities/sessions/sign-in.ts';
import { markRunning } from '#api/domain/jobs/job-steps.ts';
import { workableRows } from '#api/domain/jobs/row-records.ts';
import { expSearchService as service } from '#services/exp-search/service.ts';
import type { Runner } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';

const portal = 'bb-exp';
const { deps } = await startTestApp();
const { db } = deps;
const { started, row: rowOf } = chargedJobs(db);

const realRunner = runners['exp-search'];
beforeEach(() => db.portalState.deleteMany());
afterEach(() => {
  runners['exp-search'] = realRunner;
});

const deadClick = new PortalFault('TIMEOUT', portalMessages.nothingLoaded());
const lateAnswer = new PortalFault('TIMEOUT', portalMessages.noAnswerInTime());
const found = { outcome: 'SUCCESS' as const, message: quote('Found.') };

/** Works a row whose tries meet the given in order. Returns how the lane ends, and the session of each try. */
async function work(tries: (PortalFault | typeof found)[]) {
  const job = await started(1);
  const { jobId } = job;
  const worked = await markRunning(db, { jobId, attempt: 1 }, new Date());
  const [row] = await workableRows(db, { jobId, rowsMax: 1 });
  if (!worked || !row) throw new Error('The job has no row to work.');
  const usedIn: unknown[] = [];
  const run = async (_: unknown, { session }: { session?: unknown }) => {
    usedIn.push(session);
    const met = tries[usedIn.length - 1];
    if (met === undefined || met instanceof PortalFault) throw met ?? new Error('There is no such try.');
    return met;
  };
  runners['exp-search'] = { outputColumns: [], run } as Runner;
  const sessions = {
    open: async () => ({ portal, login: null }) as unknown as OpenSession,
    close: async () => undefined,
  };
  const laneDeps = { ...deps, sessions } as unknown as ChunkDeps;
  const parts = {
    job: worked,
    service,
    claim: null,
    signal: new AbortController().signal,
    ask: nobodyAnswers.ask,
    equalRows: { answer: async () => null },
    progress: new ChunkProgress(laneDeps, worked),
    begunAt: new Date(),
    earlyEnd: async (): Promise<ChunkEnd | null> => null,
  } as unknown as ChunkParts;
  const lane = new RowLane(laneDeps, parts, new RowQueue([row]), () => true);
  const end = await lane.work(row);
  await lane.rowStored();
  return { end, usedIn, row: await rowOf(job) };
}
const isPaused = async (): Promise<boolean> =>
  (await db.portalState.count({ where: { portal, pausedAt: { not: null } } })) > 0;

test('a click without effect in two sessions pauses the portal, and the job waits', async () => {
  const { end, usedIn, row } = await work([deadClick, deadClick]);
  expect(end).toMatchObject({ end: 'paused' });
  expect(new Set(usedIn).size).toBe(2);
  expect(row).toMatchObject({ outcome: null });
  expect(await isPaused()).toBe(true);
});

test('a click that has its effect in the next session pauses nothing', async () => {
  const { end, usedIn, row } = await work([deadClick, found]);
  expect(end).toBeNull();
  expect(new Set(usedIn).size).toBe(2);
  expect(row).toMatchObject({ outcome: 'SUCCESS' });
  expect(await isPaused()).toBe(false);
});

test.each([
  ['after', [lateAnswer, deadClick]],
  ['before', [deadClick, lateAnswer]],
])(
  'a click without effect %s a late answer lets the job wait for the portal, which is not paused',
  async (_, tries) => {
    const { end, row } = await work(tries);
    expect(end).toMatchObject({ end: 'portal down' });
    expect(row).toMatchObject({ outcome: null });
    expect(await isPaused()).toBe(false);
  },
);
