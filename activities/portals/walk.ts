/** Opens the pages behind a portal's sign-in one after another, by reading only, and compares each with the page map. */
import { setTimeout as delay } from 'node:timers/promises';
import { errors, type Frame, type Locator, type Page } from 'playwright';
import type { PortalFault } from './contract.ts';
import { link, type PageOrFrame } from './controls.ts';
import { onceLoaded } from './loading.ts';
import { countOn } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';
import type { BehindSignIn, ProbePage, ProbeStep } from './probe-pages.ts';
import { isPortalChange, type ReadOnly } from './read-only.ts';

/**
 * `root` is the page, or the frame that shows it; it is still open. `missing` are paths of texts in the page map. If a
 * page was not reached, a link on the way is missing, and `root` is where it should be.
 */
export type OpenedPage = { page: string; root: PageOrFrame; isReached: boolean; missing: string[] };

type Walk = {
  page: Page;
  behindSignIn: BehindSignIn;
  texts: PageTexts;
  guard: Pick<ReadOnly, 'check'>;
  /** Runs the opening of one page when its turn has come. */
  serialized: <Result>(work: () => Promise<Result>) => Promise<Result>;
  onOpened: (opened: OpenedPage) => Promise<void>;
};

const LOOK_MS = 100;

/**
 * Walks through all pages. A page that has changed does not end the walk. Throws NotReadOnly for a page that opens only if
 * something is sent, and PortalFault if the portal does not respond or has ended the session.
 */
export async function walkPages(walk: Walk): Promise<void> {
  for (const wanted of walk.behindSignIn.pages) {
    const opened = await walk.serialized(() => openPage(walk, wanted));
    await walk.onOpened(opened);
  }
}

async function openPage(walk: Walk, wanted: ProbePage): Promise<OpenedPage> {
  const { page, guard } = walk;
  for (const step of wanted.steps) {
    const path = 'follow' in step ? step.follow : step.unfold;
    const isTaken = await takeStep(walk, step);
    guard.check();
    if (!isTaken) return { page: wanted.page, root: page, isReached: false, missing: [path] };
  }
  const root = wanted.frame === undefined ? page : await frameAt(walk, wanted.frame);
  if (!root)
    return { page: wanted.page, root: page, isReached: false, missing: wanted.frame ? [wanted.frame] : [] };
  const missing = await missingOn(walk, root, wanted.shows);
  guard.check();
  return { page: wanted.page, root, isReached: true, missing };
}

/** Returns false if the link is missing, or leads to a host that is not the portal's. */
async function takeStep(walk: Walk, step: ProbeStep): Promise<boolean> {
  const { page, texts, behindSignIn, guard } = walk;
  const { tools, timeouts } = behindSignIn;
  const root = 'frame' in step && step.frame !== undefined ? await frameAt(walk, step.frame) : page;
  if (!root) return false;
  const target = link(root, texts['follow' in step ? step.follow : step.unfold] ?? '');
  try {
    await awaited(walk, root, () => target.count());
    if ('unfold' in step) await target.first().click({ timeout: timeouts.elementMs });
    else if (root === page) await tools.clickAndWait(page, target.first());
    else await followInFrame(root as Frame, target.first(), walk);
    return true;
  } catch (error) {
    // To the page, a blocked request looks like a portal that cannot be reached, so it is checked first.
    guard.check();
    if (isPortalChange(error)) return false;
    throw error;
  }
}

/** Follows a link in a frame, and waits until the frame has left its document. */
async function followInFrame(frame: Frame, target: Locator, { behindSignIn }: Walk): Promise<void> {
  const { elementMs, navigationMs: timeout } = behindSignIn.timeouts;
  const page = frame.page();
  const arrived = page.waitForEvent('framenavigated', {
    predicate: (other) => other.parentFrame() === page.mainFrame() && other.url() !== 'about:blank',
    timeout,
  });
  await Promise.all([arrived, target.click({ timeout: elementMs })]);
}

/** Returns the frame once it has loaded a document; null if the page has no such frame. */
async function frameAt(walk: Walk, path: string): Promise<Frame | null> {
  const { page, texts } = walk;
  const holder = page.locator(texts[path] ?? '').first();
  try {
    await awaited(walk, page, () => holder.count());
  } catch (error) {
    if (isPortalChange(error)) return null;
    throw error;
  }
  const element = await holder.elementHandle();
  const frame = (await element?.contentFrame()) ?? null;
  await frame?.waitForLoadState('domcontentloaded', { timeout: walk.behindSignIn.timeouts.navigationMs });
  return frame;
}

/**
 * Returns the paths of the texts that are not found. Only the first one is awaited, as in a job: the page has loaded
 * then, and the others are there or missing.
 */
async function missingOn(walk: Walk, root: PageOrFrame, shows: readonly string[]): Promise<string[]> {
  const { texts } = walk;
  const absent = async (): Promise<string[]> => {
    const missing: string[] = [];
    for (const path of shows) if ((await countOn(root, texts[path] ?? '')) === 0) missing.push(path);
    return missing;
  };
  const [first] = await absent();
  if (first === undefined) return [];
  try {
    await awaited(walk, root, () => countOn(root, texts[first] ?? ''));
  } catch (error) {
    if (!isPortalChange(error)) throw error;
  }
  return absent();
}

/**
 * Waits until the element is found. Throws the fault for what the page shows instead: PORTAL_CHANGED, or why it did not
 * load.
 */
async function awaited(
  { behindSignIn: { tools, timeouts } }: Walk,
  root: PageOrFrame,
  count: () => Promise<number>,
): Promise<void> {
  const look = async (): Promise<void> => {
    const untilMs = performance.now() + timeouts.elementMs;
    while ((await count()) === 0) {
      if (performance.now() > untilMs) throw new errors.TimeoutError('It is not on the page.');
      await delay(LOOK_MS);
    }
  };
  const explain = async (cause: unknown): Promise<PortalFault> => tools.explain(root, cause);
  await onceLoaded(root, look, { patienceMs: timeouts.navigationMs, explain });
}
