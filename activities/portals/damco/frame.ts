/** Opens the forwarder's applications in their frame, and waits for each document that a click loads there. */
import type { Frame, Locator, Page } from 'playwright';
import { link, type PageOrFrame } from '#activities/portals/controls.ts';
import { hasElement } from '#activities/portals/loading.ts';
import {
  clickUnlessBegun,
  isLate,
  lateFault,
  nextDocument,
  NothingLoaded,
  refuseOutage,
  type HasBegun,
  type Watched,
} from '#activities/portals/navigation.ts';
import { createMenu } from '#activities/portals/page-tools.ts';
import { acceptingDialog } from '#activities/portals/page-answers.ts';
import { signedOutFault } from '#activities/portals/portal-trouble.ts';
import { config } from './config.ts';
import { damcoPortalMessages } from './messages.ts';
import { alertWords, onPage, tools } from './tools.ts';

/** Clicks an element without waiting for what follows. A click whose report was lost is not repeated if it has begun. */
export const click = (root: PageOrFrame, target: Locator, hasBegun: HasBegun): Promise<void> =>
  onPage(root, () => clickUnlessBegun(target, config.timeouts.elementMs, hasBegun));

const openEntry = createMenu(tools, config, damcoPortalMessages.notPermitted);

/** Opens an application from the menu, which the page around the frame always shows. This reloads the application. */
export async function openApplication(page: Page, entry: 'shipper' | 'documents'): Promise<Frame> {
  return arrive(page, async () => {
    await openEntry(page, config.menu[entry]);
    const hasFrame = await hasElement(page, page.locator(config.frame), config.timeouts.navigationMs);
    if (!hasFrame) throw await tools.explain(page);
  });
}

/** Clicks a link or button inside the frame and waits for the next page. */
export async function clickAndWait(app: Frame, target: Locator): Promise<void> {
  await arrive(app.page(), (hasBegun) => click(app, target, hasBegun));
}

/** Submits a filing, with the filing timeout. */
export async function file(app: Frame, target: Locator): Promise<void> {
  await arrive(app.page(), (hasBegun) => click(app, target, hasBegun), config.timeouts.filingMs);
}

/** Clicks and accepts the confirmation dialog that the portal shows first. */
export async function confirmAndWait(app: Frame, target: Locator): Promise<void> {
  await acceptingDialog(app.page(), () => clickAndWait(app, target));
}

/**
 * Runs an action that loads the frame's next document, and waits until its elements exist. Every way in which the page
 * can fail to load becomes a PortalFault.
 */
async function arrive(
  page: Page,
  act: (hasBegun: HasBegun) => Promise<unknown>,
  timeoutMs: number = config.timeouts.navigationMs,
): Promise<Frame> {
  const app = page.frames().find((frame) => frame.parentFrame() === page.mainFrame());
  const noteAnswerOfPage = app && tools.watchAnswerOfPage(app);
  const next = nextDocument(page, timeoutMs, frameDocument(page));
  try {
    const [{ frame, response }] = await Promise.all([next.arrived, act(next.hasBegun)]);
    if (response) refuseOutage(response.status());
    await frame.waitForLoadState('domcontentloaded', { timeout: timeoutMs });
    if (tools.isLogin(frame)) throw signedOutFault(await alertWords(frame));
    return frame;
  } catch (error) {
    if (!isLate(error)) throw error;
    const fault = await lateFault(page, next, error);
    const mayAnswer = fault instanceof NothingLoaded && app?.isDetached() === false;
    if (mayAnswer && (await noteAnswerOfPage?.())) return app;
    throw fault;
  } finally {
    next.stop();
  }
}

/** Watches the application's frame, the only one with content. */
const frameDocument = (page: Page): Watched => {
  const isIn = (frame: Frame): boolean => frame.parentFrame() === page.mainFrame();
  return {
    isIn,
    // The sign-in host forbids other pages to show its form in a frame.
    whenBlocked: (url) => (config.isLogin(url) ? signedOutFault() : undefined),
    listen: (arrive) => {
      const onNavigated = (frame: Frame): void => {
        if (isIn(frame) && frame.url() !== 'about:blank') arrive(frame);
      };
      page.on('framenavigated', onNavigated);
      return () => page.off('framenavigated', onNavigated);
    },
  };
};

/** Opens a tab of the shipper's application, from any page. */
export async function openTab(page: Page, tab: keyof typeof config.tabs): Promise<Frame> {
  const app = await openApplication(page, 'shipper');
  await clickAndWait(app, link(app, config.tabs[tab]));
  return app;
}
