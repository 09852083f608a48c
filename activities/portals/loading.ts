/**
 * Determines whether a page is still loading, so that a slow page is not mistaken for a changed one, however long an
 * element is missing.
 */
import { errors, type BrowserContext, type Frame, type Locator, type Page, type Request } from 'playwright';
import { withinMs } from '#api/adapters/within-ms.ts';
import { PortalFault } from './contract.ts';
import { link } from './controls.ts';
import { portalMessages } from './messages.ts';
import { showsLink } from './page-reading.ts';

/** Types of requests whose answers may add elements to the page, unlike pictures and fonts. */
const bearing = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** How many times to wait again for a missing element, since a page may load its parts one after another. */
const ROUNDS_MAX = 4;
const LOOK_MS = 100;
/**
 * A gap this long between two ticks means that this process was frozen, so the awaited element had no time to appear.
 */
const FROZEN_MS = 1_000;
const TICK_MS = 250;
/** A page that does not report its loading state within this time is busy. */
const STATE_MS = 2_000;

const underWay = new WeakMap<BrowserContext, Set<Request>>();

/**
 * Tracks the unanswered requests of a context. Listens to answers too, so that whoever waits for a document need not
 * ask the browser for them first.
 */
export function watchLoading(context: BrowserContext): void {
  const requests = new Set<Request>();
  const over = (request: Request): void => void requests.delete(request);
  context.on('request', (request) => {
    if (bearing.has(request.resourceType())) requests.add(request);
  });
  context.on('response', () => undefined);
  context.on('requestfinished', over);
  context.on('requestfailed', over);
  underWay.set(context, requests);
}

/**
 * Runs an action on an element that the page must contain, and repeats it if the page was still loading or this
 * process was frozen. If the page has loaded without the element, it throws the result of `explain`; if loading does
 * not finish within `patienceMs`, it throws PORTAL_BUSY.
 */
export async function onceLoaded<T>(
  root: Page | Frame,
  action: () => Promise<T>,
  { patienceMs, explain }: { patienceMs: number; explain: (cause: unknown) => Promise<Error> },
): Promise<T> {
  const deadlineMs = performance.now() + patienceMs;
  const freezes = watchFreezes();
  try {
    for (let round = 1; ; round += 1) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error;
        const wasFrozen = freezes.takeNoticed();
        const asked = requestsOf(root);
        const isMissing = !wasFrozen && asked.length === 0 && (await isLoaded(root));
        if (isMissing || (round === ROUNDS_MAX && !wasFrozen)) throw await explain(error);
        if (round === ROUNDS_MAX || !(await haveEnded(root, asked, deadlineMs))) throw slowFault(error);
      }
    }
  } finally {
    freezes.stop();
  }
}

/**
 * Detects freezes of this process. After one, timers fire before the events that arrived meanwhile, so timeouts are
 * not reliable then.
 */
function watchFreezes(): { takeNoticed: () => boolean; stop: () => void } {
  let tickedAtMs = performance.now();
  let isNoticed = false;
  const notice = (): void => {
    const nowMs = performance.now();
    if (nowMs - tickedAtMs > FROZEN_MS) isNoticed = true;
    tickedAtMs = nowMs;
  };
  const ticker = setInterval(notice, TICK_MS).unref();
  return {
    takeNoticed: () => {
      notice();
      const wasNoticed = isNoticed;
      isNoticed = false;
      return wasNoticed;
    },
    stop: () => clearInterval(ticker),
  };
}

/**
 * Returns whether the page has the element. Waits for the page to load, because only then is the element's absence
 * certain.
 */
export async function hasElement(root: Page | Frame, element: Locator, patienceMs: number): Promise<boolean> {
  if ((await element.count()) > 0) return true;
  const deadlineMs = performance.now() + patienceMs;
  if (!(await haveEnded(root, requestsOf(root), deadlineMs))) throw slowFault();
  return (await element.count()) > 0;
}

/**
 * Returns whether the page has a link with this name, once it has loaded. The page is first asked for a link that shows
 * just this text, because Playwright works out the names of all links.
 */
export async function hasLink(root: Page | Frame, name: string, patienceMs: number): Promise<boolean> {
  const isShown = await showsLink(root, name).catch(() => false);
  return isShown || hasElement(root, link(root, name), patienceMs);
}

/** Returns the fault for a page that is still loading when the time is over: PORTAL_BUSY. */
export function slowFault(cause?: unknown): PortalFault {
  return new PortalFault('PORTAL_BUSY', portalMessages.verySlow(), { cause });
}

const pageOf = (root: Page | Frame): Page => ('mainFrame' in root ? root : root.page());

function requestsOf(root: Page | Frame): Request[] {
  const page = pageOf(root);
  return [...(underWay.get(page.context()) ?? [])].filter((request) => isOn(request, page));
}

/** Returns whether the request belongs to the page. A window that is just opening has no frame yet. */
function isOn(request: Request, page: Page): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    return true;
  }
}

/** Returns whether the document and everything it references have loaded. */
export async function isLoaded(root: Page | Frame): Promise<boolean> {
  const state = root.evaluate<string>('document.readyState').catch(() => 'gone');
  return (await withinMs(STATE_MS, state, () => 'late')) === 'complete';
}

/** Returns whether the page has loaded and waits for no answer of the portal. */
export const isIdle = async (root: Page | Frame): Promise<boolean> =>
  requestsOf(root).length === 0 && (await isLoaded(root));

async function haveEnded(
  root: Page | Frame,
  asked: readonly Request[],
  deadlineMs: number,
): Promise<boolean> {
  while (performance.now() < deadlineMs) {
    const open = new Set(requestsOf(root));
    if (!asked.some((request) => open.has(request)) && (await isLoaded(root))) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
