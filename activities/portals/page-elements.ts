/** Finds what the texts of a page map name on a page: how often, and where it is shown. */
import type { Locator, Page } from 'playwright';
import type { FoundElement, FoundElements } from '#contracts/calls/portal-pages-answers.ts';
import { limits } from '#contracts/limits.ts';
import { button, link, type Place } from './controls.ts';
import type { PageTexts } from './page-map.ts';

/** Fields, buttons and links of this name, its text itself, and what it selects if it is a selector. */
const namedBy = (place: Place, text: string): Locator[] => [
  place.getByLabel(text, { exact: true }),
  button(place, text),
  link(place, text),
  place.getByText(text, { exact: true }),
  place.locator(text),
];

/** A name is no selector, or one that selects nothing. */
const countOf = (element: Locator): Promise<number> => element.count().catch(() => 0);

/** Counts fields, buttons and links of this name, and what it selects if it is a selector. */
export async function countOn(place: Place, text: string): Promise<number> {
  return Math.max(...(await Promise.all(namedBy(place, text).map(countOf))));
}

/** Returns all texts of the map with how often they are found on the page, and the boxes of the first ones shown. */
export async function elementsOn(place: Place, texts: PageTexts): Promise<FoundElements> {
  const found: Record<string, FoundElement> = {};
  for (const [path, text] of Object.entries(texts)) found[path] = await elementOn(place, text);
  return found;
}

/** The same of a page with its frames, as a picture of the whole page shows them. */
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

async function elementOn(place: Place, text: string): Promise<FoundElement> {
  const counted = await Promise.all(
    namedBy(place, text).map(async (element) => ({ element, count: await countOf(element) })),
  );
  const most = counted.reduce((best, each) => (each.count > best.count ? each : best));
  if (most.count === 0) return { count: 0, boxes: [] };
  const elements = (await most.element.all()).slice(0, limits.elementBoxesMax);
  const boxes = await Promise.all(elements.map(boxOf));
  return { count: most.count, boxes: boxes.flatMap((box) => box ?? []) };
}

/** Null for an element that is hidden. */
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

/** The page does not change while it is looked at. */
const BOX_MS = 2_000;
