/** Conditions, in SQL, under which a worker may make the click that files, and let its request go. */
import { limits } from '#contracts/limits.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { Claim } from '#api/domain/portals/portal-leases.ts';

/** The worker holds the lease. */
export const isHolder = (claim: Claim): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT FROM portal_leases l WHERE l.token = ${claim.token} AND l.worker = ${claim.worker}::uuid
    AND l.renewed_at > clock_timestamp() - ${`${limits.leaseSilentMs} milliseconds`}::interval)`;

/** The saved login of a session: the credentials' name, and the user name as it was read. */
export type UsedLogin = { portal: string; username: string };

/** The customer still lets the platform use the login, and has not replaced it since the session was opened. */
const isSavedSql = ({ portal, username }: UsedLogin): Prisma.Sql => Prisma.sql`
  AND EXISTS (SELECT FROM portal_credentials c WHERE c.user_id = j.user_id AND c.portal = ${portal}
    AND c.username = ${username} AND c.consent_at IS NOT NULL)`;

/** `login` is null on a practice portal, which has no saved login. */
export type Clicking = { jobId: string; login?: UsedLogin | null | undefined };

/**
 * Conditions of a click: the worker holds the lease, on the portal on which the job runs, the job is neither stopped
 * nor ended, its customer is active and keeps the login, and the portal is not paused. A practice job runs on a practice
 * portal only.
 */
export const mayClick = (claim: Claim, { jobId, login }: Clicking): Prisma.Sql => Prisma.sql`
  ${isHolder(claim)}
  AND EXISTS (SELECT FROM jobs j JOIN users u ON u.id = j.user_id
    WHERE j.id = ${jobId}::uuid AND j.portal = ${claim.portal} AND j.stopped_at IS NULL AND j.finished_at IS NULL
      AND u.status = 'active' ${login ? isSavedSql(login) : Prisma.empty})
  AND NOT EXISTS (SELECT FROM portal_states s WHERE s.portal = ${claim.portal} AND s.paused_at IS NOT NULL)`;
