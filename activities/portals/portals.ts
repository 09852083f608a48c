/** The portals that have an adapter, and where each of them is. */
import type { Env } from '#api/env.ts';
import type { PortalKey } from '#activities/services/contract.ts';
import { bangladeshBankExp } from './bangladesh-bank-exp/portal.ts';
import type { Portal } from './contract.ts';

export const portals: Record<PortalKey, Portal> = { 'bb-exp': bangladeshBankExp };

const baseUrls: Record<PortalKey, (env: Env) => string> = { 'bb-exp': (env) => env.BB_EXP_URL };

/** The address under which the portal's own paths begin, without a slash at its end. */
export function portalBaseUrl(key: PortalKey, env: Env): string {
  return baseUrls[key](env).replace(/\/+$/, '');
}
