/** Adds tracing to workers: a span for each activity, and the spans of workflows. */
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import type { WorkerOptions } from '@temporalio/worker';
import type { Tracing } from '#api/adapters/tracing.ts';

export const tracedWorkers = ({
  processor,
  resource,
}: Tracing): Pick<WorkerOptions, 'interceptors' | 'sinks'> => ({
  interceptors: { activity: [(ctx) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(ctx) })] },
  sinks: { exporter: makeWorkflowExporter(processor, resource) },
});
