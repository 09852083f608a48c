/** Everything the workflows can ask of the world, built from the process's dependencies. */
import type { Deps } from '#api/deps.ts';
import { createBrowserPool } from './browser.ts';
import { bulkRetryActivities, type BulkRetryActivities } from './bulk-retry.ts';
import { collectionActivities, type CollectionActivities } from './collect-results.ts';
import { credentialActivities, type CredentialActivities } from './credentials.ts';
import { gateActivities, type GateActivities } from './gate.ts';
import { housekeepingActivities, type HousekeepingActivities } from './housekeeping.ts';
import { jobActivities, type JobActivities } from './jobs.ts';
import { paymentActivities, type PaymentActivities } from './payments.ts';
import { closePdfPool } from './pdf/pool.ts';
import { pdfTableActivities, type PdfTableActivities } from './pdf-tables.ts';
import { rowActivities, type RowActivities } from './rows.ts';
import { scheduleActivities, type ScheduleActivities } from './schedules.ts';
import { createSessionPool } from './sessions.ts';
import { webhookActivities, type WebhookActivities } from './webhooks.ts';

export type Activities = BulkRetryActivities &
  CollectionActivities &
  CredentialActivities &
  GateActivities &
  HousekeepingActivities &
  JobActivities &
  PaymentActivities &
  PdfTableActivities &
  RowActivities &
  ScheduleActivities &
  WebhookActivities;

export function createActivities(deps: Deps): { activities: Activities; close: () => Promise<void> } {
  const browsers = createBrowserPool({ chromiumPath: deps.env.CHROMIUM_PATH });
  const sessions = createSessionPool({ ...deps, browsers });
  return {
    activities: {
      ...bulkRetryActivities(deps),
      ...collectionActivities(deps),
      ...credentialActivities({ ...deps, browsers }),
      ...gateActivities(deps),
      ...housekeepingActivities(deps),
      ...jobActivities(deps),
      ...paymentActivities(deps),
      ...pdfTableActivities(deps),
      ...rowActivities({ ...deps, sessions }),
      ...scheduleActivities(deps),
      ...webhookActivities(deps),
    },
    close: async () => {
      await sessions.closeAll();
      await Promise.all([browsers.close(), closePdfPool()]);
    },
  };
}
