/** A portal that works again: the customers whose jobs waited for it are told, once per outage or pause. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { setState } from '#api/domain/jobs/job-steps.ts';
import { markPortal } from '#api/domain/portals/portal-states.ts';
import { pausePortal, resumePortal } from '#api/domain/portals/portals.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { limits } from '#contracts/limits.ts';
import { quote } from '#contracts/messages/message.ts';
import type { Temporal } from '#temporal/client.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const LONG_MS = limits.portalBackAfterMs + MINUTE_MS;
const temporal = {
  connection: { close: () => Promise.resolve() },
  workflow: { start: async () => undefined },
} as unknown as Temporal;
const app = await startTestApp({ deps: { temporal } });
const { db } = app.deps;

/** The time on the platform's clock, which a test moves. */
let nowMs: number;
const deps = { ...app.deps, clock: () => new Date(nowMs) };
const later = (ms: number): void => {
  nowMs += ms;
};
beforeEach(async () => {
  nowMs = Date.now() - 30 * MINUTE_MS;
  await db.portalState.deleteMany();
  await db.job.updateMany({ data: { finishedAt: new Date() } });
});

async function jobOf({ id: userId }: Account, given: object = {}): Promise<string> {
  const file = { userId, serviceId: 'exp-search', fileName: 'exps.csv' };
  const upload = await db.upload.create({
    data: { ...file, fileKey: `uploads/${randomUUID()}`, sizeBytes: 20, sha256: randomUUID() },
  });
  const { id } = await db.job.create({
    data: {
      ...file,
      serviceName: 'EXP Search',
      uploadId: upload.id,
      portal: 'bb-exp',
      state: 'running',
      rowsTotal: 1,
      costPerRow: 0,
      ...given,
    },
  });
  return id;
}

/** The job finds the portal down, as its workflow and its chunk record it. */
async function waits(jobId: string): Promise<void> {
  await setState(db, {
    jobId,
    state: 'parked',
    step: jobMessages.waitingForPortal(),
    waiting: { kind: 'portal_down', message: quote('Closed.'), since: deps.clock().toISOString() },
  });
}

const down = (): Promise<void> => markPortal(deps, 'bb-exp', 'down', 'Closed.');
const up = (): Promise<void> => markPortal(deps, 'bb-exp', 'up', '');
const told = async ({ id: userId }: Account) => {
  const notes = await db.notification.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  return notes.map(({ title, message, actionUrl }) => ({ title, message, actionUrl }));
};

describe('a portal that was down', () => {
  test('the customers whose jobs waited are notified once, and nobody else', async () => {
    const [ana, bob, eve] = await Promise.all([
      app.signUpAndVerify(),
      app.signUpAndVerify(),
      app.signUpAndVerify(),
    ]);
    const jobs = [await jobOf(ana), await jobOf(bob), await jobOf(bob)];
    // Runs on the same portal and did not meet the outage.
    await jobOf(eve);
    await down();
    for (const jobId of jobs) await waits(jobId);
    later(LONG_MS);
    // The first job that gets in is running again by then.
    await db.job.update({ where: { id: jobs[0] ?? '' }, data: { state: 'running' } });
    await Promise.all([up(), up(), up()]);
    expect(await told(ana)).toEqual([
      {
        title: 'Bangladesh Bank EXP works again',
        message: 'Your job that waited for it continues automatically.',
        actionUrl: `/dashboard/jobs/${jobs[0]}`,
      },
    ]);
    expect(await told(bob)).toMatchObject([
      { message: 'Your 2 jobs that waited for it continue automatically.', actionUrl: '/dashboard/jobs' },
    ]);
    expect(await told(eve)).toEqual([]);
  });

  test('the next outage is notified again, a short one is not, and one of a practice portal never', async () => {
    const ana = await app.signUpAndVerify();
    const jobId = await jobOf(ana);
    const outage = async (ms: number): Promise<void> => {
      await down();
      await waits(jobId);
      later(ms);
      await up();
    };
    await outage(limits.portalBackAfterMs - MINUTE_MS);
    expect(await told(ana)).toEqual([]);
    await outage(LONG_MS);
    await outage(LONG_MS);
    expect(await told(ana)).toHaveLength(2);

    const practice = await jobOf(ana, { portal: 'practice:bb-exp', isPractice: true });
    await markPortal(deps, 'practice:bb-exp', 'down', 'Closed.');
    await waits(practice);
    later(LONG_MS);
    await markPortal(deps, 'practice:bb-exp', 'up', '');
    expect(await told(ana)).toHaveLength(2);
  });
});

describe('a portal that was paused', () => {
  const decision = async () => ({
    portal: 'bb-exp',
    adminId: (await app.signUpAndVerify({ isAdmin: true })).id,
    reason: 'Their pages change.',
  });

  test('the customers whose jobs waited in the queue are notified when it is resumed', async () => {
    const [ana, eve] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
    const by = await decision();
    await pausePortal(deps, by);
    await jobOf(ana, { state: 'queued' });
    await jobOf(eve, { state: 'queued', portal: 'hm' });
    later(LONG_MS);
    await resumePortal(deps, by);
    await resumePortal(deps, by);
    expect(await told(ana)).toHaveLength(1);
    expect(await told(eve)).toEqual([]);
  });

  test('a portal that is still down when it is resumed is notified once, when it is up', async () => {
    const ana = await app.signUpAndVerify();
    const by = await decision();
    const jobId = await jobOf(ana);
    await down();
    await waits(jobId);
    await pausePortal(deps, by);
    later(LONG_MS);
    await resumePortal(deps, by);
    expect(await told(ana)).toEqual([]);
    await up();
    expect(await told(ana)).toHaveLength(1);
  });
});
