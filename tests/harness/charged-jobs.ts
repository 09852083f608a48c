/** Jobs that are admitted and ended step by step on a database, without a workflow: `const { started, end } = chargedJobs(db)`. */
import { randomUUID } from 'node:crypto';
import { finish } from '#api/domain/jobs/job-ending.ts';
import { openJob, reopenJob } from '#api/domain/jobs/job-opening.ts';
import type { Database } from '#prisma/client.ts';
import type { JobRow, PortalIntent } from '#prisma/generated/client.ts';
import { createUser } from '#tests/factories.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const SERVICE = 'exp-issue';
const PORTAL = 'bb-exp';
export const ROW_COST = 100;
const CREDITS = 100_000n;
const SESSIONS_MAX = 1_000;

type Started = { jobId: string; userId: string };

export function chargedJobs(db: Database) {
  const lease = ({ jobId, userId }: Started) => {
    const holder = jobWorkflowId(SERVICE, jobId);
    return { portal: PORTAL, login: holder, holder, userId, sessionsMax: SESSIONS_MAX };
  };
  return {
    /** The job's request for a portal session. */
    lease,
    /** A job that waits for its portal session, with its credits reserved. */
    started: async (rows: number, { isAdmin = false } = {}): Promise<Started> => {
      const { id: userId } = await createUser(db, { creditsHundredths: CREDITS, isAdmin });
      const file = { userId, serviceId: SERVICE, fileName: 'list.csv' };
      const upload = await db.upload.create({
        data: { ...file, fileKey: randomUUID(), sizeBytes: 1, sha256: '' },
      });
      const { id: jobId } = await db.job.create({
        data: {
          ...file,
          serviceName: 'EXP issue',
          uploadId: upload.id,
          portal: PORTAL,
          rowsTotal: rows,
          costPerRow: ROW_COST,
          rows: {
            create: Array.from({ length: rows }, (_, index) => ({
              rowNumber: index + 1,
              source: {},
              data: {},
            })),
          },
        },
      });
      await openJob(db, { jobId, attempt: 1, lease: lease({ jobId, userId }) });
      return { jobId, userId };
    },
    /** Runs its failed rows again. */
    again: (job: Started, attempt: number) => reopenJob(db, { jobId: job.jobId, attempt, lease: lease(job) }),
    /** Ends the attempt, as a worker that may come late does. */
    end: ({ jobId }: Started, attempt: number, state: 'completed' | 'failed' | 'cancelled' = 'completed') =>
      finish(db, {
        jobId,
        attempt,
        state,
        errorCode: null,
        errorMessage: null,
        hasFiles: true,
        now: new Date(),
      }),
    row: ({ jobId }: Started, rowNumber = 1): Promise<JobRow> =>
      db.jobRow.findUniqueOrThrow({ where: { jobId_rowNumber: { jobId, rowNumber } } }),
    /** Records what was sent for the row to its portal. */
    intent: (
      { jobId, userId }: Started,
      given: Pick<PortalIntent, 'state'> & Partial<PortalIntent>,
    ): Promise<PortalIntent> =>
      db.portalIntent.create({
        data: { portal: PORTAL, key: randomUUID(), userId, jobId, rowNumber: 1, ...given },
      }),
    leases: ({ jobId }: Started): Promise<number> =>
      db.portalLease.count({ where: { holder: jobWorkflowId(SERVICE, jobId) } }),
    reservation: ({ jobId }: Started, attempt: number) =>
      db.reservation.findUniqueOrThrow({ where: { jobId_attempt: { jobId, attempt } } }),
  };
}
