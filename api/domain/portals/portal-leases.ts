/**
 * Portal sessions as leases: a limited number per portal and one per login, granted in fair order. A lease has a
 * fencing token, and the activity run that works under it renews it; a run that stops renewing loses it. The database
 * function `portal_grant` (prisma/migrations/0044_extra_places) decides the grants.
 */
import { limits } from '#contracts/limits.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';

export type NewLease = {
  portal: string;
  /** The login as `leaseLogin` normalizes it; a holder without a login gives its own workflow id. */
  login: string;
  /** The workflow that requests the lease and is notified of its grant. */
  holder: string;
  userId: string;
  /** How many sessions the portal's adapter permits at a time. */
  sessionsMax: number;
};
type LeaseRef = Pick<NewLease, 'portal' | 'holder'>;

/** A worker's claim on a lease. Every irreversible step is made under its fencing token. */
export type Claim = LeaseRef & { token: bigint; worker: string; login: string };

/** Separates a user name from a mail server. It cannot be typed, and is removed from user names. */
const SERVER_MARK = '\u001f';

/**
 * Returns the name that identifies a login on a portal. On the customer's own mail server, the same user name is a
 * different account, and a refusal by that server must not count against anybody else's.
 */
export function accountOf({
  username,
  server,
  provider,
}: {
  username: string;
  server?: string | null;
  provider?: string | null;
}): string {
  const serverName = provider ?? server ?? null;
  const name = username.replaceAll(SERVER_MARK, '');
  return serverName === null ? name : `${name}${SERVER_MARK}${serverName}`;
}

/** Normalizes a user name, so that two customers who share a login in any spelling share its one lease. */
export const leaseLogin = (username: string): string => username.trim().toLowerCase();

const seconds = (ms: number): string => `${ms / 1000} seconds`;

/**
 * Queues a request. A known request keeps its position, but takes over the login that is now given. `asking` is a query
 * without a row if nobody needs the lease any more; then nothing is queued.
 */
export async function requestLease(
  db: DatabaseOrTransaction,
  lease: NewLease,
  asking?: Prisma.Sql,
): Promise<void> {
  await db.$executeRaw`WITH ${requestSql(lease, asking)} SELECT`;
}

/**
 * Returns the same as parts of a larger statement, after its WITH. The state of the portal is written only if it differs:
 * ON CONFLICT would lock it even then, and each start would wait for the commit of the one before it.
 */
export const requestSql = (
  { portal, login, holder, userId, sessionsMax }: NewLease,
  asking = Prisma.sql`SELECT 1`,
): Prisma.Sql =>
  Prisma.sql`portal_state AS (
      INSERT INTO portal_states (portal, sessions_max, updated_at)
      SELECT ${portal}, ${sessionsMax}::integer, now() WHERE NOT EXISTS (
        SELECT FROM portal_states WHERE portal = ${portal} AND sessions_max = ${sessionsMax}::integer)
      ON CONFLICT (portal) DO UPDATE SET sessions_max = excluded.sessions_max
    ), requested AS (
      INSERT INTO portal_leases (portal, login, holder, user_id)
      SELECT ${portal}, ${login}, ${holder}, ${userId} FROM (${asking}) asking
      ON CONFLICT (portal, holder) DO UPDATE SET login = excluded.login
      WHERE NOT portal_leases.held AND portal_leases.login <> excluded.login
    )`;

/**
 * Grants the free leases of a portal to the next in line, unless it is closed. Returns the workflows that now have one
 * and must be notified.
 */
export async function grantLeases(
  db: Database,
  portal: string,
  { isClosed }: { isClosed: boolean } = { isClosed: false },
): Promise<string[]> {
  const granted = await db.$queryRaw<{ holder: string }[]>`
    SELECT holder FROM portal_grant(${portal}, ${seconds(limits.leaseSilentMs)}::interval,
      ${seconds(limits.leaseUnclaimedMs)}::interval, ${isClosed})`;
  return granted.map(({ holder }) => holder);
}

/**
 * Returns the workflows that have held a lease for `limits.leaseRemindMs` without a worker: they may not know of it.
 * There are no more of them than sessions on all portals.
 */
export async function unclaimedHolders(db: Database): Promise<string[]> {
  const unclaimed = await db.$queryRaw<{ holder: string }[]>`
    SELECT DISTINCT holder FROM portal_leases
    WHERE held AND worker IS NULL AND renewed_at < clock_timestamp() - ${seconds(limits.leaseRemindMs)}::interval`;
  return unclaimed.map(({ holder }) => holder);
}

type LeaseState = { granted: boolean; position: number | null; id?: string };

/**
 * Returns whether the holder has a lease, its queue position from 1, and the id of the lease or request. A holder that
 * is not queued has neither position nor id.
 */
