/** Tells a portal that all customers share from a mail server that only one customer uses. */
import type { Deps } from '#api/deps.ts';
import { savedLogin } from '#api/domain/portals/credentials.ts';
import { isPracticePortal, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import { credentialOf, portalOf } from './portals/portals.ts';

/**
 * Returns the place whose state the work on it tells, or null: what one customer's own mail server does says nothing
 * about the mailboxes of others, so it neither marks nor pauses them.
 */
export async function sharedPortal(
  deps: Pick<Deps, 'db'>,
  { portal, userId }: { portal: PortalPlace | null; userId: string },
): Promise<PortalPlace | null> {
  if (portal === null || isPracticePortal(portal)) return portal;
  const credentials = credentialOf(portal);
  if (credentials === null || !('openMailbox' in portalOf(portal))) return portal;
  const login = await savedLogin(deps, { userId, portal: credentials });
  return login?.server || login?.provider ? null : portal;
}
