/** Navigates a portal. Every way in which a page can fail to load becomes a PortalFault. */
import { setTimeout as delay } from 'node:timers/promises';
import { errors, type Frame, type Locator, type Page, type Request, type Response } from 'playwright';
import type { Destinations } from '#activities/browser/destinations.ts';
import { egressOf } from '#activities/browser/egress.ts';
import { PortalFault } from './contract.ts';
import { isIdle, onceLoaded } from './loading.ts';
import { portalMessages } from './messages.ts';
import { forgetAnswer } from './page-answers.ts';

/**
 * Opens an address. Used only for the login, because every later page is reached by clicks. A page that contains the
 * element `passing` forwards the browser by script, so the next page is awaited.
 */
export async function open(page: Page, url: string, timeoutMs: number, passing?: string): Promise<void> {
  const go = (): Promise<unknown> => page.goto(url, { waitUntil: 'commit', timeout: timeoutMs });
  await arrive(page, go, timeoutMs, passing);
}

/** Clicks a link and waits until the page it leads to has loaded. */
export async function follow(page: Page, link: Locator, timeouts: Timeouts, passing?: string): Promise<void> {
  await arrive(page, (hasBegun) => press(page, link, timeouts, hasBegun), timeouts.navigationMs, passing);
}
export type Timeouts = { navigationMs: number; elementMs: number };

/**
 * Clicks without waiting for the result; the caller waits with its own timeout. A click whose report was lost in a freeze
 * may have taken effect, so it is not repeated once the next document has begun.
 */
function press(root: Page | Frame, target: Locator, timeouts: Timeouts, hasBegun: HasBegun): Promise<void> {
  return onceLoaded(root, () => clickUnlessBegun(target, timeouts.elementMs, hasBegun), {
    patienceMs: timeouts.navigationMs,
    explain: async (cause) =>
      // A missing element on an otherwise normal page means that the portal was rebuilt.
      new PortalFault('PORTAL_CHANGED', portalMessages.unexpectedPage(), { cause }),
  });
}

/** Clicks without waiting for the result, unless the click before has already taken effect. */
export async function clickUnlessBegun(
  target: Locator,
  elementMs: number,
  hasBegun: HasBegun,
): Promise<void> {
  if (await hasBegun()) return;
  // oxlint-disable-next-line typescript/no-deprecated -- still needed until not waiting is the default
  await target.click({ timeout: elementMs, noWaitAfter: true });
}

/** Throws for HTTP status codes that mean the portal is out of order. */
export function refuseOutage(status: number): void {
  if (status === 503) throw new PortalFault('PORTAL_DOWN', portalMessages.underMaintenance());
  if (status >= 500 || status === 429)
    throw new PortalFault('PORTAL_BUSY', portalMessages.answeredStatus({ status }));
}

/** Returns the fault for a page, a document or a filing at a host that is not one of the portal's own. */
export function strayedFault(url: string): PortalFault {
  const { host } = new URL(url);
  const message = host === '' ? portalMessages.ledElsewhere() : portalMessages.leadsTo({ host });
  return new PortalFault('PORTAL_CHANGED', message);
}

/** Throws PORTAL_CHANGED unless passwords and codes may be typed on the page. */
export function requireSignInHost(page: Page): void {
  const url = page.url();
  if (egressOf(page.context()).destinations.takesPassword(url)) return;
  const { host } = new URL(url);
  throw new PortalFault('PORTAL_CHANGED', portalMessages.asksElsewhere({ host }));
}

/** Returns whether the page is on a host that is not one of the portal's own. Chromium's error page is on no host. */
export const hasStrayed = (root: Page | Frame): boolean =>
  /^https?:/.test(root.url()) && !destinationsOf(root).isOwn(root.url());

/** Returns whether the page is on a host that serves only the sign-in. */
export const isAtSignIn = (root: Page | Frame): boolean => destinationsOf(root).isForSignIn(root.url());

const destinationsOf = (root: Page | Frame): Destinations =>
  egressOf(('mainFrame' in root ? root : root.page()).context()).destinations;

