/** Implements the domain's port to workflows with Temporal's client. */
import type { Workflows } from '#api/domain/workflows-port.ts';
import type { Temporal } from '#temporal/client.ts';
import { limits } from '#contracts/limits.ts';
import type { askedProbe } from '#workflows/asked-probe.ts';
import type { pageTrial } from '#workflows/page-trial.ts';
import type { credentialTest } from '#workflows/credential-test.ts';
import {
  askedProbeWorkflowId,
  credentialTestWorkflowId,
  pageTrialWorkflowId,
  noticeDeliveryWorkflowId,
  taskQueues,
  webhookDeliveryWorkflowId,
} from '#workflows/ids.ts';
import type { noticeDelivery } from '#workflows/notice-delivery.ts';
import type { webhookDelivery } from '#workflows/webhook-delivery.ts';
import { inDomainWords } from './client-calls.ts';
import { bulkRetryWorkflows, jobWorkflows, tableWorkflows } from './jobs.ts';
import { purchaseWorkflows, refundWorkflows } from './payments.ts';
import { scheduleTimers } from './schedule-timers.ts';

export function createWorkflows(temporal: Temporal): Workflows {
  return {
    jobs: jobWorkflows(temporal),
    bulkRetries: bulkRetryWorkflows(temporal),
    tables: tableWorkflows(temporal),
    purchases: purchaseWorkflows(temporal),
    refunds: refundWorkflows(temporal),
    timers: scheduleTimers(temporal),
    deliverToWebhook: async (delivery) => {
      await temporal.workflow.start<typeof webhookDelivery>('webhookDelivery', {
        workflowId: webhookDeliveryWorkflowId(delivery.deliveryId),
        taskQueue: taskQueues.main,
        args: [delivery],
        workflowIdConflictPolicy: 'USE_EXISTING',
        // "Deliver again" is a new run.
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        staticSummary: 'Delivery to a webhook',
      });
    },
    deliverNotice: async (delivery) => {
      await temporal.workflow.start<typeof noticeDelivery>('noticeDelivery', {
        workflowId: noticeDeliveryWorkflowId(delivery.deliveryId),
        taskQueue: taskQueues.main,
        args: [delivery],
        workflowIdConflictPolicy: 'USE_EXISTING',
        // The schedule restarts a delivery whose workflow was lost.
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        staticSummary: 'Notification by push or mail',
      });
    },
    testCredential: (test) =>
      temporal.workflow.execute<typeof credentialTest>('credentialTest', {
        workflowId: credentialTestWorkflowId(test.portal, test.draftId),
        taskQueue: taskQueues.main,
        args: [test],
        workflowExecutionTimeout: '3 minutes',
      }),
    tryPageMap: (trial) =>
      temporal.workflow.execute<typeof pageTrial>('pageTrial', {
        workflowId: pageTrialWorkflowId(trial.portal, crypto.randomUUID()),
        taskQueue: taskQueues.main,
        args: [trial],
        workflowExecutionTimeout: '3 minutes',
      }),
    probePortal: async (portal) => {
      await temporal.workflow.start<typeof askedProbe>('askedProbe', {
        workflowId: askedProbeWorkflowId(portal),
        taskQueue: taskQueues.main,
        args: [{ portal }],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowExecutionTimeout: limits.askedProbeMsMax,
        staticSummary: 'Probe that an administrator asked for',
      });
    },
    notifyLeaseGranted: (holder) =>
      inDomainWords(() => temporal.workflow.getHandle(holder).signal('slotGranted')),
  };
}
