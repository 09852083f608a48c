/** Moves from page to page of a portal; every way a page can fail to arrive becomes a PortalFault. */
import { errors, type Frame, type Locator, type Page, type Request, type Response } from 'playwright';
import { say } from '#contracts/say.ts';
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
    throw new PortalFault('PORTAL_CHANGED', say('The page of the portal does not look as expected.'), {
      cause: error,
    });
  }
}

/** Throws for answers that say the portal is out of order. */
export function refuseOutage(status: number): void {
  if (status === 503) throw new PortalFault('PORTAL_DOWN', say('The portal is under maintenance (503).'));
  if (status >= 500 || status === 429)
    throw new PortalFault('PORTAL_BUSY', say('The portal answered {status}.', { status }));
}

export function connectionFault(words: string, cause?: unknown): PortalFault {
  if (/ERR_PROXY/.test(words)) {
    return new PortalFault(
      'PORTAL_CHANGED',
      say('The portal led to another website, which was not opened.'),
      {
        cause,
      },
    );
  }
  if (/TIMED_OUT|ETIMEDOUT|timeout/i.test(words)) {
    return new PortalFault('TIMEOUT', say('The portal did not answer in time.'), { cause });
  }
  return new PortalFault('PORTAL_DOWN', say('The portal cannot be reached.'), { cause });
}

async function arrive(page: Page, act: () => Promise<unknown>, timeoutMs: number): Promise<void> {
  const next = nextDocument(page, timeoutMs, mainDocument(page));
  try {
    const [{ response }] = await Promise.all([next.arrived, act()]);
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

/** The page's own document is there once its elements are. */
const mainDocument = (page: Page): Watched => ({
  isIn: (frame) => frame === page.mainFrame(),
  listen: (arrive) => {
    const onReady = (): void => arrive(page.mainFrame());
    page.on('domcontentloaded', onReady);
    return () => page.off('domcontentloaded', onReady);
  },
});

export type Watched = {
  isIn: (frame: Frame) => boolean;
  /** Says when the document is there; answers how to leave off. */
  listen: (arrive: (frame: Frame) => void) => () => void;
};

type Arrived = { frame: Frame; response: Response | undefined };

/**
 * The next document of a page or of a frame in it. Events, not `waitForURL`: a search leads to the address that the
 * page already has, and the old document must not pass for the new one.
 */
export function nextDocument(
  page: Page,
  timeoutMs: number,
  { isIn, listen }: Watched,
): { arrived: Promise<Arrived>; stop: () => void } {
  let response: Response | undefined;
  let stop = (): void => undefined;
  const isDocument = (request: Request): boolean => request.isNavigationRequest() && isIn(request.frame());
  const arrived = new Promise<Arrived>((resolve, reject) => {
    const onResponse = (answer: Response): void => {
      if (isDocument(answer.request())) response = answer;
    };
    const onFailed = (request: Request): void => {
      const words = request.failure()?.errorText ?? '';
      if (isDocument(request) && words !== 'net::ERR_ABORTED') reject(connectionFault(words));
    };
    const onGone = (): void => reject(new Error('The page of the browser is gone.'));
    const timer = setTimeout(() => reject(connectionFault('timeout')), timeoutMs);
    const leave = listen((frame) => resolve({ frame, response }));
    page.on('response', onResponse);
    page.on('requestfailed', onFailed);
    page.on('close', onGone);
    page.on('crash', onGone);
    stop = () => {
      clearTimeout(timer);
      leave();
      page.off('response', onResponse);
      page.off('requestfailed', onFailed);
      page.off('close', onGone);
      page.off('crash', onGone);
    };
  });
  return { arrived, stop };
}
