/** The portals that have an adapter, and their addresses. */
import type { Env } from '#api/env.ts';
import { portalKeys, type PortalKey } from '#activities/services/contract.ts';
import { bankCashIncentive } from './bank-ci/portal.ts';
import { bangladeshBankExp } from './bangladesh-bank-exp/portal.ts';
import { bepzaPermits } from './bepza/portal.ts';
import type { FilingPatience, MailPortal, Portal } from './contract.ts';
import { bangladeshCustoms } from './customs/portal.ts';
import { chattogramPort } from './cpa/portal.ts';
import { myDamco } from './damco/portal.ts';
import { epbExportTracker } from './epb/portal.ts';
import { hmSupplier } from './hm/portal.ts';
import { fcrMailbox } from './mailbox/portal.ts';
import { maerskTrack } from './maersk-track/portal.ts';
import { myShipment } from './myshipment/portal.ts';

const portals: Partial<Record<PortalKey, Portal | MailPortal>> = {
  'bank-ci': bankCashIncentive,
  'bb-exp': bangladeshBankExp,
  bepza: bepzaPermits,
  cpa: chattogramPort,
  customs: bangladeshCustoms,
  damco: myDamco,
  epb: epbExportTracker,
  hm: hmSupplier,
  mailbox: fcrMailbox,
  'maersk-track': maerskTrack,
  myshipment: myShipment,
};

const baseUrls: Record<PortalKey, (env: Env) => string | undefined> = {
  'bb-exp': (env) => env.BB_EXP_URL,
  cpa: (env) => env.CPA_URL,
  customs: (env) => env.CUSTOMS_URL,
  damco: (env) => env.DAMCO_URL,
  'maersk-track': (env) => env.MAERSK_TRACK_URL,
  myshipment: (env) => env.MYSHIPMENT_URL,
  hm: (env) => env.HM_URL,
  bepza: (env) => env.BEPZA_URL,
  epb: (env) => env.EPB_URL,
  'bank-ci': (env) => env.BANK_CI_URL,
  mailbox: (env) => env.MAILBOX_URL,
};

export function portalOf(key: PortalKey): Portal | MailPortal {
  const portal = portals[key];
  if (!portal) throw new Error(`The portal ${key} has no adapter.`);
  return portal;
}

/** Returns the time limits of filings; throws for portals on which nothing is filed. */
export function filingPatienceOf(key: PortalKey): FilingPatience {
  const { filing } = portalOf(key);
  if (!filing) throw new Error(`Nothing is filed on the portal ${key}.`);
  return filing;
}

/** Returns the portals whose address is not configured. */
export const portalsWithoutAddress = (env: Env): PortalKey[] =>
  portalKeys.filter((key) => !baseUrls[key](env));

/** Returns the portal's base URL without a trailing slash. */
export function portalBaseUrl(key: PortalKey, env: Env): string {
  const baseUrl = baseUrls[key](env);
  if (!baseUrl) throw new Error(`The address of the portal ${key} is not configured.`);
  return baseUrl.replace(/\/+$/, '');
}
