/** Customers see, before they pay, how long jobs have lately waited for the portal. */
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { portalWaits } from '#api/domain/portals/portal-waits.ts';
import { newCustomer } from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { keptJob } from '../jobs/kept-jobs.ts';

const app = await startAppWithWorkers();
const { db } = app.deps;

test('the wait of a portal is the median of the jobs that started lately, and of no others', async () => {
  const ana = await newCustomer(app);
  const now = new Date('2026-11-25T12:00:00Z');
  const waited = async (agoMs: number, waitMs: number, facts: { attempt?: number; portal?: string } = {}) => {
    const createdAt = new Date(now.getTime() - agoMs);
    const id = await keptJob(db, ana, { portal: 'cpa', createdAt, ...facts });
    await db.job.update({ where: { id }, data: { startedAt: new Date(createdAt.getTime() + waitMs) } });
  };
  await waited(HOUR_MS, 10_000);
  await waited(2 * HOUR_MS, 30_000);
  await waited(3 * HOUR_MS, 500_000);
  await waited(9 * HOUR_MS, 9_000_000);
  await waited(HOUR_MS, 9_000_000, { attempt: 2 });
  await waited(HOUR_MS, 4_000, { portal: 'hm' });
  expect(await portalWaits(db, now)).toEqual(
    new Map([
      ['cpa', 30_000],
      ['hm', 4_000],
    ]),
  );
});
