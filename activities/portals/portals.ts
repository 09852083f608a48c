/** Finds a portal's adapter, its limits and its address. */
import type { ReachedHost } from '#activities/browser/destinations.ts';
import type { Env } from '#api/env.ts';
import { isBankPlace } from '#contracts/portals/bank-places.ts';
import { credentialAt, type CredentialName } from '#contracts/portals/portal-logins.ts';
import {
  isPracticePortal,
  portalAt,
  practiceAddress,
  type PortalPlace,
  type RealPlace,
} from '#contracts/portals/practice-portals.ts';
import { adapters } from './adapters.ts';
import { portals, type PortalKey } from './catalogue.ts';
import type { FilingPatience, MailPortal, OfficialInterface, Portal } from './contract.ts';
import {
  addressVariable,
  hostsVariable,
  interfaceAddressVariable,
  interfaceKeyVariable,
  type PortalFacts,
} from './facts.ts';

export const portalOf = (place: PortalPlace): Portal | MailPortal => adapters[portalAt(place)];

/** Returns the name of the login that is typed at the place and nowhere else; null on a portal without logins. */
export function credentialOf(place: RealPlace): CredentialName | null {
  const { credentials } = portalOf(place);
  return credentials && credentialAt(credentials, place);
}

/**
 * Returns how long after the last check a filing may take effect on the portal, in milliseconds: the time limit of the
 * request plus the portal's settling time. Throws for portals on which nothing is filed.
 */
export function filingEffectMs({ env }: { env: Env }, place: PortalPlace): number {
  const { filing } = portalOf(place);
  if (!filing) throw new Error(`Nothing is filed on the portal ${place}.`);
  return effectMsOf(env, filing);
}

/** Returns how long a filing may take effect on each of the places on which something is filed. */
export const filingEffects = (
  { env }: { env: Env },
  places: readonly PortalPlace[],
): { portal: PortalPlace; effectMs: number }[] =>
  places.flatMap((portal) => {
    const { filing } = portalOf(portal);
    return filing ? [{ portal, effectMs: effectMsOf(env, filing) }] : [];
  });

const effectMsOf = (env: Env, { filingMs, settleMs }: FilingPatience): number =>
  env.PORTAL_EFFECT_MS ?? filingMs + settleMs;

/**
 * Returns the configured address and hosts of each portal; null for portals that cannot be reached. A mailbox has no
 * address if every customer names the server.
 */
export const portalAddresses = (
  env: Env,
): Map<PortalKey, { address: string | null; hosts: string[] } | null> =>
  new Map(
    portals.map(({ key, ...facts }) => {
      const official = officialInterfaceOf(key, env);
      if (official) return [key, { address: official.baseUrl, hosts: [] }];
      const address = env[addressVariable(key)];
      const hosts = address
        ? portalHosts(key, env).map(({ url, role }) => `${new URL(url).host} (${role})`)
        : [];
      return [key, address || 'ownServers' in facts ? { address: address ?? null, hosts } : null];
    }),
  );

/** Returns the official interface that replaces the portal's pages; null if there is none, and on a practice portal. */
export function officialInterfaceOf(place: PortalPlace, env: Env): OfficialInterface | null {
  if (isPracticePortal(place) || isBankPlace(place)) return null;
  const baseUrl = env[interfaceAddressVariable(place)];
  const key = env[interfaceKeyVariable(place)];
  return baseUrl && key ? { baseUrl: baseUrl.replace(/\/+$/, ''), key } : null;
}

/** Returns the base URL of the place without a trailing slash; null if the environment has none. */
export function findPortalAddress(place: PortalPlace, env: Env): string | null {
  if (isBankPlace(place)) return null;
  const address = isPracticePortal(place)
    ? practiceAddress(portalAt(place), env)
    : env[addressVariable(place)];
  return address?.replace(/\/+$/, '') ?? null;
}

/** Returns the base URL of the place without a trailing slash. */
export function portalBaseUrl(place: PortalPlace, env: Env): string {
  const baseUrl = findPortalAddress(place, env);
  if (!baseUrl) throw new Error(`The address of the portal ${place} is not configured.`);
  return baseUrl;
}

/**
 * Returns the hosts that the pages of the place lead to, besides that of its address: the configured ones, or, at the
 * portal's public address, those of its facts. A practice portal has none, because all its pages are on one host.
 */
export function portalHosts(place: PortalPlace, env: Env): ReachedHost[] {
  if (isPracticePortal(place) || isBankPlace(place)) return [];
  const { protocol, host: address } = new URL(portalBaseUrl(place, env));
  const facts: PortalFacts | undefined = portals.find(({ key }) => key === place);
  const isPublic = facts?.address && new URL(facts.address).host === address;
  const hosts = env[hostsVariable(place)] ?? (isPublic ? facts.hosts : undefined) ?? [];
  return hosts.map(({ host, role }) => ({ url: `${protocol}//${host}`, role }));
}
