/**
 * A client generated from the API description compiles and runs a job: the description states what is really accepted
 * and answered.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { openApiDocument } from '#api/domain/integrations/openapi.ts';
import type { JobDetail, JobRow, Preview, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { PDF_SERVICE, newCustomer, pdf, type Customer } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const run = promisify(execFile);
const app = await startAppWithWorkers();
/** Inside the project, so that the client finds its library. */
const folder = path.resolve(`.cache/generated-client-${process.pid}`);
const clientFile = path.join(folder, 'client.ts');

type Answered<Data> = Promise<{ status: number; data: Data }>;
/** The part of the generated client that is used here; its names are the operations in the description. */
type Client = {
  defaults: { baseUrl: string; headers: Record<string, string>; fetch: typeof fetch };
  postProcessAutomationPreview: (body: object) => Answered<{ preview: Preview }>;
  postProcessAutomation: (body: object, headers: { idempotencyKey: string }) => Answered<StartedJob>;
  getJobsJobId: (jobId: string) => Answered<{ job: JobDetail }>;
  getJobsJobIdRows: (jobId: string, query: { outcome: string }) => Answered<{ rows: JobRow[] }>;
};

let client: Client;
let ana: Customer;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const description = path.join(folder, 'openapi.json');
  await writeFile(description, JSON.stringify(openApiDocument()));
  await run(process.execPath, ['node_modules/oazapfts/dist/cli.js', description, clientFile]);
  client = (await import(clientFile)) as Client;

  ana = await newCustomer(app);
  const { body } = await app.post(
    '/api/api-tokens',
    { name: 'ERP', scopes: ['jobs:read', 'jobs:write'], currentPassword: ana.password },
    ana.cookie,
  );
  const hono = createApp(app.deps);
  client.defaults.baseUrl = 'http://chalan.test';
  client.defaults.headers = { authorization: `Bearer ${String(body['token'])}` };
  client.defaults.fetch = async (input, init) => hono.request(new Request(input, init));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the generated client compiles under strict rules', async () => {
  const rules =
    '--ignoreConfig --noEmit --strict --noUncheckedIndexedAccess --target es2023 --module preserve';
  await run(process.execPath, ['node_modules/typescript/bin/tsc', ...rules.split(' '), clientFile]);
});

test('the generated client checks a file, starts a job once however often it asks, follows it and fetches its result', async () => {
  const checked = await client.postProcessAutomationPreview({ serviceId: PDF_SERVICE, file: pdf() });
  expect(checked).toMatchObject({ status: 200, data: { preview: { billableRows: 1, sufficient: true } } });
  const { uploadId, totalCredits } = checked.data.preview;

  const start = () =>
    client.postProcessAutomation(
      { serviceId: PDF_SERVICE, uploadId, totalCredits },
      { idempotencyKey: 'order-4711' },
    );
  const first = await start();
  expect(first.status).toBe(200);
  const { jobId } = first.data;
  expect((await start()).data.jobId).toBe(jobId);

  const hasEnded = async (): Promise<boolean> => {
    const { job } = (await client.getJobsJobId(jobId)).data;
    return job.finishedAt !== null && !job.filesPending;
  };
  await until('the job to end', hasEnded);
  expect((await client.getJobsJobId(jobId)).data.job).toMatchObject({
    status: 'completed',
    rowsSucceeded: 1,
  });
  const { rows } = (await client.getJobsJobIdRows(jobId, { outcome: 'succeeded' })).data;
  expect(rows.map(({ outcome }) => outcome)).toEqual(['SUCCESS']);

  // Files are downloaded from the addresses that a job names, because generated clients read every answer of a call in
  // the same way.
  const { job } = (await client.getJobsJobId(jobId)).data;
  expect(job).toMatchObject({ status: 'completed', rowsSucceeded: 1 });
  const { baseUrl, headers, fetch } = client.defaults;
  const file = await fetch(`${baseUrl}${job.downloadUrl ?? ''}`, { headers });
  expect(file.status).toBe(200);
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
});

test('the generated client receives errors as the description states them', async () => {
  const refused = await client.postProcessAutomationPreview({ serviceId: 'no-such-service', file: pdf() });
  expect(refused).toMatchObject({ status: 404, data: { success: false, code: 'SERVICE_NOT_FOUND' } });
});
