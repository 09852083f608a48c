/** What Temporal stores of a job, read as its server gives it out: nothing of the customer is in it in the clear. */
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMasterKeys } from '#api/adapters/master-keys.ts';
import { createPayloadCodec } from '#api/adapters/temporal-payloads.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { newExporter, setBalance } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });
let connection: Connection;
/** A client that knows no key, as whoever reads the server's database. */
let reader: Client;

beforeAll(async () => {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = app.deps.env;
  connection = await Connection.connect({ address });
  reader = new Client({ connection, namespace });
});
afterAll(() => connection.close());

const sheet = (): File => new File(['ad_code,exp_serial,exp_year\n1084,110001,2026\n'], 'exps.csv');

const decoded = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString('latin1');

/** Everything in the history but the search attributes, which Temporal itself must read; payloads as the bytes they are. */
async function storedOf(workflowId: string): Promise<string> {
  const history = await reader.workflow.getHandle(workflowId).fetchHistory();
  const plain = JSON.parse(JSON.stringify(history)) as unknown;
  return JSON.stringify(plain, (name, value: unknown) => {
    if (name === 'searchAttributes') return undefined;
    return name === 'data' || name === 'encoding' ? decoded(value) : value;
  });
}

/** Names and values of the search attributes in the history, which are stored in the clear. */
async function searchableOf(workflowId: string): Promise<string[]> {
  const { events } = await reader.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap((event) =>
    [event.workflowExecutionStartedEventAttributes, event.upsertWorkflowSearchAttributesEventAttributes]
      .flatMap((attributes) => Object.entries(attributes?.searchAttributes?.indexedFields ?? {}))
      .map(([name, { data }]) => `${name} = ${Buffer.from(data ?? []).toString()}`),
  );
}

test('a history has the kinds of its payloads, and nothing of what customer and portal said', async () => {
  const ana = await newExporter(app);
  const { jobId } = await ana.started({ serviceId: 'exp-search', file: sheet(), totalCredits: 0.5 });
  await ana.ended(jobId);
  const stored = await storedOf(jobWorkflowId('exp-search', jobId));
  expect(stored).toContain('binary/encrypted');
  expect(stored).not.toContain('json/plain');
  expect(stored).not.toContain('rowsPerChunk');
});

test('the search attributes of a job are its service, customer, portal and state, and nothing else', async () => {
  const ana = await newExporter(app);
  const { jobId } = await ana.started({ serviceId: 'exp-search', file: sheet(), totalCredits: 0.5 });
  await ana.ended(jobId);
  const searchable = await searchableOf(jobWorkflowId('exp-search', jobId));
  const isState = (attribute: string): boolean =>
    /^ChalanState = "(queued|running|collecting|completed)"$/.test(attribute);
  // Which states are stored by now depends on how far the workflow has come.
  expect(searchable.some(isState)).toBe(true);
  expect(new Set(searchable.filter((attribute) => !isState(attribute)))).toEqual(
    new Set(['ChalanService = "exp-search"', `ChalanCustomer = "${ana.id}"`, 'ChalanPortal = "bb-exp"']),
  );
});

test('a failure’s message reaches the caller and is not in the history', async () => {
  const ana = await newExporter(app);
  await setBalance(app, ana, 0);
  const { status, body } = await ana.start({ serviceId: 'exp-search', file: sheet(), totalCredits: 0.5 });
  expect({ status, code: body['code'] }).toEqual({ status: 402, code: 'INSUFFICIENT_CREDITS' });
  const stored: string[] = [];
  await until('the refused start to be listed', async () => {
    stored.length = 0;
    for await (const { workflowId } of reader.workflow.list({ query: 'WorkflowType = "serviceJob"' }))
      stored.push(await storedOf(workflowId));
    return stored.some((history) => history.includes('INSUFFICIENT_CREDITS'));
  });
  const refused = stored.find((history) => history.includes('INSUFFICIENT_CREDITS'));
  expect(refused).toContain('Encoded failure');
  expect(refused).not.toContain('stackTrace":"at');
});

const first = `one:${Buffer.alloc(32, 1).toString('base64')}`;
const second = `two:${Buffer.alloc(32, 2).toString('base64')}`;
const plain = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('"PAL/2026/0021"') };

test('payloads of an earlier key are read as long as it is kept, and new ones have the first key', async () => {
  const before = createPayloadCodec(readMasterKeys(first));
  const after = createPayloadCodec(readMasterKeys(`${second},${first}`));
  const [old] = await before.encode([plain]);
  const [fresh] = await after.encode([plain]);
  expect(Buffer.from(fresh?.metadata?.['key-id'] ?? []).toString()).toBe('two');
  for (const payload of [old, fresh]) {
    const [decoded] = await after.decode([payload ?? plain]);
    expect(Buffer.from(decoded?.data ?? []).toString()).toBe('"PAL/2026/0021"');
  }
  await expect(before.decode([fresh ?? plain])).rejects.toThrow('The vault has no key "two".');
});

test('a payload that was changed is refused, and one from before the encryption is read as it is', async () => {
  const codec = createPayloadCodec(readMasterKeys(first));
  const [sealed] = await codec.encode([plain]);
  const text = Buffer.from(sealed?.data ?? []).toString();
  const changed = { ...sealed, data: Buffer.from(text.replace(/.$/, text.endsWith('A') ? 'B' : 'A')) };
  await expect(codec.decode([changed])).rejects.toThrow();
  expect(await codec.decode([plain])).toEqual([plain]);
});
