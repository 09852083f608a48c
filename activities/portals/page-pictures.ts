/**
 * Makes pictures of portals' pages for the map editor. They show the masked page, like recordings, so that they contain
 * the elements of the page map and nothing of a person.
 */
import type { BrowserContext } from 'playwright';
import type { PicturedElements } from '#contracts/calls/portal-pages-answers.ts';
import { limits } from '#contracts/limits.ts';
import type { PageOrFrame } from './controls.ts';
import { maskedPage } from './masked-page.mjs';
import { elementsOn } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';
import { openStored } from './recordings.ts';

export type PagePicture = PicturedElements & { html: string; png: Uint8Array };

const SCREENSHOT_MS = 10_000;

/** Returns the page's current HTML, with what a person entered or owns masked. */
export const maskedHtml = (root: PageOrFrame, texts: PageTexts): Promise<string> =>
  root.evaluate(maskedPage, Object.values(texts));

/** Renders the masked page in a context without network access, and searches it for the texts of the map. */
export async function pictureOf(
  context: BrowserContext,
  html: string,
  texts: PageTexts,
): Promise<PagePicture> {
  const page = await openStored(context, html);
  try {
    const width = page.viewportSize()?.width ?? 0;
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    const height = Math.max(1, Math.min(whole, limits.pagePictureHeightPx));
    await page.setViewportSize({ width, height });
    const elements = await elementsOn(page, texts);
    const png = await page.screenshot({ animations: 'disabled', timeout: SCREENSHOT_MS });
    return { html, png, widthPx: width, heightPx: height, elements };
  } finally {
    await page.close();
  }
}
