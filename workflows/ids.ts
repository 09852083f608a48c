/** Names by which workflows, task queues and search attributes are found. */

export const taskQueues = {
  /** Workflows, and activities that talk to the database and the file store only. */
  main: 'chalan',
  /** Rows of services without a portal: work for the processor. */
  rows: 'chalan-rows',
  /** Rows worked in a browser. */
  portals: 'chalan-portals',
  /** Requests to customers' own systems, which may be slow. */
  outbound: 'chalan-outbound',
} as const;

export const searchAttributes = {
  service: 'ChalanService',
  customer: 'ChalanCustomer',
  portal: 'ChalanPortal',
  state: 'ChalanState',
} as const;

export function jobWorkflowId(serviceId: string, jobId: string): string {
  return `job/${serviceId}/${jobId}`;
}

export function credentialTestWorkflowId(portal: string, draftId: string): string {
  return `credential-test/${portal}/${draftId}`;
}

export function twinCheckWorkflowId(portal: string, userId: string): string {
  return `twin-check/${portal}/${userId}`;
}

export function purchaseWorkflowId(attemptId: string): string {
  return `purchase/${attemptId}`;
}

export function refundWorkflowId(refundId: string): string {
  return `payment-refund/${refundId}`;
}

/** Exports of one job come one after the other: they write the same files. */
export function tableExportWorkflowId(jobId: string): string {
  return `pdf-tables/${jobId}/export`;
}

export function tableLookWorkflowId(jobId: string, rowNumber: number, what: string): string {
  return `pdf-tables/${jobId}/${rowNumber}/${what}`;
}

export function bulkRetryWorkflowId(bulkRetryId: string): string {
  return `bulk-retry/${bulkRetryId}`;
}

export function webhookDeliveryWorkflowId(deliveryId: string): string {
  return `webhook/${deliveryId}`;
}

/** Prefix of the schedules that customers keep, as Temporal knows them. */
export const jobSchedulePrefix = 'job-schedule/';

export function jobScheduleId(scheduleId: string): string {
  return `${jobSchedulePrefix}${scheduleId}`;
}
