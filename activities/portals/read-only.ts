/** Makes a session read-only: requests that could send something to the portal do not leave the browser. */
import type { BrowserContext, Route } from 'playwright';
import { PortalFault } from './contract.ts';
import { portalMessages } from './messages.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export type ReadOnly = {
  /** Throws NOT_READ_ONLY if a page would have had to send something in order to open. */
  check: () => void;
  /** Lets the session send again, for example to sign out. */
  end: () => Promise<void>;
};

/** Thrown for a page that cannot be opened by reading only; nothing was sent. */
export class NotReadOnly extends Error {
  constructor() {
    super('A page of the portal opens only if something is sent to it.');
    this.name = 'NotReadOnly';
  }
}

/**
 * Blocks every request of the context that does more than read: requests of its pages, frames and windows, and of
 * pages' scripts. Redirects need no check, because they keep their method or become reading requests.
 */
export async function readOnly(context: BrowserContext): Promise<ReadOnly> {
  let isBlocked = false;
  const guard = async (route: Route): Promise<void> => {
    const request = route.request();
    if (READING.has(request.method())) return route.fallback();
    isBlocked ||= request.isNavigationRequest();
    return route.abort('blockedbyclient');
  };
  await context.route('**/*', guard);
  return {
    check: () => {
      if (isBlocked) throw new NotReadOnly();
    },
    end: () => context.unroute('**/*', guard),
  };
}

/** Returns the message about such a page. */
export const notReadOnlyMessage = (page: string) => portalMessages.notReadOnly({ page });

export const isPortalChange = (error: unknown): error is PortalFault =>
  error instanceof PortalFault && error.outcome === 'PORTAL_CHANGED';
