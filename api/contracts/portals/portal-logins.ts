/**
 * Portals that require a login, and the names of saved logins: plain values, which the client loads without schemas.
 */
import { portals, type LoginKind, type PortalKey } from '#activities/portals/catalogue.ts';
import { bankPartOf, banksPortal, isBankPlace, type BankPlace } from './bank-places.ts';

export type CredentialPortal = LoginKind;
const BANK_LOGIN = 'bank_cash_incentive' satisfies CredentialPortal;
/** The name of a saved login: that of its portal, followed by the bank's key for every bank but the first. */
export type CredentialName = CredentialPortal | `${typeof BANK_LOGIN}:${string}`;

const logins = portals
  .flatMap(({ key, login }) => (login ? [{ key, ...login }] : []))
  .toSorted((a, b) => a.position - b.position);

export const credentialPortals: readonly CredentialPortal[] = logins.map(({ kind }) => kind);

export const credentialPortalLabels = Object.fromEntries(
  logins.map(({ kind, label }) => [kind, label]),
) as Record<CredentialPortal, string>;

/** Whether the portal is a mailbox, whose server customers may name. */
export const hasOwnServers = (portal: string): boolean =>
  portals.some((facts) => facts.key === portal && 'ownServers' in facts);

/** The portal that a login belongs to. */
export const portalOfCredential = Object.fromEntries(logins.map(({ kind, key }) => [kind, key])) as Record<
  CredentialPortal,
  PortalKey
>;

export const isBankLogin = (name: string): name is CredentialName =>
  name === BANK_LOGIN || name.startsWith(`${BANK_LOGIN}:`);

/** Returns the kind of a saved login. */
export const credentialPortalOf = (name: CredentialName): CredentialPortal =>
  isBankLogin(name) ? BANK_LOGIN : name;

/** Returns the only place that a saved login may be used at. */
export const placeOfCredential = (name: CredentialName): PortalKey | BankPlace =>
  isBankLogin(name) ? `${banksPortal}${bankPartOf(name) as `:${string}`}` : portalOfCredential[name];

/** Returns the name of the login for a place; `kind` is the login of the place's portal. */
export const credentialAt = (kind: CredentialPortal, place: string): CredentialName =>
  isBankPlace(place) ? `${BANK_LOGIN}${bankPartOf(place) as `:${string}`}` : kind;
