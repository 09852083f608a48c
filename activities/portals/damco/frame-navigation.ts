/**
 * Navigates the application inside the portal's frame. Every way in which a page can fail to load becomes a
 * PortalFault.
 */
import { errors, type Frame, type Page } from 'playwright';
import { connectionFault, nextDocument, refuseOutage, type Watched } from '#activities/portals/navigation.ts';

/** Runs an action that loads the frame's next document, and waits until its elements exist. */
export async function arriveInFrame(
  page: Page,
  act: () => Promise<unknown>,
  timeoutMs: number,
): Promise<Frame> {
  const next = nextDocument(page, timeoutMs, frameDocument(page));
  try {
    const [{ frame, response }] = await Promise.all([next.arrived, act()]);
    if (response) refuseOutage(response.status());
    await frame.waitForLoadState('domcontentloaded', { timeout: timeoutMs });
    return frame;
  } catch (error) {
    if (error instanceof errors.TimeoutError) throw connectionFault('timeout', error);
    throw error;
  } finally {
    next.stop();
  }
}

/** Watches the application's frame, the only one with content. */
const frameDocument = (page: Page): Watched => {
  const isIn = (frame: Frame): boolean => frame.parentFrame() === page.mainFrame();
  return {
    isIn,
    listen: (arrive) => {
      const onNavigated = (frame: Frame): void => {
        if (isIn(frame) && frame.url() !== 'about:blank') arrive(frame);
      };
      page.on('framenavigated', onNavigated);
      return () => page.off('framenavigated', onNavigated);
    },
  };
};