export async function leaseState(db: Database, { portal, holder }: LeaseRef): Promise<LeaseState> {
  const [lease] = await db.$queryRaw<LeaseState[]>`
    SELECT id, held AS granted, CASE WHEN NOT held THEN
      (SELECT place::integer FROM portal_line(${portal}) line WHERE line.id = portal_leases.id) END AS position
    FROM portal_leases WHERE portal = ${portal} AND holder = ${holder}`;
  return lease ?? { granted: false, position: null };
}

/** Returns the first `limits.queuePositionsReadMax` queue positions by workflow, counted from 1. */
export async function positionsOn(db: Database, portal: string): Promise<Map<string, number>> {
  const line = await db.$queryRaw<{ holder: string; place: bigint }[]>`
    SELECT holder, place FROM portal_line(${portal}) ORDER BY place LIMIT ${limits.queuePositionsReadMax}`;
  return new Map(line.map(({ holder, place }) => [holder, Number(place)]));
}

/**
 * Makes `worker` the one that works under the holder's lease. Returns `in use` while another activity run does and
 * has renewed it within `limits.leaseTakeoverMs`, and `gone` if the lease was taken back.
 */
export async function claimLease(
  db: Database,
  { portal, holder }: LeaseRef,
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

/** Returns false if the lease has been lost; then nothing more may be done under it. */
export async function renewLease(db: Database, { token, worker }: Claim): Promise<boolean> {
  const renewed = await db.$executeRaw`
    UPDATE portal_leases SET renewed_at = clock_timestamp() WHERE token = ${token} AND worker = ${worker}::uuid`;
  return renewed > 0;
}

/** Ends the worker's claim; the holder keeps the lease for its next worker. */
export async function leaveLease(db: Database, { token, worker }: Claim): Promise<void> {
  await db.$executeRaw`
    UPDATE portal_leases SET worker = NULL, renewed_at = clock_timestamp()
    WHERE token = ${token} AND worker = ${worker}::uuid`;
}

/** Returns the holders that have lost their lease since they were claimed, or that another worker works for. */
export async function workedElsewhere(
  db: Database,
  claims: readonly Claim[],
  workersHere: ReadonlySet<string>,
): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const leases = await db.portalLease.findMany({
    where: { holder: { in: claims.map(({ holder }) => holder) }, held: true },
    select: { portal: true, holder: true, worker: true },
  });
  const elsewhere = claims.filter(({ portal, holder }) => {
    const lease = leases.find((each) => each.portal === portal && each.holder === holder);
    return !lease || (lease.worker !== null && !workersHere.has(lease.worker));
  });
  return new Set(elsewhere.map(({ holder }) => holder));
}

/**
 * Releases the holder's leases with the places beside them, and leaves the queues; returns the portals that now have a
 * free lease.
 */
export async function dropLeases(db: DatabaseOrTransaction, holder: string): Promise<string[]> {
  const dropped = await db.$queryRaw<{ portal: string }[]>`
    WITH beside AS (DELETE FROM portal_extra_places WHERE holder = ${holder})
    DELETE FROM portal_leases WHERE holder = ${holder} RETURNING portal`;
  return dropped.map(({ portal }) => portal);
}

/**
 * Releases the lease under which the worker works, with the places beside it; returns the portals that now have a free
 * lease. Does nothing if the lease has passed on.
 */
export const dropClaimed = (db: Database, { token, worker }: Claim): Promise<string[]> =>
  dropOne(db, Prisma.sql`token = ${token} AND worker = ${worker}::uuid`);

/** Does the same for the lease or request with this id. Does nothing if the holder has asked again since. */
export const dropLease = (db: Database, { holder, id }: { holder: string; id: string }): Promise<string[]> =>
  dropOne(db, Prisma.sql`holder = ${holder} AND id = ${id}::uuid`);

async function dropOne(db: Database, isMeant: Prisma.Sql): Promise<string[]> {
  const dropped = await db.$queryRaw<{ portal: string }[]>`
    WITH dropped AS (
      DELETE FROM portal_leases WHERE ${isMeant} RETURNING portal, holder
    ), beside AS (
      DELETE FROM portal_extra_places USING dropped WHERE portal_extra_places.holder = dropped.holder
    )
    SELECT portal FROM dropped`;
  return dropped.map(({ portal }) => portal);
}

/** Returns whether an activity run works under one of the holder's leases and has renewed it after `since`. */
export async function isWorkedOn(db: Database, holder: string, since: Date): Promise<boolean> {
  return (
    (await db.portalLease.count({ where: { holder, worker: { not: null }, renewedAt: { gt: since } } })) > 0
  );
}

/** Returns every lease and every position in a queue. */
export function allLeases(db: Database): Promise<LeaseRef[]> {
  return db.portalLease.findMany({ select: { holder: true, portal: true } });
}
