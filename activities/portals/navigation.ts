/** Moves from page to page of a portal; every way a page can fail to arrive becomes a PortalFault. */
import { setTimeout as delay } from 'node:timers/promises';
import { errors, type Frame, type Locator, type Page, type Request, type Response } from 'playwright';
import { say } from '#contracts/say.ts';
import { egressOf } from '#activities/egress.ts';
import { PortalFault } from './contract.ts';
import { onceLoaded } from './loading.ts';

/** Opens an address; used at the login only, since everything after it is reached by clicks. */
export async function open(page: Page, url: string, timeoutMs: number): Promise<void> {
  await arrive(page, () => page.goto(url, { waitUntil: 'commit', timeout: timeoutMs }), timeoutMs);
}

/** Clicks and waits until the page that the click leads to is there. */
export async function follow(page: Page, link: Locator, timeouts: Timeouts): Promise<void> {
  await arrive(page, () => press(page, link, timeouts), timeouts.navigationMs);
}
export type Timeouts = { navigationMs: number; elementMs: number };

/** The click alone: what it leads to is waited for by whoever clicks, with a patience of its own. */
function press(place: Page | Frame, target: Locator, timeouts: Timeouts): Promise<void> {
  return onceLoaded(place, () => target.click({ timeout: timeouts.elementMs, noWaitAfter: true }), {
    patienceMs: timeouts.navigationMs,
    explain: async (cause) =>
      // An element that an otherwise normal page no longer has means that the portal was rebuilt.
      new PortalFault('PORTAL_CHANGED', say('The page of the portal does not look as expected.'), { cause }),
  });
}

/** Throws for answers that say the portal is out of order. */
export function refuseOutage(status: number): void {
  if (status === 503) throw new PortalFault('PORTAL_DOWN', say('The portal is under maintenance (503).'));
  if (status >= 500 || status === 429)
    throw new PortalFault('PORTAL_BUSY', say('The portal answered {status}.', { status }));
}

/** Another host than the portal's was asked for, and the context has no way there. */
export function strayedFault(cause?: unknown): PortalFault {
  const message = say('The portal led to another website, which was not opened.');
  return new PortalFault('PORTAL_CHANGED', message, { cause });
}

export function connectionFault(words: string, cause?: unknown): PortalFault {
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
      throw (await next.failure()) ?? connectionFault(error.message, error);
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

const FAILURE_GRACE_MS = 500;

type Arrived = { frame: Frame; response: Response | undefined };

/**
 * The next document of a page or of a frame in it. Events, not `waitForURL`: a search leads to the address that the
 * page already has, and the old document must not pass for the new one.
 */
export function nextDocument(
  page: Page,
  timeoutMs: number,
  { isIn, listen }: Watched,
): { arrived: Promise<Arrived>; failure: () => Promise<PortalFault | null>; stop: () => void } {
  let response: Response | undefined;
  let tellFault: (fault: PortalFault) => void;
  const failed = new Promise<PortalFault>((resolve) => {
    tellFault = resolve;
  });
  let stop = (): void => undefined;
  const isDocument = (request: Request): boolean => request.isNavigationRequest() && isIn(request.frame());
  const arrived = new Promise<Arrived>((resolve, reject) => {
    const onResponse = (answer: Response): void => {
      if (isDocument(answer.request())) response = answer;
    };
    const onFailed = (request: Request): void => {
      const words = request.failure()?.errorText ?? '';
      if (!isDocument(request) || words === 'net::ERR_ABORTED') return;
      const fault = egressOf(page.context()).reaches(request.url()) ? connectionFault(words) : strayedFault();
      tellFault(fault);
      reject(fault);
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
  return {
    arrived,
    /** Why the document failed to arrive, should its request have said so; a moment later than the navigation at times. */
    failure: () => Promise.race([failed, delay(FAILURE_GRACE_MS, null)]),
    stop,
  };
}