/** Returns the fault for a failed request, from the browser's error text. */
function failureFault(request: Request, words: string, page: Page): PortalFault {
  const url = request.url();
  return egressOf(page.context()).destinations.isOwn(url) ? connectionFault(words) : strayedFault(url);
}

/** Returns TIMEOUT or PORTAL_DOWN for the browser's or Node.js's words about a failed connection. */
export function connectionFault(words: string, cause?: unknown): PortalFault {
  if (/TIMED_OUT|ETIMEDOUT|timeout/i.test(words)) {
    return new PortalFault('TIMEOUT', portalMessages.noAnswerInTime(), { cause });
  }
  return new PortalFault('PORTAL_DOWN', portalMessages.unreachable(), { cause });
}

/**
 * A click after which the page stayed as it is: no document was loaded, and none is under way. The page may show why.
 */
export class NothingLoaded extends PortalFault {}

/** Returns the fault for a document that did not arrive in time. */
export async function lateFault(
  page: Page,
  { hasBegun, hasAsked }: Pick<Awaited, 'hasBegun' | 'hasAsked'>,
  cause: unknown,
): Promise<PortalFault> {
  // The page is asked first: its answer comes behind the events that arrived while this process was frozen.
  if (!(await isIdle(page)) || (await hasBegun())) return connectionFault('timeout', cause);
  // A script of the page may only have failed to load in this session.
  const said = hasAsked() ? portalMessages.noAnswerInTime() : portalMessages.nothingLoaded();
  return new NothingLoaded('TIMEOUT', said, { cause });
}

export const isLate = (error: unknown): boolean =>
  error instanceof errors.TimeoutError || (error instanceof PortalFault && error.outcome === 'TIMEOUT');

async function arrive(
  page: Page,
  act: (hasBegun: HasBegun) => Promise<unknown>,
  timeoutMs: number,
  passing?: string,
): Promise<void> {
  const next = nextDocument(page, timeoutMs, mainDocument(page, passing));
  try {
    const [{ response }] = await Promise.all([next.arrived, act(next.hasBegun)]);
    if (response) refuseOutage(response.status());
  } catch (error) {
    if (error instanceof Error && /net::ERR_/.test(error.message))
      throw (await next.failure()) ?? connectionFault(error.message, error);
    throw isLate(error) ? await lateFault(page, next, error) : error;
  } finally {
    next.stop();
  }
}

/**
 * Watches the page's main document. It counts as arrived once its elements exist, unless it contains the element
 * `passing`, which forwards the browser.
 */
const mainDocument = (page: Page, passing?: string): Watched => ({
  isIn: (frame) => frame === page.mainFrame(),
  listen: (arrive) => {
    const onReady = async (): Promise<void> => {
      if (passing === undefined || (await isFinal(page, passing))) arrive(page.mainFrame());
    };
    page.on('domcontentloaded', onReady);
    return () => page.off('domcontentloaded', onReady);
  },
});

/**
 * Returns whether the page is the final one. A page that is being replaced, or already was, is followed by another
 * event.
 */
async function isFinal(page: Page, passing: string): Promise<boolean> {
  const look = `document.readyState !== 'loading' && !document.querySelector(${JSON.stringify(passing)})`;
  return page.evaluate<boolean>(look).catch(() => false);
}

export type Watched = {
  isIn: (frame: Frame) => boolean;
  /** Returns the fault for a document at this address that must not be shown here; undefined if none is known. */
  whenBlocked?: (url: string) => PortalFault | undefined;
  /** Calls back when the document has arrived; returns a function that stops listening. */
  listen: (arrive: (frame: Frame) => void) => () => void;
};

/** Returns whether a click has taken effect, for example because the awaited document has been requested. */
export type HasBegun = () => boolean | Promise<boolean>;

const FAILURE_GRACE_MS = 500;

/** A document that is awaited. */
type Awaited = {
  arrived: Promise<Arrived>;
  hasBegun: HasBegun;
  /** Returns whether anything was requested since the wait began. */
  hasAsked: () => boolean;
  /**
   * The reason why the document failed to load, if its request reported one. That report may come shortly after the
   * navigation has failed.
   */
  failure: () => Promise<PortalFault | null>;
  stop: () => void;
};

type Arrived = { frame: Frame; response: Response | undefined };

