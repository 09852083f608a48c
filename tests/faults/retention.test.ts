/** `kill -9` of the worker in the middle of a pass that deletes what is past its retention period. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import type { Temporal } from '#temporal/client.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { taskQueues } from '#workflows/ids.ts';

/** Three times as many as a pass deletes at the same time. */
const JOBS = 12;
const MIDDLE = 6;
const TEST_TIMEOUT_MS = 240_000;

let stack: TestStack;
let temporal: Temporal;
let userId: string;
beforeAll(async () => {
  stack = await startTestStack();
  temporal = await stack.temporal();
  ({ userId } = await stack.demo());
});

type Made = { job: string; upload: string; event: bigint; notice: string; delivery: string };

/** A job with its upload, a line of its timeline, a notice and a delivery, all of which have been due for `dueSinceMs`. */
async function made(dueSinceMs: number): Promise<Made> {
  const { db } = stack;
  const since = (keptMs: number): Date => new Date(Date.now() - keptMs - dueSinceMs);
  const logged = since(limits.logRetentionMs);
  const job = await keptJob(db, { id: userId }, { expiresAt: since(0), outcomes: ['SUCCESS'] });
  const { uploadId: upload } = await db.job.findUniqueOrThrow({ where: { id: job } });
  await db.upload.update({
    where: { id: upload },
    data: { createdAt: since(limits.uploadRetentionMs) },
  });
  const { id: event } = await db.jobEvent.create({
    data: { jobId: job, at: logged, kind: 'info', message: {}, key: 'made' },
  });
  const notice = { userId, type: 'info', title: 'Made', message: 'Made', createdAt: logged };
  const { id: noticeId } = await db.notification.create({ data: { key: randomUUID(), ...notice } });
  // It belongs to no notice, together with which it would be deleted.
  const { id: delivery } = await db.noticeDelivery.create({
    data: { userId, state: 'sent', createdAt: logged, usefulUntil: logged },
  });
  return { job, upload, event, notice: noticeId, delivery };
}

/** The first ones are due for longer, and are deleted first. */
const several = async (dueSinceMs: number): Promise<Made[]> => {
  const all: Made[] = [];
  for (let index = 0; index < JOBS; index += 1) all.push(await made(dueSinceMs - index * 1_000));
  return all;
};

/** How many of these records are left. Results are left until their job says that they are deleted. */
async function left(records: Made[]): Promise<Record<keyof Made, number>> {
  const { db } = stack;
  return {
    upload: await db.upload.count({
      where: { id: { in: records.map(({ upload }) => upload) }, deletedAt: null },
    }),
    job: await db.job.count({
      where: { id: { in: records.map(({ job }) => job) }, filesDeletedAt: null, rows: { some: {} } },
    }),
    notice: await db.notification.count({ where: { id: { in: records.map(({ notice }) => notice) } } }),
    delivery: await db.noticeDelivery.count({
      where: { id: { in: records.map(({ delivery }) => delivery) } },
    }),
    event: await db.jobEvent.count({ where: { id: { in: records.map(({ event }) => event) } } }),
  };
}
const all = (count: number): Record<keyof Made, number> => ({
  upload: count,
  job: count,
  notice: count,
  delivery: count,
  event: count,
});

/** Starts a pass and kills the worker once the pass waits for the record of the job, which this transaction holds. */
async function passKilledAt(jobId: string) {
  return stack.db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM jobs WHERE id = ${jobId}::uuid FOR UPDATE`;
      const pass = await temporal.workflow.start('retention', {
        taskQueue: taskQueues.main,
        workflowId: `retention-${randomUUID()}`,
      });
      await until('the pass to wait for the record', async () => {
        const waiting = await tx.$queryRaw<unknown[]>`
          SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`;
        return waiting.length > 0;
      });
      await stack.kill('worker');
      return pass;
    },
    { timeout: TEST_TIMEOUT_MS },
  );
}

test(
  'a pass whose worker is killed goes on within a minute at another one, and deletes nothing that is younger',
  async () => {
    // No other pass than the killed one may finish what it has left.
    await temporal.schedule.getHandle('retention').pause('A test kills a pass.');
    const due = await several(HOUR_MS);
    const younger = await several(-HOUR_MS);

    const pass = await passKilledAt(due[MIDDLE]?.job ?? '');
    const afterKill = await left(due);
    expect(afterKill.job).toBeGreaterThan(0);
    expect(afterKill.job).toBeLessThan(JOBS);
    // What comes before the results was done, and what comes after them was not begun.
    expect({ ...afterKill, job: JOBS }).toEqual({ ...all(JOBS), upload: 0 });
    expect(await left(younger)).toEqual(all(JOBS));

    await until(
      'the pass to delete the rest',
      async () => Object.values(await left(due)).every((count) => count === 0),
      MINUTE_MS,
    );
    await pass.result();
    expect(await left(younger)).toEqual(all(JOBS));
  },
  TEST_TIMEOUT_MS,
);
