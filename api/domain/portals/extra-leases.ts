/**
 * Extra leases: the right of a job to further sessions on a portal, in addition to that of its lease. The database
 * function `portal_take_extra` (prisma/migrations/0044_extra_places) decides how many.
 */
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import type { Claim } from './portal-leases.ts';

/**
 * Renews the extra leases beside the claim's lease and takes further free ones, up to `wanted`. Returns how many the job
 * may have now. If it has more, they must be given back as soon as their rows have ended.
 *
 * @param perJobMax sessions of one job, unless an administrator has set another number
 */
export async function takeExtraLeases(
  db: Database,
  { portal, token }: Pick<Claim, 'portal' | 'token'>,
  { wanted, perJobMax }: { wanted: number; perJobMax: number },
): Promise<number> {
  const [answer] = await db.$queryRaw<{ places: number }[]>`
    SELECT portal_take_extra(${portal}, ${token}, ${wanted}::integer, ${perJobMax}::integer,
      ${limits.leaseSilentMs / 1000} * interval '1 second') AS places`;
  return answer?.places ?? 0;
}

/** Gives back the extra leases above the number `places`. */
export async function keepExtraLeases(
  db: Database,
  { token }: Pick<Claim, 'token'>,
  places: number,
): Promise<void> {
  if (places > 0)
    await db.$executeRaw`
      UPDATE portal_extra_places SET places = least(places, ${places}::integer) WHERE token = ${token}`;
  else await db.$executeRaw`DELETE FROM portal_extra_places WHERE token = ${token}`;
}
