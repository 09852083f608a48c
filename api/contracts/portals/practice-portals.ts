/**
 * Names of places where rows run: a real portal, or its practice portal, which stands on another host. Everything kept
 * by portal (leases, pauses, faults, filings) is kept by this name, so that practice never meets real work.
 */
import type { PortalKey } from '#activities/portals/catalogue.ts';

const PREFIX = 'practice:';
export type PracticePortal = `${typeof PREFIX}${PortalKey}`;
export type PortalPlace = PortalKey | PracticePortal;

/** The beginning of the names of practice portals, for statements. */
export const practicePrefix: string = PREFIX;

export const isPracticePortal = (place: string): place is PracticePortal => place.startsWith(PREFIX);

/** Returns the place where a job's rows run; null for services without a portal. */
export function placeFor(portal: PortalKey | null, isPractice: boolean): PortalPlace | null {
  return portal !== null && isPractice ? `${PREFIX}${portal}` : portal;
}

/** Returns the portal whose pages are at this place. */
export const portalAt = (place: PortalPlace): PortalKey =>
  isPracticePortal(place) ? (place.slice(PREFIX.length) as PortalKey) : place;
