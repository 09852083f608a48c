/** Whether a page is still loading: slowness is not a changed portal, however long an element is missing. */
import { errors, type BrowserContext, type Frame, type Locator, type Page, type Request } from 'playwright';
import { say } from '#contracts/say.ts';
import { PortalFault } from './contract.ts';

/** Requests that may bring elements; pictures and fonts do not. */
const bearing = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** A page may ask for one thing after another: so often its missing element is waited for again. */
const ROUNDS_MAX = 4;
const LOOK_MS = 100;
/** A gap this long between two ticks means that this process was frozen: what it waited for had no time to come. */
const FROZEN_MS = 1_000;
const TICK_MS = 250;
/** A page that does not even say whether it has loaded is busy. */
const STATE_MS = 2_000;

const underWay = new WeakMap<BrowserContext, Set<Request>>();

/** Keeps the requests of a context that wait for their answer. */
export function watchLoading(context: BrowserContext): void {
  const requests = new Set<Request>();
  const over = (request: Request): void => void requests.delete(request);
  context.on('request', (request) => {
    if (bearing.has(request.resourceType())) requests.add(request);
  });
  context.on('requestfinished', over);
  context.on('requestfailed', over);
  underWay.set(context, requests);
}

/**
 * Works an element that the page must have by now, again while the page was still loading or this process was frozen.
 * Throws what `explain` says of a page that has loaded without it, or PORTAL_BUSY where it does not finish loading within
 * `patienceMs`.
 */
export async function onceLoaded<T>(
  place: Page | Frame,
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
        const asked = requestsOf(place);
        const isMissing = !wasFrozen && asked.length === 0 && (await isLoaded(place));
        if (isMissing || (round === ROUNDS_MAX && !wasFrozen)) throw await explain(error);
        if (round === ROUNDS_MAX || !(await haveEnded(place, asked, deadlineMs))) throw slowFault(error);
      }
    }
  } finally {
    freezes.stop();
  }
}

/** After a freeze the timers end first: an element that came meanwhile, or a request that was made, is heard of later. */
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

/** Whether the page has the element, which is certain only of a page that has loaded. */
export async function hasElement(
  place: Page | Frame,
  element: Locator,
  patienceMs: number,
): Promise<boolean> {
  if ((await element.count()) > 0) return true;
  const deadlineMs = performance.now() + patienceMs;
  if (!(await haveEnded(place, requestsOf(place), deadlineMs))) throw slowFault();
  return (await element.count()) > 0;
}

export function slowFault(cause?: unknown): PortalFault {
  return new PortalFault('PORTAL_BUSY', say('The portal is very slow.'), { cause });
}

const pageOf = (place: Page | Frame): Page => ('mainFrame' in place ? place : place.page());

function requestsOf(place: Page | Frame): Request[] {
  const page = pageOf(place);
  return [...(underWay.get(page.context()) ?? [])].filter((request) => isOn(request, page));
}

/** A window that is just being opened has no frame yet. */
function isOn(request: Request, page: Page): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    return true;
  }
}

/** Whether the document and all that it names has arrived. */
export async function isLoaded(place: Page | Frame): Promise<boolean> {
  const state = place.evaluate<string>('document.readyState').catch(() => 'gone');
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('late'), STATE_MS).unref());
  return (await Promise.race([state, late])) === 'complete';
}

async function haveEnded(
  place: Page | Frame,
  asked: readonly Request[],
  deadlineMs: number,
): Promise<boolean> {
  while (performance.now() < deadlineMs) {
    const open = new Set(requestsOf(place));
    if (!asked.some((request) => open.has(request)) && (await isLoaded(place))) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
