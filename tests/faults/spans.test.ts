/** What a process does with its spans: how many may wait, what they may say, which are kept, and what is counted. */
import { trace } from '@opentelemetry/api';
import { beforeEach, expect, test } from 'vitest';
import { createLogger } from '#api/adapters/logger.ts';
import { createMetrics } from '#api/adapters/metrics.ts';
import { SPANS_WAITING_MAX } from '#api/adapters/tracing-on.ts';
import { inSpan, startTracing, type Tracing, type TracingEnv } from '#api/adapters/tracing.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { quote } from '#contracts/messages/message.ts';
import { startCollector } from '#tests/harness/collector.ts';
import { until } from '#tests/harness/until.ts';

const MARK = 'plnt-of-a-customer';
const collector = await startCollector();
const logged: string[] = [];
const logger = createLogger({ level: 'warn', name: 'test' }, { write: (line) => void logged.push(line) });

beforeEach(() => {
  collector.answerWith(() => ({ status: 200 }));
  trace.disable();
});

async function tracing(settings: Partial<TracingEnv> = {}): Promise<Tracing> {
  const started = await startTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: undefined,
      OTEL_SERVICE_NAME: undefined,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      ...settings,
    },
    'test',
    logger,
  );
  return started!;
}

async function spans(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await inSpan('row', {}, async () => undefined);
}

test('nothing is traced without the address of a collector', async () => {
  expect(await tracing({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined })).toBeNull();
  await spans(1);
  expect(trace.getActiveSpan()).toBeUndefined();
});

test('while a collector does not answer, no more spans wait than the limit says, and the others are counted', async () => {
  collector.answerWith(() => 'nothing');
  const started = await tracing();
  const made = SPANS_WAITING_MAX * 2;
  await spans(made);
  expect(started.counts().dropped).toBeGreaterThan(0);
  // Those that were handed to the silent collector are lost as well, and the process ends all the same.
  await started.close();
  const metrics = createMetrics('worker', { spans: started.counts });
  expect(await metrics.text()).toMatch(/chalan_trace_spans_total\{result="dropped",process="worker"\} [1-9]/);
});

test('a collector that refuses spans is reported once, and the spans are counted as dropped', async () => {
  collector.answerWith(() => ({ status: 400 }));
  const started = await tracing();
  await spans(10);
  await started.close();
  expect(started.counts()).toEqual({ sent: 0, dropped: 10 });
  expect(logged.filter((line) => line.includes('does not take spans'))).toHaveLength(1);
});

test('the words of errors and whatever is not listed never leave the process', async () => {
  const started = await tracing({ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=one%2Ctwo' });
  const fault = new PortalFault('REJECTED', quote(MARK));
  const failing = inSpan('file', { jobId: 'job-of-this-test' }, async () => {
    trace.getActiveSpan()?.setAttribute('comment', MARK).addEvent(MARK).recordException(fault);
    throw fault;
  });
  await expect(failing).rejects.toBe(fault);
  await started.close();
  const taken = collector.spans().find(({ facts }) => facts['chalan.job'] === 'job-of-this-test');
  expect(taken).toMatchObject({ name: 'file', isFailed: true });
  expect(taken?.facts).toEqual({ 'chalan.job': 'job-of-this-test', 'chalan.outcome': 'REJECTED' });
  expect(collector.text()).not.toContain(MARK);
  expect(collector.requests().at(-1)?.headers['x-key']).toBe('one,two');
});

test('a share of the traces is kept, whole', async () => {
  const started = await tracing({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 0.5 });
  const of = 400;
  for (let made = 0; made < of; made += 1)
    await inSpan('outer', { jobId: 'kept' }, () => inSpan('inner', {}, async () => undefined));
  await started.close();
  await until('the spans to be sent', () => started.counts().sent > 0);
  const kept = collector.spans().filter(({ facts }) => facts['chalan.job'] === 'kept');
  const outer = new Set(kept.filter(({ name }) => name === 'outer').map(({ traceId }) => traceId));
  const inner = new Set(kept.filter(({ name }) => name === 'inner').map(({ traceId }) => traceId));
  expect(inner).toEqual(outer);
  expect(outer.size).toBeGreaterThan(of / 4);
  expect(outer.size).toBeLessThan((of * 3) / 4);
});
