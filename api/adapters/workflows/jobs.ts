/** The workflows of jobs, bulk retries and the tables of PDFs, as the domain's port describes them. */
import {
  WorkflowGone,
  type BulkRetryWorkflows,
  type JobOrder,
  type JobRef,
  type JobWorkflows,
  type StartedTables,
  type TableWorkflows,
} from '#api/domain/workflows-port.ts';
import { noteInSpan } from '#api/adapters/tracing.ts';
import type { Temporal } from '#temporal/client.ts';
import type { bulkRetry } from '#workflows/bulk-retry.ts';
import {
  bulkRetryWorkflowId,
  jobWorkflowId,
  tableExportWorkflowId,
  tableLookWorkflowId,
  taskQueues,
} from '#workflows/ids.ts';
import type { Admission, AskedBy, ServiceJobInput } from '#workflows/messages.ts';
import type { pdfTables } from '#workflows/pdf-tables.ts';
import type { serviceJob } from '#workflows/service-job.ts';
import type { PdfTablesInput } from '#workflows/table-messages.ts';
import { inDomainWords, isStartedBefore, searchableBy, startAndAsk } from './client-calls.ts';

const TABLE_WORK_TIMEOUT = '30 minutes';

export function jobWorkflows(temporal: Temporal): JobWorkflows {
  const handleOf = ({ id, serviceId }: JobRef) => temporal.workflow.getHandle(jobWorkflowId(serviceId, id));
  return {
    admit: async ({ input, summary }, askedBy) => {
      try {
        return await startAndAsk<typeof serviceJob, Admission, [AskedBy | null]>(
          temporal,
          'serviceJob',
          { ...jobOptions({ input, summary }), workflowIdReusePolicy: 'REJECT_DUPLICATE' },
          // A start has one answer that never changes.
          { name: 'admit', args: [askedBy], id: `admit-${input.attempt}` },
        );
      } catch (error) {
        if (isStartedBefore(error)) throw new WorkflowGone({ cause: error });
        throw error;
      }
    },
    retryFailedRows: (order, askedBy) =>
      startAndAsk<typeof serviceJob, Admission, [AskedBy | null]>(
        temporal,
        'serviceJob',
        { ...jobOptions(order), workflowIdReusePolicy: 'ALLOW_DUPLICATE' },
        // Each call asks again: with an id, the server would repeat an earlier refusal.
        { name: 'retryFailedRows', args: [askedBy] },
      ),
    resume: async (order) => {
      await temporal.workflow.start<typeof serviceJob>('serviceJob', {
        ...jobOptions(order),
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      });
    },
    stop: async (job) => {
      await handleOf(job).signal('stop', job.attempt);
    },
    decideStuck: (job, { decision, since, by }) =>
      inDomainWords(async () => {
        await handleOf(job).executeUpdate('decideStuck', { args: [decision, since, by] });
      }),
    tellAnswered: async (job, challengeId) => {
      await handleOf(job).executeUpdate('answerChallenge', { args: [{ challengeId }] });
    },
  };
}

function jobOptions({ input, summary }: JobOrder) {
  const { serviceId, jobId, userId, portal } = input;
  noteInSpan({ service: serviceId, portal, jobId });
  return {
    workflowId: jobWorkflowId(serviceId, jobId),
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    taskQueue: taskQueues.main,
    args: [input] satisfies [ServiceJobInput],
    typedSearchAttributes: searchableBy({
      service: serviceId,
      customer: userId,
      portal: portal ?? 'none',
      state: portal ? 'queued' : 'running',
    }),
    staticSummary: summary,
  };
}

export function bulkRetryWorkflows(temporal: Temporal): BulkRetryWorkflows {
  return {
    start: async (input, summary) => {
      try {
        await temporal.workflow.start<typeof bulkRetry>('bulkRetry', {
          workflowId: bulkRetryWorkflowId(input.bulkRetryId),
          taskQueue: taskQueues.main,
          args: [input],
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          staticSummary: summary,
        });
      } catch (error) {
        if (!isStartedBefore(error)) throw error;
      }
    },
    isRunning: async (bulkRetryId) => {
      const handle = temporal.workflow.getHandle(bulkRetryWorkflowId(bulkRetryId));
      const { status } = await inDomainWords(() => handle.describe());
      return status.name === 'RUNNING';
    },
  };
}

export function tableWorkflows(temporal: Temporal): TableWorkflows {
  const start = async (workflowId: string, input: PdfTablesInput): Promise<StartedTables> => {
    const handle = await temporal.workflow.start<typeof pdfTables>('pdfTables', {
      workflowId,
      workflowIdConflictPolicy: 'USE_EXISTING',
      taskQueue: taskQueues.main,
      args: [input],
      workflowExecutionTimeout: TABLE_WORK_TIMEOUT,
    });
    return { end: () => handle.result() };
  };
  return {
    look: (input, name) => start(tableLookWorkflowId(input.jobId, input.rowNumber, name), input),
    export: (input) => start(tableExportWorkflowId(input.jobId), input),
  };
}
