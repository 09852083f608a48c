/**
 * Which portals have an address. Only the worker's environment has the addresses, so each worker records at its start
 * which are missing, and the API reads that. Until a worker has started, every portal counts as having one.
 */
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { services } from '#services/catalogue.ts';
import type { PortalKey, ServiceDefinition } from '#services/contract.ts';

/** Replaces what the worker that started before has recorded. */
export async function recordPortalAddresses(db: Database, missing: readonly PortalKey[]): Promise<void> {
  const without = { hasAddress: false };
  await db.$transaction([
    db.portalState.updateMany({
      where: { portal: { notIn: [...missing] }, ...without },
      data: { hasAddress: true },
    }),
    ...missing.map((portal) =>
      db.portalState.upsert({ where: { portal }, create: { portal, ...without }, update: without }),
    ),
  ]);
}

/** The condition that the portal has an address, as a part of a statement; null for services without a portal. */
export const hasAddress = (portal: string | null): Prisma.Sql => Prisma.sql`
  NOT EXISTS (SELECT FROM portal_states WHERE portal = ${portal} AND NOT has_address)`;

/** Returns the services that cannot run because their portal has no address, in the order of the catalogue. */
export async function servicesWithoutPortal(db: DatabaseOrTransaction): Promise<string[]> {
  const records = await db.portalState.findMany({ where: { hasAddress: false }, select: { portal: true } });
  const missing = new Set(records.map(({ portal }) => portal));
  const needsMissing = ({ portal }: ServiceDefinition): boolean => portal !== null && missing.has(portal);
  return services.filter(needsMissing).map(({ id }) => id);
}
