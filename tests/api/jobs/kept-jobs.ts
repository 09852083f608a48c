/**
 * Jobs of customers as administrators find them: either written directly as their projections, or run and then made to
 * fail.
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#contracts/durations.ts';
import type { Message } from '#contracts/messages/message.ts';
import { lookUpServiceIds } from '#api/domain/jobs/look-ups.ts';
import type { Database } from '#prisma/client.ts';
import { pdf, zipOf, type Customer } from '#tests/harness/job-calls.ts';

type JobFields = Partial<{
  serviceId: string;
  portal: string | null;
  isPractice: boolean;
  state: string;
  errorCode: string | null;
  fileName: string;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
  attempt: number;
  outcomes: (string | null)[];
  filesDeletedAt: Date;
  capturedAmount: bigint;
  /** What was sent, now or after a correction, and what came back, by row; rows without any have a container number. */
  rows: { source?: object; data?: object; values?: object; portalReference?: string; message?: Message }[];
}>;

const WEEK_MS = 7 * DAY_MS;
const inAWeek = (): Date => new Date(Date.now() + WEEK_MS);

/** An ended job as its projection in the database: nothing has run and nothing was paid for it. */
export async function keptJob(
  db: Database,
  customer: Pick<Customer, 'id'>,
  given: JobFields = {},
): Promise<string> {
  const { outcomes = ['PORTAL_DOWN'], rows = [], ...fields } = given;
  const serviceId = fields.serviceId ?? 'ctg-port-tracking';
  const upload = await db.upload.create({
    data: {
      userId: customer.id,
      serviceId,
      fileName: 'a.csv',
      fileKey: randomUUID(),
      sizeBytes: 1,
      sha256: '',
    },
  });
  const succeeded = outcomes.filter((outcome) => outcome === 'SUCCESS').length;
  const { id } = await db.job.create({
    data: {
      userId: customer.id,
      serviceName: serviceId,
      uploadId: upload.id,
      fileName: 'containers.csv',
      portal: 'cpa',
      state: 'failed',
      errorCode: 'PORTAL_DOWN',
      rowsTotal: outcomes.length,
      rowsDone: outcomes.length,
      rowsSucceeded: succeeded,
      rowsFailed: outcomes.length - succeeded,
      rowsNotFound: lookUpServiceIds.includes(serviceId)
        ? outcomes.filter((outcome) => outcome === 'NOT_FOUND').length
        : 0,
      costPerRow: fields.isPractice ? 0 : 100,
      finishedAt: new Date(),
      expiresAt: inAWeek(),
      headers: ['container_no'],
      ...fields,
      serviceId,
      rows: {
        create: outcomes.map((outcome, index) => ({
          rowNumber: index + 1,
          source: { container_no: `MSKU${index}` },
          data: { container_no: `MSKU${index}` },
          outcome,
          charged: outcome === 'SUCCESS',
          ...rows[index],
        })),
      },
    },
  });
  return id;
}

/** A job of two PDFs that its customer cancelled after the first one: one row is paid, the other can be run again. */
export async function halfDone(db: Database, customer: Customer): Promise<string> {
  const file = await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]);
  const job = await customer.converted(file, 2);
  const { jobId } = job;
  // The state of the second row after its portal became unavailable, with the credit given back.
  await db.$transaction([
    db.jobRow.updateMany({
      where: { jobId, rowNumber: 2 },
      data: { outcome: 'PORTAL_DOWN', message: 'Down.', charged: false },
    }),
    db.job.update({
      where: { id: jobId },
      data: { state: 'failed', errorCode: 'PORTAL_DOWN', rowsSucceeded: 1, rowsFailed: 1 },
    }),
  ]);
  return jobId;
}
