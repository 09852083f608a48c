/** Moves from page to page of a portal; every way a page can fail to arrive becomes a PortalFault. */
import { errors, type Locator, type Page, type Request, type Response } from 'playwright';
import { PortalFault } from './contract.ts';

/** Opens an address; used at the login only, since everything after it is reached by clicks. */
export async function open(page: Page, url: string, timeoutMs: number): Promise<void> {
  await arrive(page, () => page.goto(url, { waitUntil: 'commit', timeout: timeoutMs }), timeoutMs);
}

/** Clicks and waits until the page that the click leads to is there. */
export async function follow(page: Page, link: Locator, timeouts: Timeouts): Promise<void> {
  await arrive(page, () => onPage(link.click({ timeout: timeouts.elementMs })), timeouts.navigationMs);
}
export type Timeouts = { navigationMs: number; elementMs: number };

/** An element that an otherwise normal page no longer has means that the portal was rebuilt. */
async function onPage<T>(action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    throw new PortalFault('PORTAL_CHANGED', 'The page of the portal does not look as expected.', {
      cause: error,
    });
  }
}

/** Throws for answers that say the portal is out of order. */
export function refuseOutage(status: number): void {
  if (status === 503) throw new PortalFault('PORTAL_DOWN', 'The portal is under maintenance (503).');
  if (status >= 500 || status === 429) throw new PortalFault('PORTAL_BUSY', `The portal answered ${status}.`);
}

export function connectionFault(words: string, cause?: unknown): PortalFault {
  if (/ERR_PROXY/.test(words)) {
    return new PortalFault('PORTAL_CHANGED', 'The portal led to another website, which was not opened.', {
      cause,
    });
  }
  if (/TIMED_OUT|ETIMEDOUT|timeout/i.test(words)) {
    return new PortalFault('TIMEOUT', 'The portal did not answer in time.', { cause });
  }
  return new PortalFault('PORTAL_DOWN', 'The portal cannot be reached.', { cause });
}

async function arrive(page: Page, act: () => Promise<unknown>, timeoutMs: number): Promise<void> {
  const next = nextDocument(page, timeoutMs);
  try {
    const [response] = await Promise.all([next.arrived, act()]);
    if (response) refuseOutage(response.status());
  } catch (error) {
    if (error instanceof Error && /net::ERR_/.test(error.message))
      throw connectionFault(error.message, error);
    if (error instanceof errors.TimeoutError) throw connectionFault('timeout', error);
    throw error;
  } finally {
    next.stop();
  }
}

/**
 * The next document of the page, once its elements are there. Events, not `waitForURL`: a search leads to the
 * address that the page already has, and the old document must not pass for the new one.
 */
function nextDocument(
  page: Page,
  timeoutMs: number,
): { arrived: Promise<Response | undefined>; stop: () => void } {
  let response: Response | undefined;
  let stop = (): void => undefined;
  const isDocument = (request: Request): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  const arrived = new Promise<Response | undefined>((resolve, reject) => {
    const onResponse = (answer: Response): void => {
      if (isDocument(answer.request())) response = answer;
    };
    const onFailed = (request: Request): void => {
      const words = request.failure()?.errorText ?? '';
      if (isDocument(request) && words !== 'net::ERR_ABORTED') reject(connectionFault(words));
    };
    const onReady = (): void => resolve(response);
    const onGone = (): void => reject(new Error('The page of the browser is gone.'));
    const timer = setTimeout(() => reject(connectionFault('timeout')), timeoutMs);
    page.on('response', onResponse);
    page.on('requestfailed', onFailed);
    page.on('domcontentloaded', onReady);
    page.on('close', onGone);
    page.on('crash', onGone);
    stop = () => {
      clearTimeout(timer);
      page.off('response', onResponse);
      page.off('requestfailed', onFailed);
      page.off('domcontentloaded', onReady);
      page.off('close', onGone);
      page.off('crash', onGone);
    };
  });
  return { arrived, stop };
}
