/**
 * Traces on a whole stack, as a collector takes them: one from the request of a job to the click that files, across a
 * worker that dies and is started again; nothing of a customer in them; and no job waits for a collector.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from '@temporalio/worker';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { faultText } from '#activities/fault-points.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { pathOf, startCollector, type TakenSpan } from '#tests/harness/collector.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const JOB_MS = 180_000;
const SERVICE = 'exp-issue';
const MARK = `plnt${randomBytes(6).toString('hex')}`;
const PASSWORD = 'padma1234';

const collector = await startCollector();
const directory = mkdtempSync(path.join(tmpdir(), 'chalan-traces-'));
const faultFile = path.join(directory, 'point');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let stack: TestStack;
let customer: Customer;
const startedAtMs = Date.now();
beforeAll(async () => {
  stack = await startTestStack({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    FAULT_POINT_FILE: faultFile,
    PORTAL_EFFECT_MS: '10000',
  });
  customer = await stack.demo();
  await customer.saveLogin('bangladesh_bank_exp', 'padma', PASSWORD);
});
beforeEach(() => stack.seed());

let sheets = 0;
/** A row of the sample whose texts are all marked. */
function sheet(): File {
  sheets += 1;
  const [sample] = sampleRows(SERVICE);
  const texts = ['exporter_name', 'contract_no', 'importer_name', 'importer_address', 'commodity'];
  const marked = texts.map((column) => [column, `${MARK} ${column.slice(0, 8)}`]);
  const row = { ...sample, ...Object.fromEntries(marked), invoice_no: `${MARK}/${sheets}` };
  return new File([Papa.unparse([row])], 'exps.csv');
}

/** Files one EXP whose texts are all marked; returns the job and the reference that the portal gave. */
async function file(): Promise<{ jobId: string; reference: string }> {
  const { jobId } = await customer.start(await customer.preview(SERVICE, sheet()));
  expect(await customer.follow(jobId, JOB_MS)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
  const [row] = await customer.rows(jobId);
  return { jobId, reference: row?.portalReference ?? '' };
}

/** Spans arrive in batches, and that of the workflow after its end. */
async function traceOf(jobId: string): Promise<TakenSpan[]> {
  const names = (): string[] => collector.traceOf(jobId).map(({ name }) => name);
  await until('the trace to arrive', () => names().includes('RunWorkflow:serviceJob'));
  return collector.traceOf(jobId);
}

const named = (trace: readonly TakenSpan[], name: string): TakenSpan[] =>
  trace.filter((span) => span.name === name);

const toTheRequest = [
  'RunActivity:runRows',
  'StartActivity:runRows',
  'RunWorkflow:serviceJob',
  'UpdateWithStartWorkflow:admit',
  'POST /api/process-automation',
];

test('one trace leads from the request of a job through its workflow to each step on the portal', async () => {
  const { jobId } = await file();
  const trace = await traceOf(jobId);
  const [click] = named(trace, 'file');
  expect(pathOf(click!, trace)).toEqual(['file', 'fill in', 'row', ...toTheRequest]);
  for (const step of ['sign in', 'look up'])
    expect(pathOf(named(trace, step)[0]!, trace), step).toEqual([step, 'row', ...toTheRequest]);
  expect(click?.facts).toEqual({
    'chalan.service': SERVICE,
    'chalan.portal': 'bb-exp',
    'chalan.job': jobId,
    'chalan.row': 1,
    'chalan.request': trace.find(({ parentId }) => parentId === null)?.facts['chalan.request'],
  });
  expect(named(trace, 'row')[0]?.facts).toMatchObject({ 'chalan.outcome': 'SUCCESS' });
  expect(new Set(trace.map(({ process }) => process))).toEqual(new Set(['chalan-api', 'chalan-worker']));
  // Times in workflows are those of their histories, and not of another clock.
  for (const { name, startMs } of trace) {
    expect(startMs, name).toBeGreaterThanOrEqual(startedAtMs);
    expect(startMs, name).toBeLessThanOrEqual(Date.now());
  }
  // No span hangs in the air.
  expect(trace.filter((span) => pathOf(span, trace).includes('?'))).toEqual([]);
});

test('a trace goes on when the worker dies during a filing and another one takes the job up', async () => {
  writeFileSync(faultFile, faultText('before look-up', 'SIGKILL'));
  const { jobId } = await file();
  expect(existsSync(faultFile), 'the worker died').toBe(false);
  const trace = await traceOf(jobId);
  const [click, ...others] = named(trace, 'file');
  expect(others).toEqual([]);
  expect(pathOf(click!, trace)).toEqual(['file', 'fill in', 'row', ...toTheRequest]);
  // What the workflow did before is replayed, and not sent again.
  for (const name of ['RunWorkflow:serviceJob', 'StartActivity:runRows'])
    expect(named(trace, name), name).toHaveLength(1);
  const ids = trace.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the history of a traced job replays on workflows without traces', async () => {
  const { jobId } = await file();
  const temporal = await stack.temporal();
  const workflowId = jobWorkflowId(SERVICE, jobId);
  const history = await temporal.workflow.getHandle(workflowId).fetchHistory();
  expect(JSON.stringify(history)).toContain('_tracer-data');
  const codePath = await workflowBundle('.cache');
  const { dataConverter } = stack;
  await Worker.runReplayHistory({ workflowBundle: { codePath }, dataConverter }, history, workflowId);
});

test('nothing that a customer wrote, no login and no reference of a portal is in a trace', async () => {
  const { jobId, reference } = await file();
  await customer.read(`/api/jobs?q=${MARK}`);
  await customer.read(`/api/jobs/${jobId}/rows?q=${MARK}`);
  await traceOf(jobId);
  await until('the last request to arrive', () => collector.text().includes('GET /api/jobs/:jobId/rows'));
  const text = collector.text();
  expect(reference).toMatch(/^1084-/);
  for (const planted of [MARK, PASSWORD, 'padma', reference, 'demo@chalan.test', 'demo1234'])
    expect(text, planted).not.toContain(planted);
});

test('a collector that fails or does not answer stops no job, and gets the spans of the next one', async () => {
  const ways = [{ status: 503 }, 'nothing'] as const;
  for (const way of ways) {
    collector.answerWith(() => way);
    await file();
    await stack.seed();
  }
  collector.answerWith(() => ({ status: 200 }));
  const { jobId } = await file();
  await traceOf(jobId);
});
