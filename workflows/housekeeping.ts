/** Scheduled work: deletion after the retention times of spec section 9, the reconcilers, and the audit of the books. */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';

const { deleteExpired, auditBooks } = proxyActivities<Activities>(policies.housekeeping);
const { reconcileJobs, reconcilePayments, keepVault } = proxyActivities<Activities>(policies.reconciling);

/** Uploads after 24 hours, results after 7 days, logs after 90 days. */
export async function retention(): Promise<void> {
  await deleteExpired();
}

/** Compares jobs, places on portals, reservations and workflows; repairs or reports what a lost workflow could not. */
export async function reconciliation(): Promise<void> {
  await reconcileJobs();
}

/** The same for purchases and refunds. */
export async function paymentReconciliation(): Promise<void> {
  await reconcilePayments();
}

/** Wraps data keys with another master key after VAULT_KEYS was changed, and seals former secrets with data keys. */
export async function vaultUpkeep(): Promise<void> {
  await keepVault();
}

export async function bookAudit(): Promise<void> {
  await auditBooks();
}
