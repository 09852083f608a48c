/** Finds the elements that the texts of a page map name: how many there are on a page, and where they are shown. */
import type { Locator, Page } from 'playwright';
import type { FoundElement, FoundElements } from '#contracts/calls/portal-pages-answers.ts';
import { limits } from '#contracts/limits.ts';
import { button, link, type PageOrFrame } from './controls.ts';
import type { PageTexts } from './page-texts.ts';

/**
 * Returns locators for fields, buttons and links with this name, for the text itself, and for the text as a selector.
 */
const namedBy = (root: PageOrFrame, text: string): Locator[] => [
  root.getByLabel(text, { exact: true }),
  button(root, text),
  link(root, text),
  root.getByText(text, { exact: true }),
  root.locator(text),
];

/** Counts elements; none for a name that is not a valid selector. */
const countOf = (element: Locator): Promise<number> => element.count().catch(() => 0);

/** Counts fields, buttons and links with this name, and elements that the text selects if it is a selector. */
export async function countOn(root: PageOrFrame, text: string): Promise<number> {
  return Math.max(...(await Promise.all(namedBy(root, text).map(countOf))));
}

/** Returns how often each text of the map is found on the page, with the boxes of the first visible ones. */
export async function elementsOn(root: PageOrFrame, texts: PageTexts): Promise<FoundElements> {
  const found: Record<string, FoundElement> = {};
  for (const [path, text] of Object.entries(texts)) found[path] = await elementOn(root, text);
  return found;
}

/** Does the same for a page with its frames, as a picture of the whole page shows them. */
export async function elementsInFrames(page: Page, texts: PageTexts): Promise<FoundElements> {
  const all: FoundElements[] = [];
  for (const frame of page.frames()) all.push(await elementsOn(frame, texts));
  const scrolled = await page.evaluate<{ x: number; y: number }>('({ x: scrollX, y: scrollY })');
  const merged = Object.keys(texts).map((path): [string, FoundElement] => {
    const parts = all.flatMap((found) => found[path] ?? []);
    const boxes = parts.flatMap((part) => part.boxes).slice(0, limits.elementBoxesMax);
    return [
      path,
      {
        count: parts.reduce((sum, { count }) => sum + count, 0),
        boxes: boxes.map((box) => ({ ...box, x: box.x + scrolled.x, y: box.y + scrolled.y })),
      },
    ];
  });
  return Object.fromEntries(merged);
}

async function elementOn(root: PageOrFrame, text: string): Promise<FoundElement> {
  const counted = await Promise.all(
    namedBy(root, text).map(async (element) => ({ element, count: await countOf(element) })),
  );
  const most = counted.reduce((best, each) => (each.count > best.count ? each : best));
  if (most.count === 0) return { count: 0, boxes: [] };
  const elements = (await most.element.all()).slice(0, limits.elementBoxesMax);
  const boxes = await Promise.all(elements.map(boxOf));
  return { count: most.count, boxes: boxes.flatMap((box) => box ?? []) };
}

/** Returns the element's box; null if it is hidden. */
async function boxOf(element: Locator): Promise<FoundElement['boxes'][number] | null> {
  const box = await element.boundingBox({ timeout: BOX_MS }).catch(() => null);
  if (!box || box.width === 0 || box.height === 0) return null;
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  return { x, y, width, height };
}

/** Time limit for reading a box. It is short, because the page does not change meanwhile. */
const BOX_MS = 2_000;
