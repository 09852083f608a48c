/**
 * The metrics that alert rules, autoscalers and documents name are those that the processes really serve: our own, and those
 * of Temporal's SDK, read from a worker that has done something in each of the task queues.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { createMetrics } from '#api/adapters/metrics.ts';
import { platformState } from '#api/domain/site/platform-state.ts';
import { startRequest } from '#contracts/site/objectives.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { taskQueues } from '#workflows/ids.ts';

const JOB_TIMEOUT_MS = 120_000;
const ADAPTER = 'ops/kubernetes/prometheus-adapter.yaml';
/** Prometheus adds it itself. */
const ofPrometheus = 'up';
const notMetrics = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'le', 'bool']);

type Sample = { name: string; labels: string };
const samplesIn = (text: string): Sample[] =>
  [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', labels = '']) => ({
    name,
    labels,
  }));

/** The names of metrics in a PromQL expression: without texts, labels, times and functions. */
const namesIn = (expr: string): string[] => [
  ...[...expr.matchAll(/__name__="([^"]+)"/g)].map(([, name = '']) => name),
  ...(
    expr
      .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|(?:by|without|on)\s*\([^)]*\)|\boffset \w+/g, ' ')
      .match(/[a-zA-Z_:][\w:]*\b(?!\s*\()/g) ?? []
  ).filter((name) => !notMetrics.has(name)),
];

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ record: z.string().optional(), expr: z.string() })),
    }),
  ),
});
const adapter = z.object({
  rules: z.object({
    external: z.array(
      z.object({ seriesQuery: z.string(), name: z.object({ as: z.string() }), metricsQuery: z.string() }),
    ),
  }),
});
const scaler = z.object({
  kind: z.literal('HorizontalPodAutoscaler'),
  spec: z.object({
    metrics: z.array(
      z.object({
        external: z.object({
          metric: z.object({
            name: z.string(),
            selector: z.object({ matchLabels: z.object({ task_queue: z.string() }) }),
          }),
        }),
      }),
    ),
  }),
});

const read = (file: string): string => readFileSync(file, 'utf8');
const files = readdirSync('ops', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ya?ml|json)$/.test(name))
  .map((name) => path.join('ops', name));
const ruleFiles = files.filter((file) => read(file).includes('groups:'));
const recorded = ruleFiles.flatMap((file) =>
  rules.parse(parse(read(file))).groups.flatMap((group) => group.rules),
);
const { external } = adapter.parse(parse(read(ADAPTER))).rules;
const scalers = files.flatMap((file) =>
  parseAllDocuments(read(file)).flatMap((document) => {
    const found = scaler.safeParse(document.toJS());
    return found.success ? [found.data] : [];
  }),
);
const scaledBy = scalers.flatMap(({ spec }) => spec.metrics.map(({ external: each }) => each.metric));

let stack: TestStack;
let ofSdk: Sample[] = [];
let served: Set<string>;

async function scrape(port: number): Promise<Sample[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  return samplesIn(await answer.text());
}

/** Each of our metrics has samples once something has happened. */
async function ownNames(): Promise<string[]> {
  const deps = { db: stack.db, clock: () => new Date() };
  const metrics = createMetrics('api', {
    platform: () => platformState(deps),
    spans: () => ({ sent: 0, dropped: 0 }),
  });
  metrics.answered({ ...startRequest, status: 200 }, 1);
  metrics.rowEnded(null, 1);
  return samplesIn(await metrics.text()).map(({ name }) => name);
}

const LATENCY = 'temporal_activity_schedule_to_start_latency_bucket';
/** What the job and the failing delivery make a worker do. */
const worked: string[] = [taskQueues.main, taskQueues.portals, taskQueues.outbound];
const queuesOf = (samples: readonly Sample[]): string[] =>
  worked.filter((queue) =>
    samples.some(({ name, labels }) => name === LATENCY && labels.includes(`task_queue="${queue}"`)),
  );
