/**
 * The names under which banks are kept as places of one portal. Their desks are alike, so one adapter serves them all;
 * leases, logins, filings, pauses and page maps are kept separately under these names.
 */
import type { PortalKey } from '#activities/portals/catalogue.ts';

export const banksPortal = 'bank-ci' satisfies PortalKey;
/** The only bank until there was a list of banks. Its place has the portal's own name. */
export const FIRST_BANK = 'lien-bank';
export type BankPlace = `${typeof banksPortal}:${string}`;

const PREFIX = `${banksPortal}:`;
/** The prefix of the other banks' places, for statements. */
export const bankPlacePrefix: string = PREFIX;

export const isBankPlace = (place: string): place is BankPlace => place.startsWith(PREFIX);

/** Returns the place of a bank's desk. */
export const placeOfBank = (bankKey: string): typeof banksPortal | BankPlace =>
  bankKey === FIRST_BANK ? banksPortal : `${banksPortal}:${bankKey}`;

/** Returns the part of a bank's name that follows the name of the portal or its login; empty for the first bank. */
export const bankPartOf = (name: string): string => {
  const at = name.indexOf(':');
  return at === -1 ? '' : name.slice(at);
};
