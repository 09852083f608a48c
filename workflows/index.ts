/** Exports every workflow the worker runs. The workflow bundle has this single entry point. */
export { askedProbe } from './asked-probe.ts';
export { bulkRetry } from './bulk-retry.ts';
export { credentialTest } from './credential-test.ts';
export { creditPurchase } from './credit-purchase.ts';
export { bookAudit, paymentReconciliation, reconciliation, retention, vaultUpkeep } from './housekeeping.ts';
export { noticeDelivery, noticePickup } from './notice-delivery.ts';
export { paymentRefund } from './payment-refund.ts';
export { pageTrial } from './page-trial.ts';
export { pdfTables } from './pdf-tables.ts';
export { portalProbes } from './portal-probes.ts';
export { probeWalk, probeWalks } from './probe-walk.ts';
export { scheduledJob, scheduledRun, scheduleUpkeep } from './scheduled-job.ts';
export { serviceJob } from './service-job.ts';
export { twinCheck, twinChecks } from './twin-check.ts';
export { webhookDelivery, webhookPickup } from './webhook-delivery.ts';
