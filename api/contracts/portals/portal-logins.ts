/**
 * Portals that take a login, and what is known of a saved one: plain values, which the client loads without schemas.
 */
import { portals, type LoginKind, type PortalKey } from '#activities/portals/catalogue.ts';

export type CredentialPortal = LoginKind;

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
