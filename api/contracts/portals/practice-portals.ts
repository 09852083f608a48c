/**
 * Names of the places where rows run: a real portal, the desk of a bank, or a practice portal, which has another host.
 * Everything kept per portal (leases, pauses, faults, filings) is kept under this name, so that practice is never mixed
 * with real work, nor one bank's work with another's.
 */
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import { banksPortal, isBankPlace, type BankPlace } from './bank-places.ts';

const PREFIX = 'practice:';
export type PracticePortal = `${typeof PREFIX}${PortalKey}`;
export type RealPlace = PortalKey | BankPlace;
export type PortalPlace = RealPlace | PracticePortal;

/** The prefix of the names of practice portals, for statements. */
export const practicePrefix: string = PREFIX;

export const isPracticePortal = (place: string): place is PracticePortal => place.startsWith(PREFIX);

/**
 * Returns the place where a job's rows run; null for services without a portal. All banks share one practice portal.
 */
export function placeFor(place: RealPlace | null, isPractice: boolean): PortalPlace | null {
  return place !== null && isPractice ? `${PREFIX}${portalAt(place)}` : place;
}

/** Returns the portal whose pages are at this place. */
export function portalAt(place: PortalPlace): PortalKey {
  if (isBankPlace(place)) return banksPortal;
  return isPracticePortal(place) ? (place.slice(PREFIX.length) as PortalKey) : place;
}

/** The addresses of practice portals, from the environment. */
type PracticeAddresses = {
  PRACTICE_PORTALS_URL?: string | undefined;
  PRACTICE_MAILBOX_URL?: string | undefined;
};

/** Returns the address of a portal's practice portal; undefined if there is none. */
export function practiceAddress(portal: PortalKey, addresses: PracticeAddresses): string | undefined {
  const { PRACTICE_PORTALS_URL, PRACTICE_MAILBOX_URL } = addresses;
  if (PRACTICE_PORTALS_URL === undefined) return undefined;
  const isMailbox = portals.some((facts) => facts.key === portal && 'protocol' in facts);
  return isMailbox ? PRACTICE_MAILBOX_URL : `${PRACTICE_PORTALS_URL.replace(/\/+$/, '')}/${portal}`;
}
