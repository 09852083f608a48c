/**
 * Places on portals as leases: at most so many sessions on a portal, one per login, granted in fair order. A lease carries
 * a fencing token, and the run of an activity that works under it renews it; whoever falls silent loses it. The grants
 * themselves are decided by the database function `portal_grant` (prisma/migrations/0013_portal_leases).
 */
import { limits } from '#contracts/limits.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';

export type LeaseRequest = {
  portal: string;
  /** Name of the login, as `leaseLogin` spells it; a visitor without one gives its own workflow id. */
  login: string;
  /** Workflow that asks and is told of its grant. */
  holder: string;
  userId: string;
};
type Place = Pick<LeaseRequest, 'portal' | 'holder'>;

/** What a worker holds while it works: every step that can not be undone is made under its token. */
export type Claim = Place & { token: bigint; worker: string; login: string };

/** Two customers who share a login, in whatever spelling, share its one place. */
export const leaseLogin = (username: string): string => username.trim().toLowerCase();

const seconds = (ms: number): string => `${ms / 1000} seconds`;

/** Stands in line; a request that is known already keeps its place, with the login that it names now. */
export async function requestLease(
  db: DatabaseOrTransaction,
  { portal, login, holder, userId }: LeaseRequest,
  sessionsMax: number,
): Promise<void> {
  await db.$executeRaw`
    WITH state AS (
      INSERT INTO portal_states (portal, sessions_max, updated_at) VALUES (${portal}, ${sessionsMax}::integer, now())
      ON CONFLICT (portal) DO UPDATE SET sessions_max = excluded.sessions_max
      WHERE portal_states.sessions_max <> excluded.sessions_max
    )
    INSERT INTO portal_leases (portal, login, holder, user_id) VALUES (${portal}, ${login}, ${holder}, ${userId})
    ON CONFLICT (portal, holder) DO UPDATE SET login = excluded.login
    WHERE NOT portal_leases.held AND portal_leases.login <> excluded.login`;
}

/** Gives the free places of a portal to the next in line; answers the workflows that have one now and must be told. */
export async function grantLeases(db: Database, portal: string): Promise<string[]> {
  const granted = await db.$queryRaw<{ holder: string }[]>`
    SELECT holder FROM portal_grant(${portal}, ${seconds(limits.leaseSilentMs)}::interval,
      ${seconds(limits.leaseUnclaimedMs)}::interval)`;
  return granted.map(({ holder }) => holder);
}

/** A place in line counts from 1; it is null for a holder, and for one who does not stand in line. */
export async function leaseState(
  db: Database,
  { portal, holder }: Place,
): Promise<{ granted: boolean; position: number | null }> {
  const lease = await db.portalLease.findUnique({ where: { portal_holder: { portal, holder } } });
  if (!lease || lease.held) return { granted: lease?.held ?? false, position: null };
  return { granted: false, position: (await positionsOn(db, portal)).get(holder) ?? null };
}

/** Places in line by workflow, from 1. */
export async function positionsOn(db: Database, portal: string): Promise<Map<string, number>> {
  const line = await db.$queryRaw<{ holder: string; place: bigint }[]>`
    SELECT holder, place FROM portal_line(${portal})`;
  return new Map(line.map(({ holder, place }) => [holder, Number(place)]));
}

/**
 * Makes `worker` the one who works under the holder's lease. `in use` while another run of an activity does, alive or
 * silent for less than `limits.leaseTakeoverMs`; `gone` when the place was taken back.
 */
export async function claimLease(
  db: Database,
  { portal, holder }: Place,
  worker: string,
): Promise<Claim | 'in use' | 'gone'> {
  const [claimed] = await db.$queryRaw<{ token: bigint; login: string }[]>`
    UPDATE portal_leases SET worker = ${worker}::uuid, token = nextval('portal_lease_tokens'),
      renewed_at = clock_timestamp()
    WHERE portal = ${portal} AND holder = ${holder} AND held AND (worker IS NULL OR worker = ${worker}::uuid
      OR renewed_at < clock_timestamp() - ${seconds(limits.leaseTakeoverMs)}::interval)
    RETURNING token, login`;
  if (claimed) return { portal, holder, worker, ...claimed };
  const { granted } = await leaseState(db, { portal, holder });
  return granted ? 'in use' : 'gone';
}

/** False when the lease is somebody else's by now: nothing may be done under it any more. */
export async function renewLease(db: Database, { token, worker }: Claim): Promise<boolean> {
  const renewed = await db.$executeRaw`
    UPDATE portal_leases SET renewed_at = clock_timestamp() WHERE token = ${token} AND worker = ${worker}::uuid`;
  return renewed > 0;
}

/** The worker stops; the place stays the holder's, for its next worker. */
export async function leaveLease(db: Database, { token, worker }: Claim): Promise<void> {
  await db.$executeRaw`
    UPDATE portal_leases SET worker = NULL, renewed_at = clock_timestamp()
    WHERE token = ${token} AND worker = ${worker}::uuid`;
}

/** Gives the holder's places back, or leaves the lines; answers the portals that have a free place now. */
export async function dropLeases(db: DatabaseOrTransaction, holder: string): Promise<string[]> {
  const dropped = await db.$queryRaw<{ portal: string }[]>`
    DELETE FROM portal_leases WHERE holder = ${holder} RETURNING portal`;
  return dropped.map(({ portal }) => portal);
}
