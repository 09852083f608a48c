/** Finds a portal's adapter, its limits and its address. */
import type { Env } from '#api/env.ts';
import {
  isPracticePortal,
  portalAt,
  practiceAddress,
  type PortalPlace,
} from '#contracts/portals/practice-portals.ts';
import { adapters } from './adapters.ts';
import { portals, type PortalKey } from './catalogue.ts';
import type { FilingPatience, MailPortal, Portal } from './contract.ts';
import { addressVariable } from './facts.ts';

export const portalOf = (place: PortalPlace): Portal | MailPortal => adapters[portalAt(place)];

/** Returns the time limits of filings; throws for portals on which nothing is filed. */
export function filingPatienceOf(place: PortalPlace): FilingPatience {
  const { filing } = portalOf(place);
  if (!filing) throw new Error(`Nothing is filed on the portal ${place}.`);
  return filing;
}

/** Returns the configured address of each portal; null for those that have none. */
export const portalAddresses = (env: Env): Map<PortalKey, string | null> =>
  new Map(portals.map(({ key }) => [key, env[addressVariable(key)] || null]));

/** Returns the base URL of the place without a trailing slash. */
export function portalBaseUrl(place: PortalPlace, env: Env): string {
  const baseUrl = isPracticePortal(place)
    ? practiceAddress(portalAt(place), env)
    : env[addressVariable(place)];
  if (!baseUrl) throw new Error(`The address of the portal ${place} is not configured.`);
  return baseUrl.replace(/\/+$/, '');
}
