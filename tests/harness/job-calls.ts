/**
 * Customers and their calls about jobs, on an application in the test process: `const ana = await newCustomer(app)`.
 */
import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { adjustCredits, balancesOf } from '#api/domain/credits/ledger.ts';
import type {
  JobDetail,
  JobProgress,
  JobRow,
  Preview,
  StartedJob,
} from '#contracts/calls/jobs/jobs-answers.ts';
import { adjustment } from '#tests/factories.ts';
import { rawZip } from '#tests/unit/intake/raw-zip.ts';
import type { Account, Answer } from './app.ts';
import { until } from './until.ts';
import type { TestApp } from './worker.ts';

/** A job may be the last of many in the queue, on a machine that runs other tests too. */
const ENDED_TIMEOUT_MS = 150_000;

export const PDF_SERVICE = 'pdf-excel-converter';

export const pdf = (name = 'invoice.pdf'): File =>
  new File([readFileSync('activities/services/pdf-excel-converter/sample.pdf')], name);

export const fixture = (name: string): File => new File([readFileSync(`tests/fixtures/pdf/${name}`)], name);

export async function zipOf(name: string, files: File[]): Promise<File> {
  const entries = await Promise.all(
    files.map(async (file) => ({ name: file.name, data: new Uint8Array(await file.arrayBuffer()) })),
  );
  return new File([new Uint8Array(rawZip(entries))], name);
}

type Start = {
  serviceId?: string;
  file?: File;
  uploadId?: string;
  password?: string;
  totalCredits: number;
  key?: string;
};

function jobCalls(app: TestApp, account: Account) {
  const { cookie } = account;
  const get = (place: string): Promise<Answer> => app.get(place, cookie);
  const job = async (jobId: string): Promise<JobDetail> =>
    (await get(`/api/jobs/${jobId}`)).body['job'] as JobDetail;
  const preview = (serviceId: string, file: File, password?: string): Promise<Answer> =>
    app.request('/api/process-automation/preview', {
      form: formOf({ serviceId, file, ...(password === undefined ? {} : { password }) }),
      cookie,
    });
  const start = ({ key, ...fields }: Start): Promise<Answer> =>
    app.request('/api/process-automation', {
      form: formOf({ serviceId: PDF_SERVICE, ...fields }),
      cookie,
      headers: key ? { 'idempotency-key': key } : {},
    });
  const ended = async (jobId: string): Promise<JobDetail> => {
    const isEnded = async (): Promise<boolean> => {
      const { body } = await get(`/api/jobs/${jobId}/status`);
      return (body['job'] as JobProgress).finishedAt !== null;
    };
    await until(`job ${jobId} to end`, isEnded, ENDED_TIMEOUT_MS);
    await until(`the files of job ${jobId}`, async () => !(await job(jobId)).filesPending);
    return job(jobId);
  };
  return {
    get,
    job,
    preview,
    start,
    ended,
    cancel: (jobId: string) => app.request(`/api/jobs/${jobId}/cancel`, { method: 'POST', cookie }),
    retry: (jobId: string) => app.request(`/api/jobs/${jobId}/retry`, { method: 'POST', cookie }),
    previewed: async (serviceId: string, file: File, password?: string): Promise<Preview> =>
      answered(await preview(serviceId, file, password))['preview'] as Preview,
    started: async (request: Start): Promise<StartedJob> => answered(await start(request)) as StartedJob,
    /** Converts the file at the expected price and waits for the end of the job. */
    converted: async (file: File, totalCredits = 1): Promise<JobDetail> =>
      ended((answered(await start({ file, totalCredits })) as StartedJob).jobId),
    /** Saves a login of the sandbox's Bangladesh Bank; the password follows from the name. */
    saveBankLogin: (username = 'padma') =>
      app.post(
        '/api/credentials/save',
        { consent: true, portalName: 'bangladesh_bank_exp', username, password: `${username}1234` },
        cookie,
      ),
    rows: async (jobId: string) => answered(await get(`/api/jobs/${jobId}/rows`))['rows'] as JobRow[],
    /** Available and held credits, as the customer sees them. */
    credits: async () => {
      const { availableHundredths, reservedHundredths } = await balancesOf(app.deps.db, account.id);
      return { available: Number(availableHundredths) / 100, held: Number(reservedHundredths) / 100 };
    },
    /** What a start leaves behind in the database. */
    traces: async () => {
      const where = { userId: account.id };
      const { db } = app.deps;
      return {
        jobs: await db.job.count({ where }),
        rows: await db.jobRow.count({ where: { job: where } }),
        reservations: await db.reservation.count({ where }),
        transfers: await db.ledgerTransfer.count({
          where: { ...where, kind: { in: ['reserve', 'capture', 'release'] } },
        }),
      };
    },
  };
}

export type Customer = Account & ReturnType<typeof jobCalls>;

export async function newCustomer(app: TestApp, given: { isAdmin?: boolean } = {}): Promise<Customer> {
  const account = await app.signUpAndVerify(given);
  return { ...account, ...jobCalls(app, account) };
}

/** A customer with a login of the sandbox's Bangladesh Bank. */
export async function newExporter(app: TestApp, username = 'padma'): Promise<Customer> {
  const exporter = await newCustomer(app);
  await exporter.saveBankLogin(username);
  return exporter;
}

/** Sets the balance to an amount below the trial credits that every customer starts with. */
export async function setBalance({ deps }: TestApp, { id }: Account, credits: number): Promise<void> {
  const { availableHundredths } = await balancesOf(deps.db, id);
  const surplus = availableHundredths - BigInt(credits * 100);
  await adjustCredits(deps.db, adjustment(id, 'deduct', surplus));
}

/**
 * Calls `before` with the document's key each time a row's document is about to be stored, until the returned function
 * is called.
 */
export function beforeDocuments({ deps }: TestApp, before: (key: string) => Promise<unknown>): () => void {
  const { put } = deps.files;
  const store = vi.spyOn(deps.files, 'put').mockImplementation(async (key, bytes, contentType) => {
    if (key.includes('/documents/')) await before(key);
    return put(key, bytes, contentType);
  });
  return () => store.mockRestore();
}

/**
 * Makes every read of a file fail until the returned function is called: rows then fail in a way that only a person can
 * repair.
 */
export function withoutReading({ deps }: TestApp): () => void {
  const store = vi.spyOn(deps.files, 'get').mockRejectedValue(new Error('The store does not answer.'));
  return () => store.mockRestore();
}

export const noTraces = { jobs: 0, rows: 0, reservations: 0, transfers: 0 };

export function formOf(fields: Record<string, string | number | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, value instanceof File ? value : String(value));
  return form;
}

function answered(answer: Answer): Record<string, unknown> {
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
  return answer.body;
}