/** Failures are counted from the first one on. */
const FAILURES = ['temporal_workflow_task_execution_failed', 'temporal_activity_execution_failed'];

/** Starts a workflow whose code no worker has, and one whose step fails, because its delivery has no valid number. */
async function failWorkflows(): Promise<void> {
  const { workflow } = await stack.temporal();
  const options = { taskQueue: taskQueues.main, workflowExecutionTimeout: JOB_TIMEOUT_MS };
  await workflow.start('unknownWorkflow', { ...options, workflowId: 'unknown', args: [] });
  const input = { deliveryId: 'none', userId: 'nobody' };
  await workflow.start('webhookDelivery', { ...options, workflowId: 'failing', args: [input] });
}

beforeAll(async () => {
  const port = await freePort();
  stack = await startTestStack({ TEMPORAL_METRICS_ADDRESS: `127.0.0.1:${port}` });
  const demo = await stack.demo();
  await demo.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
  const sheet = new File(['ad_code,exp_serial,exp_year\n1084,4501,2026'], 'one.csv');
  const { jobId } = await demo.start(await demo.preview('exp-search', sheet));
  await demo.follow(jobId, JOB_TIMEOUT_MS);
  await failWorkflows();
  await until('the worker to have counted what it did', async () => {
    ofSdk = await scrape(port);
    const names = ofSdk.map(({ name }) => name);
    return queuesOf(ofSdk).length === worked.length && FAILURES.every((name) => names.includes(name));
  });
  served = new Set([...ofSdk.map(({ name }) => name), ...(await ownNames()), ofPrometheus]);
}, JOB_TIMEOUT_MS * 2);

describe('metrics', () => {
  test('the rules for alerts and objectives name metrics that are served or recorded by a rule', () => {
    const known = new Set([...served, ...recorded.flatMap(({ record }) => record ?? [])]);
    const named = recorded.flatMap(({ expr }) => namesIn(expr));
    expect(named).toContain('chalan_request_seconds_bucket');
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  });

  test('the autoscalers name metrics of the Prometheus adapter, which are made of metrics that are served', () => {
    expect(
      scaledBy.map(({ name }) => name).filter((name) => !external.some((rule) => rule.name.as === name)),
    ).toEqual([]);
    expect(scaledBy.length).toBeGreaterThan(0);
    const named = external.flatMap(({ seriesQuery, metricsQuery }) => [
      ...namesIn(seriesQuery),
      ...namesIn(metricsQuery),
    ]);
    expect([...new Set(named)]).toEqual([LATENCY]);
    expect(named.filter((name) => !served.has(name))).toEqual([]);
  });

  test('the documents name metrics that are served', () => {
    const names = read('docs/production.md').match(/\b(?:chalan|temporal)_[a-z_]+/g) ?? [];
    const bases = [...served].map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
    expect(names).toContain('temporal_activity_schedule_to_start_latency');
    expect(names.filter((name) => !bases.includes(name) && !served.has(name))).toEqual([]);
  });

  test('what the autoscalers read is counted in milliseconds, by the task queues that they select', () => {
    const selected = scaledBy.map(({ selector }) => selector.matchLabels.task_queue);
    const known: string[] = Object.values(taskQueues);
    expect(selected.filter((queue) => !known.includes(queue))).toEqual([]);
    expect(selected).toEqual(expect.arrayContaining(worked));
    const bounds = ofSdk
      .filter(({ name }) => name === LATENCY)
      .map(({ labels }) => Number(/le="([^"]+)"/.exec(labels)?.[1]?.replace('+Inf', 'Infinity')))
      .filter(Number.isFinite);
    // The longest time that is told apart is many minutes; in seconds, it would be below 10,000.
    expect(Math.max(...bounds)).toBeGreaterThanOrEqual(10_000);
    for (const { metricsQuery } of external) expect(metricsQuery).toMatch(/\/ 1000$/);
  });
});
