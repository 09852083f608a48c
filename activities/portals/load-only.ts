/**
 * Keeps hosts from which pages may only load parts from becoming pages, and from receiving anything but what the frames
 * of a third party's widget send to their own server.
 */
import type { BrowserContext, Request } from 'playwright';
import type { Destinations } from '#activities/destinations.ts';

/**
 * Lets pages of the context load scripts, pictures and frames from such hosts. Redirects pass this interception: a page
 * that ends there is refused when it arrives (navigation.ts), and a filing by the egress proxy.
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

/** Whether a frame of a third party's widget sends something to its own server, without becoming another page by it. */
function isOfWidget(request: Request, { isWidget }: Destinations): boolean {
  if (!isWidget(request.url()) || request.isNavigationRequest() || isTopmost(request)) return false;
  return isWidget(request.frame().url());
}

/** A window that is just opening has no frame yet. */
function isTopmost(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true;
  }
}
