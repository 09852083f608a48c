/**
 * Records spans and sends them to the collector. A collector that is slow, gone or refuses costs spans, which are counted,
 * and nothing else: the queue is bounded, and nobody waits for it.
 */
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { Resource } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry';
import type { Logger } from './logger.ts';
import { factNames, type SpanCounts, type Tracing, type TracingEnv } from './tracing.ts';
import { withinMs } from './within-ms.ts';

/** Spans that wait in a process for the collector; further ones are dropped. */
export const SPANS_WAITING_MAX = 2_048;
/** Spans of one request to the collector, at most, and how long they wait for others. */
const BATCH_SPANS_MAX = 512;
const BATCH_WAIT_MS = 1_000;
/** Time for one request to the collector, with its repetitions. */
const SEND_MS = 5_000;
/** Time at the end of the process in which spans are still sent. */
const CLOSE_MS = 2_000;

/** Ids that Temporal's interceptors note. What else they note may be a customer's: memos, reasons, words of failures. */
const idsOfTemporal = [
  'workflowId',
  'workflowType',
  'runId',
  'temporalWorkflowId',
  'run_id',
  'temporalActivityId',
  'temporalUpdateId',
];
const allowed = new Set<string>([...Object.values(factNames), ...idsOfTemporal]);

type Given = TracingEnv & { OTEL_EXPORTER_OTLP_ENDPOINT: string };

export function createTracing(env: Given, name: string, logger: Logger): Tracing {
  const counts: SpanCounts = { sent: 0, dropped: 0 };
  const resource = new Resource({ 'service.name': env.OTEL_SERVICE_NAME ?? `chalan-${name}` });
  const ratio = new TraceIdRatioBasedSampler(shareOf(env));
  const exporter = new OTLPTraceExporter({
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: headersOf(env),
    timeoutMillis: SEND_MS,
  });
  const processor = boundedProcessor(exporter, { ratio, counts, logger });
  const provider = new BasicTracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: ratio }),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    clientInterceptors: [new OpenTelemetryWorkflowClientInterceptor()],
    processor,
    resource,
    counts: () => ({ ...counts }),
    close: async () => {
      const shutDown = processor.shutdown().catch(() => undefined);
      await withinMs(CLOSE_MS, shutDown, () => undefined);
    },
  };
}

function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: TracingEnv): number {
  if (sampler.endsWith('always_off')) return 0;
  return sampler.endsWith('traceidratio') ? share : 1;
}

function headersOf({ OTEL_EXPORTER_OTLP_HEADERS: text = '' }: TracingEnv): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

type Bound = { ratio: TraceIdRatioBasedSampler; counts: SpanCounts; logger: Logger };

/** Hands at most so many spans to the library at a time, and only what they may say. */
function boundedProcessor(exporter: SpanExporter, { ratio, counts, logger }: Bound): SpanProcessor {
  let waiting = 0;
  let isTaking = true;
  const noteTaking = (takes: boolean): void => {
    if (isTaking && !takes) logger.warn(counts, 'the collector of traces does not take spans');
    isTaking = takes;
  };
  const counting: SpanExporter = {
    export: (spans, done) => {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        const isSent = result.code === ExportResultCode.SUCCESS;
        counts[isSent ? 'sent' : 'dropped'] += spans.length;
        noteTaking(isSent);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor(counting, {
    maxQueueSize: SPANS_WAITING_MAX,
    maxExportBatchSize: BATCH_SPANS_MAX,
    scheduledDelayMillis: BATCH_WAIT_MS,
    // Longer than the exporter's timeout, so that the exporter reports lost spans first.
    exportTimeoutMillis: SEND_MS * 2,
  });
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      // Workflows that no request has started begin traces of their own, with no sampler.
      if (!isKept(ratio, span)) return;
      if (waiting >= SPANS_WAITING_MAX) {
        counts.dropped += 1;
        return;
      }
      waiting += 1;
      batches.onEnd(withAllowedAttributes(span));
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

function isKept(ratio: TraceIdRatioBasedSampler, span: ReadableSpan): boolean {
  const { traceId } = span.spanContext();
  return ratio.shouldSample(context.active(), traceId).decision !== SamplingDecision.NOT_RECORD;
}

/** Returns the span with what it may say: neither the words of errors nor anything that is not listed. */
function withAllowedAttributes(span: ReadableSpan): ReadableSpan {
  const attributes = Object.entries(span.attributes).filter(([name]) => allowed.has(name));
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    attributes: Object.fromEntries(attributes),
    links: [],
    events: [],
    resource: span.resource,
    instrumentationLibrary: span.instrumentationLibrary,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
