/** Builds all activities from the process's dependencies, and ends what they leave running. */
import type { WorkerDeps } from '#api/deps.ts';
import { noteUnisolated } from '#api/domain/portals/browser-isolation.ts';
import { createBrowserPool } from './browser/pool.ts';
import { createBesideSlots } from './rows/beside-slots.ts';
import { bulkRetryActivities, type BulkRetryActivities } from './bulk-retry.ts';
import { credentialActivities, type CredentialActivities } from './credentials.ts';
import { createExtraRoom } from './rows/extra-sessions.ts';
import { housekeepingActivities, type HousekeepingActivities } from './housekeeping.ts';
import { jobEndActivities, type JobEndActivities } from './job-end.ts';
import { jobActivities, type JobActivities } from './jobs.ts';
import { noticeActivities, type NoticeActivities } from './notices.ts';
import { pageMapActivities, type PageMapActivities } from './applied-page-maps.ts';
import { paymentActivities, type PaymentActivities } from './payments.ts';
import { closePdfPool } from './pdf/reading/pool.ts';
import { pdfTableActivities, type PdfTableActivities } from './pdf-tables.ts';
import { probeActivities, type ProbeActivities } from './portal-probes.ts';
import { probeWalkActivities, type ProbeWalkActivities } from './probe-walk.ts';
import { leaseActivities, type LeaseActivities } from './portal-leases.ts';
import type { ChunkDeps } from './rows/chunk.ts';
import { rowActivities, type RowActivities } from './rows/activity.ts';
import { scheduleActivities, type ScheduleActivities } from './schedules.ts';
import { createSessionPool } from './sessions/pool.ts';
import { twinCheckActivities, type TwinCheckActivities } from './twin-check.ts';
import { vaultActivities, type VaultActivities } from './vault.ts';
import { webhookActivities, type WebhookActivities } from './webhooks.ts';

export type Activities = BulkRetryActivities &
  CredentialActivities &
  HousekeepingActivities &
  JobActivities &
  JobEndActivities &
  NoticeActivities &
  PageMapActivities &
  PaymentActivities &
  PdfTableActivities &
  LeaseActivities &
  ProbeActivities &
  ProbeWalkActivities &
  RowActivities &
  ScheduleActivities &
  TwinCheckActivities &
  VaultActivities &
  WebhookActivities;

type OwnProcess = Pick<ChunkDeps, 'ownQueue' | 'draining'>;

export function createActivities(
  deps: WorkerDeps,
  own: OwnProcess,
): {
  activities: Activities;
  /** Throws if portals cannot be used with the isolation that the environment requires. */
  prove: () => Promise<void>;
  /** `graceMs` is the time limit for work outside the worker's slots. */
  close: (graceMs: number) => Promise<void>;
} {
  const { NODE_ENV, ALLOW_UNSANDBOXED_BROWSER, CHROMIUM_PATH, FILES_DIR } = deps.env;
  const mustIsolate = NODE_ENV === 'production' && !ALLOW_UNSANDBOXED_BROWSER;
  const browsers = createBrowserPool({
    chromiumPath: CHROMIUM_PATH,
    mustIsolate,
    filesDirectory: FILES_DIR,
    onLaunched: ({ hidesFiles, ...isolation }) => {
      if (!isolation.sandbox || !isolation.ownNetwork) void noteUnisolated(deps, isolation);
      if (!hidesFiles)
        deps.logger.warn('Chromium can read FILES_DIR, because this machine does not let the worker hide it');
    },
  });
  const sessions = createSessionPool({ ...deps, browsers });
  const slots = createBesideSlots(deps);
  return {
    activities: {
      ...bulkRetryActivities(deps),
      ...credentialActivities({ ...deps, browsers }),
      ...housekeepingActivities(deps),
      ...jobActivities(deps),
      ...jobEndActivities(deps),
      ...noticeActivities(deps),
      ...pageMapActivities({ ...deps, browsers }),
      ...paymentActivities(deps),
      ...pdfTableActivities(deps),
      ...leaseActivities(deps),
      ...probeActivities({ ...deps, browsers }),
      ...probeWalkActivities({ ...deps, browsers }),
      ...rowActivities({ ...deps, ...own, slots, sessions, extraRoom: createExtraRoom() }),
      ...scheduleActivities(deps),
      ...twinCheckActivities({ ...deps, sessions }),
      ...vaultActivities(deps),
      ...webhookActivities(deps),
    },
    prove: async () => {
      if (mustIsolate) await browsers.prove();
    },
    close: async (graceMs) => {
      await slots.end(graceMs);
      await sessions.closeAll();
      await Promise.all([browsers.close(), closePdfPool()]);
    },
  };
}
