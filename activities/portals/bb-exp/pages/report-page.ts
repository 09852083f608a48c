/** Page 93 of the EXP portal, which shows the printed form in a frame. */
import type { Locator, Page } from 'playwright';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { downloadPdf } from '#activities/portals/download.ts';
import { link } from '#activities/portals/controls.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { clickAndWait, isLoginUrl, onPage } from '#activities/portals/bb-exp/tools.ts';

type ReportPage = { frame: Locator; back: Locator };

export function reportPage(page: Page): ReportPage {
  return {
    frame: page.locator(config.report.frame),
    back: link(page, config.report.back),
  };
}

const prepared = new WeakSet<Page>();

/**
 * Prevents the frame from loading the form itself, so that each form is downloaded only once. The pattern is passed
 * directly to Chromium, because a Playwright route would intercept every request of the session and disable its
 * cache.
 */
export async function skipReportFrame(page: Page): Promise<void> {
  if (prepared.has(page)) return;
  prepared.add(page);
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Fetch.requestPaused', ({ requestId }) => {
    // Status 204 leaves the frame unchanged, whereas an error would show an error page. Sending it fails only if the
    // page is closed.
    cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 204 }).catch(() => undefined);
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: config.reportUrl }] });
}

/** Downloads the printed form of the EXP on the page while the page returns to the search. */
export async function printExp({ context, page }: PortalSession, print: Locator): Promise<Uint8Array> {
  await clickAndWait(page, print);
  const { frame, back } = reportPage(page);
  const src = await onPage(page, () => frame.getAttribute('src', { timeout: config.timeouts.elementMs }));
  const url = new URL(src ?? '', page.url()).href;
  const { downloadMs: timeoutMs } = config.timeouts;
  const [form, returned] = await Promise.allSettled([
    downloadPdf(context, url, { timeoutMs, isLogin: isLoginUrl }),
    clickAndWait(page, back),
  ]);
  if (form.status === 'rejected') throw form.reason;
  // A portal fault on the way back does not affect this row; the next row navigates from wherever the page is.
  if (returned.status === 'rejected' && !(returned.reason instanceof PortalFault)) throw returned.reason;
  return form.value;
}
