/**
 * What the API and the workflows agree on: names of workflows, task queues and search attributes, a deadline, and the
 * states of settled payments.
 */
import type { AttemptState } from '#contracts/payments/payments.ts';

export const taskQueues = {
  /** Workflows, and activities that use only the database and the file store. */
  main: 'chalan',
  /** Result files of jobs, which may need much memory and minutes, and must hold up no payment and no start. */
  files: 'chalan-files',
  /** Rows of services without a portal, which need processor time. */
  rows: 'chalan-rows',
  /** Rows that need a browser. */
  portals: 'chalan-portals',
  /** Rows of practice runs, separate so that they take no worker from paid work. */
  practice: 'chalan-practice',
  /** Requests to customers' own systems, which may be slow. */
  outbound: 'chalan-outbound',
} as const;

/** Returns the queue of one worker process, for chunks of jobs whose portal session that process keeps. */
export const ownQueueOf = (processId: string): string => `${taskQueues.portals}@${processId}`;

export const searchAttributes = {
  service: 'ChalanService',
  customer: 'ChalanCustomer',
  portal: 'ChalanPortal',
  state: 'ChalanState',
} as const;

/** One id per job, which every attempt of the job uses. */
export function jobWorkflowId(serviceId: string, jobId: string): string {
  return `job/${serviceId}/${jobId}`;
}

/** One id per draft of a login, so that each entered login is tested once. */
export function credentialTestWorkflowId(portal: string, draftId: string): string {
  return `credential-test/${portal}/${draftId}`;
}

/** One id per trial of changes to a page map. */
export function pageTrialWorkflowId(portal: string, trialId: string): string {
  return `page-trial/${portal}/${trialId}`;
}

/** One id per portal, so that probes never sign in to it twice at the same time. */
export function probeWalkWorkflowId(portal: string): string {
  return `probe-walk/${portal}`;
}

/** One id per portal, so that at most one requested probe runs there at a time. */
export function askedProbeWorkflowId(portal: string): string {
  return `asked-probe/${portal}`;
}

/** One id per portal and customer, so that two visits never run at the same time. */
export function twinCheckWorkflowId(portal: string, userId: string): string {
  return `twin-check/${portal}/${userId}`;
}

/** One id per payment, so that a second start finds the running workflow. */
export function purchaseWorkflowId(attemptId: string): string {
  return `purchase/${attemptId}`;
}

/** One id per refund, so that a second start finds the running workflow. */
export function refundWorkflowId(refundId: string): string {
  return `payment-refund/${refundId}`;
}

/** One workflow id per job, so that exports of the same job run one after the other: they write the same files. */
export function tableExportWorkflowId(jobId: string): string {
  return `pdf-tables/${jobId}/export`;
}

/** `what` names the task, so that identical requests share one workflow. */
export function tableLookWorkflowId(jobId: string, rowNumber: number, what: string): string {
  return `pdf-tables/${jobId}/${rowNumber}/${what}`;
}

/** One id per bulk retry, which is never started a second time. */
export function bulkRetryWorkflowId(bulkRetryId: string): string {
  return `bulk-retry/${bulkRetryId}`;
}

/** One id per delivery, so that a repeated start finds the running workflow; delivering again is a new run. */
export function webhookDeliveryWorkflowId(deliveryId: string): string {
  return `webhook/${deliveryId}`;
}

/** One id per delivery, so that a repeated start finds the running workflow. */
export function noticeDeliveryWorkflowId(deliveryId: string): string {
  return `notice/${deliveryId}`;
}

/** Prefix of the Temporal schedule ids that belong to customers' schedules. */
export const jobSchedulePrefix = 'job-schedule/';

/** The id of the Temporal schedule that triggers a customer's schedule. */
export function jobScheduleId(scheduleId: string): string {
  return `${jobSchedulePrefix}${scheduleId}`;
}

/** How long a stuck job waits for an administrator before its open rows are refunded. */
export const stuckTimeoutMs = 72 * 60 * 60_000;

/**
 * bKash has confirmed in these states that it has the money, so there is nothing left to ask. Only a completed payment
 * reaches them.
 */
export const settledStates: ReadonlySet<string> = new Set<AttemptState>(['paid', 'duplicate', 'refunded']);
