/** Locked PDFs: the password is requested before anything is paid, opens the file once, and is stored nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#api/adapters/logger.ts';
import { encryptedPayloads } from '#api/adapters/temporal-payloads.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { historyTexts } from '#tests/harness/history-texts.ts';
import { fixture, newCustomer, noTraces, pdf, PDF_SERVICE, zipOf } from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { lockedPdf } from '#tests/unit/pdf/lock-maker.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const password = 'Shulko-Bibroni-7281';
const app = await startAppWithWorkers();
const { deps } = app;
const { db } = deps;

/** The sample, locked with a password. */
let locked: File;
let otherLocked: File;
beforeAll(async () => {
  const sample = new Uint8Array(await pdf().arrayBuffer());
  const lock = async (name: string, secret: string) =>
    new File([new Uint8Array(await lockedPdf(sample, secret))], name);
  locked = await lock('locked.pdf', password);
  otherLocked = await lock('other.pdf', 'another one');
});

const required = { status: 422, body: { success: false, code: 'PDF_PASSWORD_REQUIRED' } };
const wrong = { status: 422, body: { success: false, code: 'PDF_PASSWORD_WRONG' } };

describe('a locked PDF', () => {
  test('a locked PDF is refused without its password and with a wrong one, costs nothing and is not kept [wrong-pdf-password]', async () => {
    const ana = await newCustomer(app);
    expect(await ana.preview(PDF_SERVICE, locked)).toMatchObject(required);
    expect(await ana.preview(PDF_SERVICE, locked, 'shulko')).toMatchObject(wrong);
    expect(await ana.start({ file: locked, totalCredits: 1 })).toMatchObject(required);
    expect(await ana.start({ file: locked, password: 'shulko', totalCredits: 1 })).toMatchObject(wrong);
    expect(await ana.traces()).toEqual(noTraces);
    expect(await db.upload.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('an empty or overlong password of a PDF is rejected', async () => {
    const ana = await newCustomer(app);
    for (const tried of ['', 'x'.repeat(128)]) {
      const answer = await ana.preview(PDF_SERVICE, locked, tried);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      if (tried) expect(answer.text).not.toContain(tried);
    }
  });

  test('the passwords that a customer can try per hour are limited', async () => {
    const ana = await newCustomer(app);
    const { points } = rateLimits.pdfPasswordPerUser;
    const small = new File(['%PDF-1.7'], 'small.pdf');
    for (let tries = 0; tries < points; tries += 1)
      expect(await ana.preview(PDF_SERVICE, small, `guess ${tries}`)).toMatchObject({ status: 200 });
    expect(await ana.preview(PDF_SERVICE, locked, password)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS' },
    });
    expect(await ana.preview(PDF_SERVICE, pdf())).toMatchObject({ status: 200 });
  });

  test('a locked PDF is stored unlocked, and gives the same result as a PDF without a lock', async () => {
    const ana = await newCustomer(app);
    const { uploadId, lockedFiles } = await ana.previewed(PDF_SERVICE, locked, password);
    expect(lockedFiles).toEqual([]);
    const { fileKey } = await db.upload.findUniqueOrThrow({ where: { id: uploadId } });
    expect(await deps.pdfLocks.open(await deps.files.get(fileKey), '')).toBe('not locked');
    const { jobId } = await ana.started({ uploadId, totalCredits: 1 });
    const job = await ana.ended(jobId);
    const plain = await ana.converted(pdf('locked.pdf'));
    expect(job).toMatchObject({ state: 'completed', creditsUsed: 1 });
    expect(await ana.rows(jobId)).toMatchObject([{ values: (await ana.rows(plain.jobId))[0]?.values }]);
  });

  test('a PDF that only restricts changes needs no password', async () => {
    const ana = await newCustomer(app);
    expect(await ana.converted(fixture('owner-locked.pdf'))).toMatchObject({ state: 'completed' });
  });
});

describe('a ZIP with locked PDFs', () => {
  test('a ZIP with locked PDFs names them, and the others are converted at their own price', async () => {
    const ana = await newCustomer(app);
    const file = await zipOf('papers.zip', [locked, otherLocked, pdf('plain.pdf')]);
    const checked = await ana.previewed(PDF_SERVICE, file);
    expect(checked).toMatchObject({
      lockedFiles: ['locked.pdf', 'other.pdf'],
      billableRows: 1,
      totalCredits: 1,
      problems: [{ row: 1, problem: 'This PDF is locked with a password.' }, { row: 2 }],
    });
    const { jobId } = await ana.started({ uploadId: checked.uploadId, totalCredits: 1 });
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1, creditsUsed: 1 });
  });

  test('a ZIP opens the PDFs that the one password opens, and names the rest', async () => {
    const ana = await newCustomer(app);
    const file = await zipOf('papers.zip', [locked, otherLocked, pdf('plain.pdf')]);
    const checked = await ana.previewed(PDF_SERVICE, file, password);
    expect(checked).toMatchObject({ lockedFiles: ['other.pdf'], billableRows: 2, totalCredits: 2 });
    const { jobId } = await ana.started({ uploadId: checked.uploadId, totalCredits: 2 });
    expect(await ana.ended(jobId)).toMatchObject({ rowsSucceeded: 2, rowsFailed: 1, creditsUsed: 2 });
    const rows = await ana.rows(jobId);
    expect(rows.map(({ data, charged }) => [data['file_name'], charged])).toEqual([
      ['locked.pdf', true],
      ['other.pdf', false],
      ['plain.pdf', true],
    ]);
    expect(await verifyLedger(db)).toEqual([]);
  });
});

/** Every value of every table. */
async function wholeDatabase(): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  const texts = await Promise.all(
    tables.map(({ name }) =>
      db.$queryRawUnsafe<{ text: string }[]>(`SELECT row_to_json(t)::text AS text FROM "${name}" t`),
    ),
  );
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

test('the password of a PDF is in no log, table, file or workflow history [pdf-password-is-kept-nowhere]', async () => {
  const lines: string[] = [];
  const silent = deps.logger;
  deps.logger = createLogger({ level: 'trace', name: 'test' }, { write: (line) => void lines.push(line) });
  try {
    const ana = await newCustomer(app);
    const file = await zipOf('papers.zip', [locked, pdf('plain.pdf')]);
    await ana.preview(PDF_SERVICE, locked, `${password} with a slip`);
    await ana.preview(PDF_SERVICE, file, password);
    const { jobId } = await ana.started({ file: locked, password, totalCredits: 1 });
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
    deps.logger.info({ password, form: { password }, input: { form: { password } } }, 'a slip');

    const handle = deps.temporal.workflow.getHandle(jobWorkflowId(PDF_SERVICE, jobId));
    const history = await historyTexts(await handle.fetchHistory(), encryptedPayloads(deps.vault.masters));
    expect(lines.join('')).toContain('process-automation');
    // A field of the workflow's input proves that payloads are searched.
    expect(history).toContain('rowsPerChunk');
    for (const text of [lines.join(''), await wholeDatabase(), history])
      expect(text.includes(password)).toBe(false);
  } finally {
    deps.logger = silent;
  }
  const directory = path.dirname(deps.env.FILES_DIR ?? '');
  const kept = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(kept.length).toBeGreaterThan(0);
  for (const entry of kept)
    expect(readFileSync(path.join(entry.parentPath, entry.name)).includes(password)).toBe(false);
});