type PageEvents = {
  onRequest: (request: Request) => void;
  onResponse: (response: Response) => void;
  onFailed: (request: Request) => void;
  /** The page was closed or has crashed. */
  onGone: () => void;
};

/**
 * Listens to a page until the returned function is called. Requests are heard at the context, to which `watchLoading`
 * listens all the time: the browser is asked for the events of a page again for each listener that comes and goes.
 */
function listenTo(page: Page, { onRequest, onResponse, onFailed, onGone }: PageEvents): () => void {
  const context = page.context();
  context.on('request', onRequest);
  context.on('response', onResponse);
  context.on('requestfailed', onFailed);
  page.on('close', onGone);
  page.on('crash', onGone);
  return () => {
    context.off('request', onRequest);
    context.off('response', onResponse);
    context.off('requestfailed', onFailed);
    page.off('close', onGone);
    page.off('crash', onGone);
  };
}

/** Returns the frame of a request; null in a window that is just opening. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

/** Returns the fault for a document whose request failed; undefined if another navigation only replaced it. */
function documentFault(
  request: Request,
  page: Page,
  whenBlocked: Watched['whenBlocked'],
): PortalFault | undefined {
  const words = request.failure()?.errorText ?? '';
  if (words === 'net::ERR_ABORTED') return undefined;
  const isBlocked = words === 'net::ERR_BLOCKED_BY_RESPONSE';
  return (isBlocked ? whenBlocked?.(request.url()) : undefined) ?? failureFault(request, words, page);
}

/**
 * Waits for the next document of a page or of one of its frames. It listens to events instead of using `waitForURL`,
 * because a search leads to the address that the page already has, and the old document must not be taken for the new
 * one.
 */
export function nextDocument(page: Page, timeoutMs: number, { isIn, listen, whenBlocked }: Watched): Awaited {
  forgetAnswer(page);
  let response: Response | undefined;
  let hasBegun = false;
  let hasAsked = false;
  let reportFault: (fault: PortalFault) => void;
  const failed = new Promise<PortalFault>((resolve) => {
    reportFault = resolve;
  });
  let stop = (): void => undefined;
  const isDocument = (request: Request): boolean => {
    const frame = request.isNavigationRequest() ? frameOf(request) : null;
    return frame?.page() === page && isIn(frame);
  };
  const arrived = new Promise<Arrived>((resolve, reject) => {
    const fail = (fault: PortalFault): void => {
      reportFault(fault);
      reject(fault);
    };
    const timer = setTimeout(() => reject(connectionFault('timeout')), timeoutMs);
    const leave = listen((frame) => {
      if (hasStrayed(frame)) fail(strayedFault(frame.url()));
      else resolve({ frame, response });
    });
    const leavePage = listenTo(page, {
      onRequest: (request) => {
        hasAsked = true;
        hasBegun ||= isDocument(request);
      },
      onResponse: (answer) => {
        if (isDocument(answer.request())) response = answer;
      },
      onFailed: (request) => {
        const fault = isDocument(request) ? documentFault(request, page, whenBlocked) : undefined;
        if (fault) fail(fault);
      },
      onGone: () => reject(new Error('The page of the browser is gone.')),
    });
    stop = () => {
      clearTimeout(timer);
      leave();
      leavePage();
    };
  });
  return {
    arrived,
    hasBegun: () => hasBegun,
    hasAsked: () => hasAsked,
    failure: () => Promise.race([failed, delay(FAILURE_GRACE_MS, null)]),
    stop,
  };
}

/**
 * Watches a click that opens a window. The window itself reports nothing of a first page that failed to load; `fault`
 * returns what its request reported.
 */
export function watchWindow(from: Page): { fault: () => PortalFault | null; stop: () => void } {
  const context = from.context();
  let fault: PortalFault | null = null;
  const onFailed = (request: Request): void => {
    const words = request.failure()?.errorText ?? '';
    if (request.isNavigationRequest() && words !== 'net::ERR_ABORTED')
      fault ??= failureFault(request, words, from);
  };
  context.on('requestfailed', onFailed);
  return { fault: () => fault, stop: () => context.off('requestfailed', onFailed) };
}
