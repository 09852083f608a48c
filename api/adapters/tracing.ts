/**
 * Traces: what a request leads to, from the API through workflows and activities to the steps on a portal. Without
 * OTEL_EXPORTER_OTLP_ENDPOINT nothing is recorded, and what records (tracing-on.ts) is not even loaded.
 */
import { context, createContextKey, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Env } from '#api/env.ts';
import type { Logger } from './logger.ts';

/** What a span may say, and its name there. Nothing else leaves the process: no text that a customer or a portal wrote. */
export const factNames = {
  service: 'chalan.service',
  portal: 'chalan.portal',
  jobId: 'chalan.job',
  rowNumber: 'chalan.row',
  requestId: 'chalan.request',
  outcome: 'chalan.outcome',
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
} as const;
/** A fact without a value is not noted. */
export type Facts = { [Fact in keyof typeof factNames]?: string | number | null | undefined };

/** Spans that the collector has taken, and those that were lost because it did not or because too many waited. */
export type SpanCounts = { sent: number; dropped: number };

export type Tracing = {
  /** What Temporal's client does to each call. */
  clientInterceptors: WorkflowClientInterceptor[];
  /** Takes the spans that workflows have ended. */
  processor: SpanProcessor;
  resource: Resource;
  counts: () => SpanCounts;
  /** Sends what waits, for a short time. */
  close: () => Promise<void>;
};

export type TracingEnv = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>;

/** `name` is that of the process. Returns null if nothing is traced. */
export async function startTracing(env: TracingEnv, name: string, logger: Logger): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (!endpoint) return null;
  const { createTracing } = await import('./tracing-on.ts');
  return createTracing({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, name, logger);
}

export type OpenSpan = { note: (facts: Facts) => void; rename: (name: string) => void; fail: () => void };
type Kind = 'step' | 'request';

const factsKey = createContextKey('the facts of enclosing spans');

/**
 * Does the work within a span, which also has the facts of the spans around it. An error that names its outcome, as the
 * fault of a portal does, gives that to the span, and its words to nobody.
 */
export async function inSpan<Result>(
  name: string,
  facts: Facts,
  work: (span: OpenSpan) => Promise<Result>,
  kind: Kind = 'step',
): Promise<Result> {
  const around = context.active();
  const all = { ...(around.getValue(factsKey) as Facts | undefined), ...facts };
  const options = { kind: kind === 'request' ? SpanKind.SERVER : SpanKind.INTERNAL };
  const tracer = trace.getTracer('chalan');
  return tracer.startActiveSpan(name, options, around.setValue(factsKey, all), async (span) => {
    note(span, all);
    try {
      return await work({
        note: (more) => note(span, more),
        rename: (other) => span.updateName(other),
        fail: () => span.setStatus({ code: SpanStatusCode.ERROR }),
      });
    } catch (error) {
      note(span, { outcome: outcomeOf(error) });
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds facts to the span that is open now, such as that of the activity. */
export function noteInSpan(facts: Facts): void {
  const span = trace.getActiveSpan();
  if (span) note(span, facts);
}

function note(span: Span, facts: Facts): void {
  for (const [fact, value] of Object.entries(facts))
    if (value !== null && value !== undefined) span.setAttribute(factNames[fact as keyof Facts], value);
}

const outcomeOf = (error: unknown): string | null =>
  error instanceof Error && 'outcome' in error && typeof error.outcome === 'string' ? error.outcome : null;
