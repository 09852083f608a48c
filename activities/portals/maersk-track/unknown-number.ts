/** Distinguishes the carrier's "unknown number" from a 404 of its web server. */
import { PortalFault } from '#activities/portals/contract.ts';
import { portalMessages } from '#activities/portals/messages.ts';

const NOT_FOUND = 404;

/**
 * Throws PORTAL_BUSY unless the body of a 404 is JSON, as the carrier answers an unknown number. A web server without
 * the address, for example during a deployment, sends a page.
 */
export function requireOwnAnswer(body: string | null): void {
  if (body !== null && isJsonObject(body)) return;
  throw new PortalFault('PORTAL_BUSY', portalMessages.answeredStatus({ status: NOT_FOUND }));
}

function isJsonObject(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null;
  } catch {
    return false;
  }
}
