/** Distinguishes a portal that all customers share from a mail server that only one customer uses. */
import type { Deps } from '#api/deps.ts';
import { savedLogin } from '#api/domain/portals/credentials.ts';
import { isPracticePortal, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import { credentialOf, portalOf } from '#activities/portals/portals.ts';

/**
 * Returns the place if work on it says something about its state; null for one customer's own mail server, which says
 * nothing about other mailboxes, and so is neither marked nor paused.
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
