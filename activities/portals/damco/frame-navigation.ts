/** Moves the application inside the portal's frame from page to page; every way a page can fail to arrive becomes a PortalFault. */
import { errors, type Frame, type Page, type Request, type Response } from 'playwright';
import { connectionFault, refuseOutage } from '../navigation.ts';

/** Does what leads to the frame's next document, and waits until that one's elements are there. */
export async function arriveInFrame(
  page: Page,
  act: () => Promise<unknown>,
  timeoutMs: number,
): Promise<Frame> {
  const next = nextFrameDocument(page, timeoutMs);
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

type Arrived = { frame: Frame; response: Response | undefined };

/** Events, not addresses: a search leads to the address that the frame already has. The page has one frame. */
function nextFrameDocument(page: Page, timeoutMs: number): { arrived: Promise<Arrived>; stop: () => void } {
  let response: Response | undefined;
  let stop = (): void => undefined;
  const isInside = (frame: Frame): boolean => frame.parentFrame() === page.mainFrame();
  const isDocument = (request: Request): boolean =>
    request.isNavigationRequest() && isInside(request.frame());
  const arrived = new Promise<Arrived>((resolve, reject) => {
    const onResponse = (answer: Response): void => {
      if (isDocument(answer.request())) response = answer;
    };
    const onFailed = (request: Request): void => {
      const words = request.failure()?.errorText ?? '';
      if (isDocument(request) && words !== 'net::ERR_ABORTED') reject(connectionFault(words));
    };
    const onNavigated = (frame: Frame): void => {
      if (isInside(frame) && frame.url() !== 'about:blank') resolve({ frame, response });
    };
    const onGone = (): void => reject(new Error('The page of the browser is gone.'));
    const timer = setTimeout(() => reject(connectionFault('timeout')), timeoutMs);
    page.on('response', onResponse);
    page.on('requestfailed', onFailed);
    page.on('framenavigated', onNavigated);
    page.on('close', onGone);
    page.on('crash', onGone);
    stop = () => {
      clearTimeout(timer);
      page.off('response', onResponse);
      page.off('requestfailed', onFailed);
      page.off('framenavigated', onNavigated);
      page.off('close', onGone);
      page.off('crash', onGone);
    };
  });
  return { arrived, stop };
}
