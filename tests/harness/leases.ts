/** A job with a portal lease and a worker that has claimed it, for tests that file without a workflow. */
import { randomUUID } from 'node:crypto';
import { claimLease, grantLeases, requestLease, type Claim } from '#api/domain/portals/portal-leases.ts';
import type { Database } from '#prisma/client.ts';
import { createUser } from '#tests/factories.ts';

export type ClaimedLease = { claim: Claim; by: { userId: string; jobId: string; rowNumber: number } };

type WantedLease = { portal: string; login?: string; jobId?: string; sessionsMax?: number };

/** `login` is unique by default. */
export async function claimedLease(db: Database, given: WantedLease): Promise<ClaimedLease> {
  const { portal, jobId = randomUUID(), login = `login-${randomUUID()}`, sessionsMax = 1_000 } = given;
  const { userId } = await jobOf(db, jobId, portal);
  const lease = { portal, holder: `job/test/${jobId}-${randomUUID()}`, login, userId, sessionsMax };
  await requestLease(db, lease);
  await grantLeases(db, portal);
  const claim = await claimLease(db, lease, randomUUID());
  if (typeof claim === 'string') throw new Error(`The lease on ${portal} is ${claim}.`);
  return { claim, by: { userId, jobId, rowNumber: 1 } };
}

/** Another worker takes over the lease, as it does when the first one has stopped responding. */
export async function takeOver(db: Database, { claim, by }: ClaimedLease): Promise<ClaimedLease> {
  await db.portalLease.updateMany({
    where: { token: claim.token },
    data: { renewedAt: new Date(Date.now() - 60_000) },
  });
  const taken = await claimLease(db, claim, randomUUID());
  if (typeof taken === 'string') throw new Error(`The lease on ${claim.portal} is ${taken}.`);
  return { claim: taken, by };
}

async function jobOf(db: Database, jobId: string, portal: string): Promise<{ userId: string }> {
  const known = await db.job.findUnique({ where: { id: jobId }, select: { userId: true } });
  if (known) return known;
  const { id: userId } = await createUser(db);
  const upload = await db.upload.create({
    data: { userId, serviceId: 'test', fileName: 'rows.csv', fileKey: jobId, sizeBytes: 1, sha256: '' },
  });
  await db.job.create({
    data: {
      id: jobId,
      userId,
      serviceId: 'test',
      serviceName: 'Test',
      uploadId: upload.id,
      fileName: 'rows.csv',
      portal,
      state: 'running',
      rowsTotal: 1,
      costPerRow: 100,
    },
  });
  return { userId };
}
