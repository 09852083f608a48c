/** How many statements the end of a job costs the worker, because every job has one. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endSmallJob } from '#activities/job-end.ts';
import { EqualRows } from '#activities/rows/equal-rows.ts';
import { openJob } from '#api/domain/jobs/job-opening.ts';
import { endRow } from '#api/domain/jobs/job-steps.ts';
import { workableRows } from '#api/domain/jobs/row-records.ts';
import { jobOutline } from '#api/domain/jobs/worked-jobs.ts';
import { quote } from '#contracts/messages/message.ts';
import { services } from '#services/catalogue.ts';
import { createUser } from '#tests/factories.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { chargedJobs, ROW_COST } from '#tests/harness/charged-jobs.ts';
import { countReads } from '#tests/harness/rows-read.ts';

/** Locks the job, charges its row, settles the credits, stores the end and the notice, and ends the transaction. */
const STATEMENTS_MAX = 6;
/** Those, and what the tables are made of, their records, and the notice after them. */
const STATEMENTS_WITH_TABLES_MAX = 20;

const counter = countReads();
const { deps } = await startTestApp();
const { db } = deps;
const { started } = chargedJobs(db);

/** An admitted job of one file, which needs no portal. */
async function fileJob(): Promise<string> {
  const { id: userId } = await createUser(db, { creditsHundredths: 1_000n });
  const file = { userId, serviceId: 'pdf-excel-converter', fileName: 'a.pdf' };
  const upload = await db.upload.create({
    data: { ...file, fileKey: randomUUID(), sizeBytes: 1, sha256: '' },
  });
  const rows = { create: [{ rowNumber: 1, source: {}, data: {} }] };
  const { id: jobId } = await db.job.create({
    data: {
      ...file,
      serviceName: 'PDF to Excel',
      uploadId: upload.id,
      rowsTotal: 1,
      costPerRow: ROW_COST,
      rows,
    },
  });
  await openJob(db, { jobId, attempt: 1, lease: null });
  return jobId;
}

async function statementsOfEnd(jobId: string): Promise<number> {
  const row = { jobId, rowNumber: 1, message: quote('Ended.'), attempts: 1, now: new Date() };
  await endRow(db, { ...row, outcome: 'SUCCESS' });
  const outline = await jobOutline(db, jobId);
  const end = { jobId, attempt: 1, state: 'completed', errorCode: null, errorMessage: null } as const;
  const { result, reads } = await counter.during(() => endSmallJob(deps, end, outline));
  expect(result).toBe(true);
  expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({ state: 'completed' });
  return reads.statements;
}

test('the end of a job of one file makes few statements', async () => {
  expect(await statementsOfEnd(await fileJob())).toBeLessThanOrEqual(STATEMENTS_MAX);
});

test('the end of a job with tables makes few statements', async () => {
  const { jobId } = await started(1);
  expect(await statementsOfEnd(jobId)).toBeLessThanOrEqual(STATEMENTS_WITH_TABLES_MAX);
});

test('a job of one row looks for no row that is equal to it', async () => {
  const { jobId } = await started(1);
  await db.jobRow.updateMany({ where: { jobId }, data: { naturalKey: 'only' } });
  const [row] = await workableRows(db, { jobId, rowsMax: 1 });
  const service = services.find(({ effect }) => effect === 'read')!;
  const job = { id: jobId, attempt: 1, rowsTotal: 1 };
  const equalRows = new EqualRows({ ...deps, rowsStored: async () => undefined }, job, service);
  const { result, reads } = await counter.during(() => equalRows.answer(row!));
  expect({ result, statements: reads.statements }).toEqual({ result: null, statements: 0 });
});
