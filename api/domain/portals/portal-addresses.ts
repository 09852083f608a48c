/**
 * Which services can run: their portal has an address, and its last probe found nothing wrong. Only the worker's
 * environment has the addresses, so each worker records them at its start, and the API reads that. Until a worker has
 * started, every portal counts as having one.
 */
import type { UnavailableReason } from '#contracts/portals/portal-status.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { banksPortal } from '#contracts/portals/bank-places.ts';
import { portals } from '#activities/portals/catalogue.ts';
import { services } from '#services/catalogue.ts';
import type { PortalKey, ServiceDefinition } from '#services/contract.ts';

/** The address of each portal with its further hosts; null for those that have none. */
export type PortalAddresses = ReadonlyMap<
  PortalKey,
  { address: string | null; hosts: readonly string[] } | null
>;

/** Records the addresses, in place of those that an earlier worker has recorded. */
export async function recordPortalAddresses(db: Database, addresses: PortalAddresses): Promise<void> {
  await db.$transaction(
    [...addresses].map(([portal, place]) => {
      const address = place?.address ? withoutLogin(place.address) : null;
      const known = { address, hosts: [...(place?.hosts ?? [])], hasAddress: place !== null };
      return db.portalState.upsert({ where: { portal }, create: { portal, ...known }, update: known });
    }),
  );
}

/** Returns the portals with an address, in the order of the catalogue of portals. */
export async function portalsWithAddress(db: Database): Promise<PortalKey[]> {
  const states = await db.portalState.findMany({
    where: { hasAddress: true, address: { not: null } },
    select: { portal: true },
  });
  const recorded = new Set(states.map(({ portal }) => portal));
  return portals.map(({ key }) => key).filter((key) => recorded.has(key));
}

/** Removes a login from the address, because administrators see it. */
function withoutLogin(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
}

/** SQL for the reason why services on the portal cannot run; null if they can, and for services without a portal. */
export const whyUnavailable = (portal: string | null): Prisma.Sql => Prisma.sql`
  (SELECT ${reason} FROM portal_states WHERE portal = ${portal})`;

const reason = Prisma.sql`CASE WHEN NOT has_address THEN 'notConnected'
  WHEN probe_outcome_since IS NULL THEN NULL
  WHEN probe_outcome = 'PORTAL_DOWN' THEN 'down' WHEN probe_outcome = 'PORTAL_CHANGED' THEN 'changed' END`;

type Place = { place: string; reason: UnavailableReason | null };

/** Returns why these places cannot be used; null for those that can. */
export async function reasonsOf(
  db: DatabaseOrTransaction,
  places: readonly string[],
): Promise<Map<string, UnavailableReason | null>> {
  const found = await db.$queryRaw<Place[]>`
    SELECT portal AS place, ${reason} AS reason FROM portal_states WHERE portal = ANY(${[...places]}::text[])`;
  return new Map(found.map((row) => [row.place, row.reason]));
}

/**
 * Returns the services that cannot run, each with its reason, in the order of the catalogue. Claims can be filed as
 * long as one of the banks takes them.
 */
export async function unavailableServices(
  db: DatabaseOrTransaction,
): Promise<[serviceId: string, reason: UnavailableReason][]> {
  const known = await db.$queryRaw<Place[]>`
    SELECT portal AS place, ${reason} AS reason FROM portal_states
    WHERE NOT EXISTS (SELECT FROM banks b WHERE b.place = portal)
    UNION ALL
    SELECT ${banksPortal}::text, CASE WHEN bool_or(desk.reason IS NULL) THEN NULL ELSE coalesce(min(desk.reason), 'notConnected') END
    FROM (SELECT ${reason} AS reason FROM banks b LEFT JOIN portal_states ON portal = b.place
      WHERE b.is_enabled AND b.has_desk) desk`;
  const reasons = new Map(known.map((row) => [row.place, row.reason]));
  return services.flatMap(({ id, portal }: ServiceDefinition): [string, UnavailableReason][] => {
    const found = portal === null ? null : reasons.get(portal);
    return found ? [[id, found]] : [];
  });
}
