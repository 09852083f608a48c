/** Finds the address and hosts of a place: in the environment, or for a bank's desk in the administrators' list. */
import type { Deps } from '#api/deps.ts';
import type { Env } from '#api/env.ts';
import { deskHosts } from '#api/domain/portals/bank-addresses.ts';
import { deskAddress } from '#api/domain/portals/banks.ts';
import { isBankPlace } from '#contracts/portals/bank-places.ts';
import type { PortalPlace } from '#contracts/portals/practice-portals.ts';
import type { ReachedHost } from '#activities/browser/destinations.ts';
import { portalBaseUrl, portalHosts } from '#activities/portals/portals.ts';

/** `baseUrl` has no trailing slash; `hosts` are the further hosts that its pages lead to. */
type PortalSite = { baseUrl: string; hosts: ReachedHost[] };

/** Without a database, only the portals of the environment are found. */
export type SiteDeps = { env: Env; db?: Deps['db'] };

/** Returns the address and hosts of the place. A bank's are read again for each session, because they may change. */
export async function siteOf({ db, env }: SiteDeps, place: PortalPlace): Promise<PortalSite> {
  if (!isBankPlace(place)) return { baseUrl: portalBaseUrl(place, env), hosts: portalHosts(place, env) };
  const desk = db && (await deskAddress(db, place));
  if (!desk) throw new Error(`No address of the bank ${place} is confirmed.`);
  const { protocol } = new URL(desk.address);
  const hosts = deskHosts(desk.hosts).map(({ host, role }) => ({ url: `${protocol}//${host}`, role }));
  return { baseUrl: desk.address, hosts };
}
