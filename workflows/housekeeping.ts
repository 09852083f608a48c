/** Scheduled work: deletion after the retention times of spec section 9, and the reconciler. */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';

const { deleteExpired, reconcileJobs } = proxyActivities<Activities>(policies.housekeeping);

/** Uploads after 24 hours, results after 7 days, logs after 90 days. */
export async function retention(): Promise<void> {
  await deleteExpired();
}

/** Compares jobs, reservations and workflows; repairs or reports what a terminated workflow could not. */
export async function reconciliation(): Promise<void> {
  await reconcileJobs();
}
