/** A customer's job as it is stored in the database, without credits. */
import { randomUUID } from 'node:crypto';
import { PDF_SERVICE } from '#tests/harness/job-calls.ts';
import type { TestApp } from '#tests/harness/worker.ts';

type JobFields = { state?: string; fileName?: string; rows?: string[] };

export async function newJob(app: TestApp, account: { id: string }, given: JobFields = {}) {
  const { db, files } = app.deps;
  const { state = 'running', fileName = 'boxes.pdf', rows = ['SUCCESS'] } = given;
  const upload = await db.upload.create({
    data: {
      userId: account.id,
      serviceId: PDF_SERVICE,
      fileName,
      fileKey: `uploads/${randomUUID()}`,
      sizeBytes: 3,
      sha256: '0'.repeat(64),
    },
  });
  await files.put(upload.fileKey, Buffer.from('pdf'), 'application/pdf');
  const succeeded = rows.filter((outcome) => outcome === 'SUCCESS').length;
  return db.job.create({
    data: {
      userId: account.id,
      serviceId: PDF_SERVICE,
      serviceName: 'PDF to Excel Converter',
      uploadId: upload.id,
      fileName,
      state,
      rowsTotal: rows.length,
      rowsDone: rows.length,
      rowsSucceeded: succeeded,
      rowsFailed: rows.length - succeeded,
      costPerRow: 100,
      finishedAt: state === 'completed' ? new Date() : null,
      rows: {
        create: rows.map((outcome, index) => ({
          rowNumber: index + 1,
          source: { box: `MSKU${index}` },
          outcome,
        })),
      },
    },
  });
}
