/** Page 93 of the EXP portal: the printed form in a frame. */
import type { Locator, Page } from 'playwright';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { downloadPdf } from '#activities/portals/download.ts';
import { config } from '#activities/portals/bangladesh-bank-exp/config.ts';
import { goOn, isLoginUrl, onPage } from '#activities/portals/bangladesh-bank-exp/whereabouts.ts';

type ReportPage = { frame: Locator; back: Locator };

export function reportPage(page: Page): ReportPage {
  return {
    frame: page.locator(config.report.frame),
    back: page.getByRole('link', { name: config.report.back, exact: true }),
  };
}

const prepared = new WeakSet<Page>();

/**
 * Keeps the frame from loading the form by itself, so that each form is downloaded once. The pattern is handed to
 * Chromium directly: a Playwright route would stop every request of the session and switch its cache off.
 */
export async function skipReportFrame(page: Page): Promise<void> {
  if (prepared.has(page)) return;
  prepared.add(page);
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Fetch.requestPaused', ({ requestId }) => {
    // "No content" leaves the frame as it is, where an error would draw a page. Fails only when the page is gone.
    cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 204 }).catch(() => undefined);
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: config.reportUrl }] });
}

/** Opens the printed form of the EXP shown, fetches it, and meanwhile goes back to the search. */
export async function printExp({ context, page }: PortalSession, print: Locator): Promise<Uint8Array> {
  await goOn(page, print);
  const { frame, back } = reportPage(page);
  const src = await onPage(page, () => frame.getAttribute('src', { timeout: config.timeouts.elementMs }));
  const url = new URL(src ?? '', page.url()).href;
  const { downloadMs: timeoutMs } = config.timeouts;
  const [form, returned] = await Promise.allSettled([
    downloadPdf(context, url, { timeoutMs, isLogin: isLoginUrl }),
    goOn(page, back),
  ]);
  if (form.status === 'rejected') throw form.reason;
  // The row has all it needs when the portal fails on the way back; the next row finds its place again.
  if (returned.status === 'rejected' && !(returned.reason instanceof PortalFault)) throw returned.reason;
  return form.value;
}
