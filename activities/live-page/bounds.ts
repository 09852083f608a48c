/** Prevents a page that a person works on from navigating, because the adapter continues with the same page. */
import type { Page, Route } from 'playwright';
import { noteTouched } from '#activities/portals/touched-pages.ts';

/**
 * Runs the person's work on a page that opens no windows, downloads nothing and never leaves its document: a click on
 * the portal's own buttons, which could file something, has no effect. Requests of its frames and scripts are not
 * affected.
 */
export async function withinPage<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  noteTouched(page);
  const context = page.context();
  const close = (opened: Page): void => void opened.close().catch(() => undefined);
  const stay = (route: Route): Promise<void> => {
    const request = route.request();
    const leads = request.isNavigationRequest() && request.frame() === page.mainFrame();
    // The page stays as it is, as after an address that answers with a file.
    return leads ? route.abort('aborted') : route.fallback();
  };
  context.on('page', close);
  page.on('download', cancelDownload);
  await page.route('**/*', stay);
  try {
    return await work();
  } finally {
    context.off('page', close);
    page.off('download', cancelDownload);
    await page.unroute('**/*', stay).catch(() => undefined);
  }
}

const cancelDownload = (download: { cancel: () => Promise<void> }): void =>
  void download.cancel().catch(() => undefined);
