/** Finds a portal's adapter, its limits and its address. */
import type { Env } from '#api/env.ts';
import { adapters } from './adapters.ts';
import { portals, type PortalKey } from './catalogue.ts';
import type { FilingPatience, MailPortal, Portal } from './contract.ts';
import { addressVariable } from './facts.ts';

export const portalOf = (key: PortalKey): Portal | MailPortal => adapters[key];

/** Returns the time limits of filings; throws for portals on which nothing is filed. */
export function filingPatienceOf(key: PortalKey): FilingPatience {
  const { filing } = portalOf(key);
  if (!filing) throw new Error(`Nothing is filed on the portal ${key}.`);
  return filing;
}

/** Returns the portals whose address is not configured. */
export const portalsWithoutAddress = (env: Env): PortalKey[] =>
  portals.flatMap(({ key }) => (env[addressVariable(key)] ? [] : [key]));

/** Returns the portal's base URL without a trailing slash. */
export function portalBaseUrl(key: PortalKey, env: Env): string {
  const baseUrl = env[addressVariable(key)];
  if (!baseUrl) throw new Error(`The address of the portal ${key} is not configured.`);
  return baseUrl.replace(/\/+$/, '');
}
