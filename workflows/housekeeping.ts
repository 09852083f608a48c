/**
 * Scheduled work: deletion after the retention periods of spec section 9, the reconcilers, and the audit of the
 * payments and the ledger.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';

const { deleteExpired, auditBooks } = proxyActivities<Activities>(policies.housekeeping);
const { reconcileJobs, reconcilePayments, keepVault } = proxyActivities<Activities>(policies.reconciling);

/** Deletes uploads after 24 hours, results after 7 days and logs after 90 days. */
export async function retention(): Promise<void> {
  await deleteExpired();
}

/**
 * Compares jobs, portal leases and reservations with the running workflows, and repairs or reports what a lost
 * workflow left behind.
 */
export async function reconciliation(): Promise<void> {
  await reconcileJobs();
}

/** Does the same for purchases and refunds. */
export async function paymentReconciliation(): Promise<void> {
  await reconcilePayments();
}

/**
 * Re-encrypts data keys with the current master key after VAULT_KEYS has changed, and converts secrets of the old
 * format to data keys.
 */
export async function vaultUpkeep(): Promise<void> {
  await keepVault();
}

/** Checks the payments and the ledger, and logs every inconsistency. It corrects nothing. */
export async function bookAudit(): Promise<void> {
  await auditBooks();
}
