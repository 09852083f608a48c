/** Prints the page that is open to PDF, for portals that show a document as a page and offer nothing to download. */
import { errors, type Page } from 'playwright';
import { readPdfText } from '#activities/pdf/reading/pool.ts';
import { withinMs } from '#api/adapters/within-ms.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { PortalFault } from './contract.ts';
import { portalMessages } from './messages.ts';

type Bounds = { timeoutMs: number; pagesMax: number; bytesMax: number };
const printBounds: Bounds = { timeoutMs: 30_000, pagesMax: 50, bytesMax: 10 * MIB };

/** A4 in CSS pixels, and the margin on each side. */
const a4 = { width: 794, height: 1123 };
const MARGIN = 38;

/**
 * Returns the page as a PDF, with everything that the screen shows, even what the portal's print style hides. Throws
 * PortalFault if it takes too long, is too large, or has no text.
 */
export async function printPage(page: Page, bounds: Partial<Bounds> = {}): Promise<Uint8Array> {
  const { timeoutMs, pagesMax, bytesMax } = { ...printBounds, ...bounds };
  // Chromium does not limit printing. A session whose page did not print in time is not used again.
  const bytes = await withinMs(timeoutMs, printed(page, pagesMax).catch(asFault), () => {
    throw notInTime();
  });
  if (bytes.byteLength > bytesMax) throw tooLarge(pagesMax);
  const reading = await readPdfText(bytes, { fileName: 'page.pdf' });
  if (reading.kind !== 'text') throw new PortalFault('BAD_DOWNLOAD', portalMessages.notPrinted());
  if (reading.pages.length > pagesMax) throw tooLarge(pagesMax);
  return bytes;
}

/** Prints on paper that is as wide as the page, because content beyond the edge would be missing. */
async function printed(page: Page, pagesMax: number): Promise<Uint8Array> {
  if ((await page.locator('body').innerText()).trim() === '')
    throw new PortalFault('BAD_DOWNLOAD', portalMessages.emptyPage());
  await page.emulateMedia({ media: 'screen' });
  try {
    const shownWidth: unknown = await page.evaluate('document.documentElement.scrollWidth');
    const width = Math.max(a4.width, Math.ceil(Number(shownWidth)) + 2 * MARGIN);
    return await page.pdf({
      width: `${width}px`,
      height: `${a4.height}px`,
      margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN },
      printBackground: true,
      // One more page than allowed is printed, to detect that there are more.
      pageRanges: `1-${pagesMax + 1}`,
    });
  } finally {
    await page.emulateMedia({ media: null });
  }
}

const tooLarge = (pagesMax: number): PortalFault =>
  new PortalFault('REJECTED', portalMessages.pageTooLong({ pages: pagesMax }));

const notInTime = (cause?: unknown): PortalFault =>
  new PortalFault('TIMEOUT', portalMessages.notPrintedInTime(), { cause });

function asFault(cause: unknown): never {
  if (cause instanceof PortalFault) throw cause;
  throw cause instanceof errors.TimeoutError
    ? notInTime(cause)
    : new PortalFault('BAD_DOWNLOAD', portalMessages.notPrinted(), { cause });
}
