/** Scheduled work that starts what was missed sends heartbeats, so that the loss of its worker is noticed at once. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { noticeActivities } from '#activities/notices.ts';
import { scheduleActivities } from '#activities/schedules.ts';
import { twinCheckActivities } from '#activities/twin-check.ts';
import { webhookActivities } from '#activities/webhooks.ts';
import { startTestApp } from '#tests/harness/app.ts';

const { deps } = await startTestApp();

/** A database, or another system, of which every call answers with an empty list once the heartbeat is sent. */
function answersAfter(heartbeat: Promise<unknown>): never {
  const anything: object = new Proxy(() => undefined, {
    get: () => anything,
    apply: () => heartbeat.then(() => []),
  });
  return anything as never;
}

const names = ['startMissedWebhooks', 'startMissedNotices', 'startTwinChecks', 'reconcileSchedules'] as const;

test('work that starts missed deliveries, checks and timers sends heartbeats while it waits', async () => {
  const works = (slow: never) => ({
    startMissedWebhooks: webhookActivities({ ...deps, db: slow }).startMissedWebhooks,
    startMissedNotices: noticeActivities({ ...deps, db: slow }).startMissedNotices,
    startTwinChecks: twinCheckActivities({ ...deps, db: slow, sessions: slow }).startTwinChecks,
    reconcileSchedules: scheduleActivities({ ...deps, db: slow }).reconcileSchedules,
  });
  await Promise.all(
    names.map(async (name) => {
      const environment = new MockActivityEnvironment();
      const beaten = new Promise((resolve) => environment.once('heartbeat', resolve));
      const work = works(answersAfter(beaten))[name];
      await expect(environment.run(work), name).resolves.toBeUndefined();
    }),
  );
});
