/**
 * Restricts hosts from which pages may only load parts: they must not become pages, and must receive nothing but what
 * the frames of a third party's widget send to their own server.
 */
import type { BrowserContext, Request } from 'playwright';
import type { Destinations } from '#activities/browser/destinations.ts';

/**
 * Lets pages of the context load scripts, pictures and frames from such hosts, and nothing else. This does not see
 * redirects: a page that ends on such a host is refused when it arrives (navigation.ts), and a filing by the egress
 * proxy.
 */
export async function restrictLoading(context: BrowserContext, destinations: Destinations): Promise<void> {
  if (!destinations.hasLoadOnly) return;
  const isLoadOnly = ({ href }: URL): boolean => destinations.allowsUrl(href) && !destinations.isOwn(href);
  await context.route(isLoadOnly, (route) =>
    isLoading(route.request()) || isOfWidget(route.request(), destinations)
      ? route.fallback()
      : route.abort('blockedbyclient'),
  );
  await context.routeWebSocket(isLoadOnly, (socket) => socket.close());
}

const isLoading = (request: Request): boolean =>
  ['GET', 'HEAD'].includes(request.method()) && !(request.isNavigationRequest() && isTopmost(request));

/** Returns whether a frame of a third party's widget sends something to its own server without navigating. */
function isOfWidget(request: Request, { isWidget }: Destinations): boolean {
  if (!isWidget(request.url()) || request.isNavigationRequest() || isTopmost(request)) return false;
  return isWidget(request.frame().url());
}

/** Returns whether the request belongs to a page itself. A window that is just opening has no frame yet. */
function isTopmost(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true;
  }
}
