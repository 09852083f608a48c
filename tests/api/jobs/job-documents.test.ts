/** Documents among a job's results: those of corrected rows, names that differ in case, and what combined.pdf lacks. */
import { expect, test } from 'vitest';
import * as xlsx from '@e965/xlsx';
import { collect } from '#activities/collect-results.ts';
import { storeDocuments } from '#activities/rows/stored-documents.ts';
import { reopenJob } from '#api/domain/jobs/job-opening.ts';
import { endRow } from '#api/domain/jobs/job-steps.ts';
import { quote } from '#contracts/messages/message.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { RowDocument } from '#services/runner.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { pagedPdf } from '#tests/harness/job-documents.ts';

const { deps } = await startTestApp();
const { db } = deps;
const { started, end } = chargedJobs(db);

const pdf = (name: string, bytes: Uint8Array = Buffer.from('%PDF-1.7')): RowDocument => ({
  name,
  contentType: 'application/pdf',
  bytes,
});

type Started = { jobId: string };
/** Ends a row with its documents, as a worker does. */
async function endWith(
  { jobId }: Started,
  { rowNumber, outcome, rows }: { rowNumber: number; outcome: RowOutcome; rows: number },
  documents: RowDocument[],
): Promise<string[]> {
  const job = { id: jobId, rowsTotal: rows, isPractice: false };
  const stored = await storeDocuments(deps, { job, rowNumber, documents, origin: { attempt: 1 } });
  const row = { jobId, rowNumber, outcome, message: quote('Ended.'), attempts: 1, now: new Date() };
  await endRow(db, { ...row, documents: stored });
  return stored.map(({ name }) => name);
}

const documentsOf = async ({ jobId }: Started): Promise<string[]> =>
  (await db.jobFile.findMany({ where: { jobId, kind: 'document' }, orderBy: { name: 'asc' } })).map(
    ({ name }) => name,
  );

/** Runs the row again with corrected cells. */
async function correct({ jobId }: Started, rowNumber: number): Promise<void> {
  const correction = { choiceId: 'chosen', source: {}, data: {}, naturalKey: null, groupRow: null };
  await db.jobRow.update({
    where: { jobId_rowNumber: { jobId, rowNumber } },
    data: { chosenForAttempt: 2, correction },
  });
  const { charged } = await db.jobRow.findFirstOrThrow({ where: { jobId, rowNumber } });
  await reopenJob(db, { jobId, attempt: 2, choice: { id: 'chosen', billableRows: charged ? 0 : 1 } });
}

const rejected = { outcome: 'REJECTED', rows: 2 } as const;

test('a corrected row leaves no document of its earlier answer among the results', async () => {
  const job = await started(2);
  await endWith(job, { rowNumber: 1, ...rejected }, [pdf('wrong.pdf')]);
  await endWith(job, { rowNumber: 2, ...rejected }, [pdf('other.pdf')]);
  await end(job, 1);
  await correct(job, 1);
  expect(await documentsOf(job)).toEqual(['other.pdf']);
  await endWith(job, { rowNumber: 1, outcome: 'SUCCESS', rows: 2 }, [pdf('right.pdf')]);
  expect(await documentsOf(job)).toEqual(['other.pdf', 'right.pdf']);
});

test('a document that an equal row still shows stays when the row that brought it is corrected', async () => {
  const job = await started(2);
  await endWith(job, { rowNumber: 1, ...rejected }, [pdf('shared.pdf')]);
  const row = { jobId: job.jobId, rowNumber: 2, message: quote('Ended.'), attempts: 1, now: new Date() };
  await endRow(db, { ...row, outcome: 'REJECTED', sharedDocuments: [{ name: 'shared.pdf' }] });
  await end(job, 1);
  await correct(job, 1);
  await endWith(job, { rowNumber: 1, outcome: 'SUCCESS', rows: 2 }, [pdf('right.pdf')]);
  expect(await documentsOf(job)).toEqual(['right.pdf', 'shared.pdf']);
});

test('documents of different rows whose names differ only in case get different names', async () => {
  const job = await started(2);
  const success = { outcome: 'SUCCESS', rows: 2 } as const;
  await endWith(job, { rowNumber: 1, ...success }, [pdf('Invoice.pdf')]);
  const names = await endWith(job, { rowNumber: 2, ...success }, [pdf('invoice.pdf'), pdf('INVOICE_2.pdf')]);
  const all = [...names, 'Invoice.pdf'].map((name) => name.toLowerCase());
  expect(new Set(all).size).toBe(3);
});

test('the summary and the timeline say which documents combined.pdf lacks', async () => {
  const job = await started(3);
  const success = { outcome: 'SUCCESS', rows: 3 } as const;
  await endWith(job, { rowNumber: 1, ...success }, [pdf('a.pdf', await pagedPdf(1))]);
  await endWith(job, { rowNumber: 2, ...success }, [pdf('broken.pdf')]);
  await endWith(job, { rowNumber: 3, ...success }, [pdf('c.pdf', await pagedPdf(1))]);
  await end(job, 1);
  await collect(deps, job.jobId);
  const { fileKey } = await db.jobFile.findFirstOrThrow({
    where: { jobId: job.jobId, kind: 'result', name: 'result.xlsx' },
  });
  const book = xlsx.read(await deps.files.get(fileKey));
  const lines = xlsx.utils.sheet_to_json<string[]>(book.Sheets['Summary']!, { header: 1 });
  expect(lines).toContainEqual([
    'combined.pdf',
    'broken.pdf cannot be read as a PDF and is not in combined.pdf.',
  ]);
  const events = await db.jobEvent.findMany({ where: { jobId: job.jobId } });
  expect(events.map(({ message }) => message)).toContainEqual(
    expect.objectContaining({ params: { documents: 1 } }),
  );
});
