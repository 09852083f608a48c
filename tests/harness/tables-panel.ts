/** The page of a converted PDF on which its tables are checked: finds its parts, and moves lines on the picture by touch. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** Showing a page requires a worker, which takes time. */
export const LOOK_MS = 60_000;

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Tables', exact: true });
export const card = (page: Page, number: number): Locator =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Table ${number}`, exact: true }) });
export const cells = (page: Page, number: number): Promise<string[]> =>
  card(page, number).locator('tbody td').allInnerTexts();
export const pictureOf = (page: Page, number: number): Locator =>
  panel(page).getByRole('img', { name: new RegExp(`^Page ${number} of the PDF`) });

/** Waits until the picture is complete, with two pixels for each point of the page. */
export async function pictureShown(page: Page, number: number): Promise<void> {
  await pictureOf(page, number).waitFor({ timeout: LOOK_MS });
  const width = `[...document.images].find(({ alt }) => alt.startsWith('Page ${number} of the PDF'))?.naturalWidth`;
  await expect.poll(() => page.evaluate(width), { timeout: LOOK_MS }).toBe(1190);
}

/** Returns the position on the screen of a place on the page, in shares of its size. */
export async function pictureAt(page: Page): Promise<(share: { x: number; y: number }) => [number, number]> {
  const picture = pictureOf(page, 1);
  // In the middle of the screen, no bar lies over it.
  await page.evaluate(
    "[...document.images].find(({ alt }) => alt.startsWith('Page 1 of the PDF')).scrollIntoView({ block: 'center', behavior: 'instant' })",
  );
  const seen = await picture.boundingBox();
  if (!seen) throw new Error('The picture is not on the screen.');
  return ({ x, y }) => [seen.x + x * seen.width, seen.y + y * seen.height];
}

export async function dragByTouch(page: Page, places: readonly { x: number; y: number }[]): Promise<void> {
  const at = await pictureAt(page);
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', place: { x: number; y: number }) => {
    const [x, y] = at(place);
    return browser.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  };
  for (const [index, place] of places.entries()) await touch(index === 0 ? 'touchStart' : 'touchMove', place);
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Holds back the changes of tables that the page sends, so that their areas are being read, until `letGo` is called. */
export async function holdChanges(page: Page): Promise<{ asked: Promise<void>; letGo: () => void }> {
  let [ask, letGo] = [(): void => undefined, (): void => undefined];
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const allowed = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/jobs/*/rows/*/tables', async (route) => {
    if (route.request().method() === 'PUT') {
      ask();
      await allowed;
    }
    await route.continue();
  });
  return { asked, letGo };
}
