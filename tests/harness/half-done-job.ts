/** A job on the real processes whose second row failed as if its portal had become unavailable; it can be run again. */
import { readFileSync } from 'node:fs';
import type { Database } from '#prisma/client.ts';
import type { Customer } from '#temporal/local/customer.ts';

const SERVICE = 'ctg-port-tracking';
const JOB_MS = 180_000;

/** The portal needs no login. The job's first rows are those of the service's sample. */
export async function halfDoneJob(db: Database, customer: Customer, fileName: string): Promise<string> {
  const sample = readFileSync(`activities/services/${SERVICE}/sample.csv`, 'utf8').split(/\r?\n/);
  const file = new File([sample.slice(0, 3).join('\n')], fileName);
  const { jobId } = await customer.start(await customer.preview(SERVICE, file));
  await customer.follow(jobId, JOB_MS);
  const message = 'The portal did not answer.';
  await db.$transaction([
    db.jobRow.updateMany({
      where: { jobId, rowNumber: 2 },
      data: { outcome: 'PORTAL_DOWN', message, charged: false, values: {}, documents: [] },
    }),
    db.job.update({
      where: { id: jobId },
      data: {
        state: 'failed',
        errorCode: 'PORTAL_DOWN',
        errorMessage: message,
        rowsSucceeded: 1,
        rowsFailed: 1,
      },
    }),
  ]);
  return jobId;
}
