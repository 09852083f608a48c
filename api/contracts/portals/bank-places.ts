/**
 * Names of banks as places on the portal of all banks. Their desks are of one kind, so that one adapter works them all;
 * leases, logins, filings, pauses and page maps are kept apart by these names.
 */
import type { PortalKey } from '#activities/portals/catalogue.ts';

export const banksPortal = 'bank-ci' satisfies PortalKey;
/** The bank that was there before there was a list; its place has the portal's own name. */
export const FIRST_BANK = 'lien-bank';
export type BankPlace = `${typeof banksPortal}:${string}`;

const PREFIX = `${banksPortal}:`;
/** The beginning of the names of further banks' places, for statements. */
export const bankPlacePrefix: string = PREFIX;

export const isBankPlace = (place: string): place is BankPlace => place.startsWith(PREFIX);

/** Returns the place of a bank's desk. */
export const placeOfBank = (bankKey: string): typeof banksPortal | BankPlace =>
  bankKey === FIRST_BANK ? banksPortal : `${banksPortal}:${bankKey}`;

/** Returns what follows the name of the portal, or of its login, in the name of a bank's; empty for the first bank. */
export const bankPartOf = (name: string): string => {
  const at = name.indexOf(':');
  return at === -1 ? '' : name.slice(at);
};
