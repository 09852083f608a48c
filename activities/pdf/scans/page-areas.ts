/** Decides which parts of a page are read as a picture, and hides the rest of the page from the recogniser. */
import { boxToVisual, toVisual } from '#activities/pdf/reading/orientation.ts';
import { meet, unreadPictures } from '#activities/pdf/reading/pictures.ts';
import { pageFacts } from '#activities/pdf/reading/quality.ts';
import type { Glyph, RawPage } from '#activities/pdf/reading/raw-page.ts';
import { enclosing, heightOf, widthOf, type Box } from '#activities/pdf/words/geometry.ts';
import type { GreyPicture } from './picture.ts';

export type AreaToRead = {
  /** In the page's own coordinates. */
  boxes: Box[];
  /** The page's own characters, which are kept beside what is recognised. */
  kept: Glyph[];
  /** Whether the whole page is read as a picture and nothing of its own contents is used. */
  isWholePage: boolean;
  /** Whether a picture covers nearly the whole page, as a scan does. */
  isSheet: boolean;
  /** Whether the picture may be sideways. On a page with much text of its own, it is as upright as the text. */
  mayTurn: boolean;
};

/** Minimum share of a page that a picture of a sheet covers. */
const sheetShareMin = 0.7;
/** A page with more characters of its own is a text with a picture in it. */
const stampGlyphsMax = 120;
/** Space around a character that is hidden with it, and around a text that is read as a picture. */
const glyphMarginPt = 1;
const textMarginPt = 2;
const white = 255;

/** Returns the boxes of texts whose font draws other letters than their text says. */
function misnamedBoxes(glyphs: readonly Glyph[]): Box[] {
  const boxes: Box[] = [];
  for (const { isMisnamed, x0, y0, x1, y1 } of glyphs) {
    if (!isMisnamed) continue;
    const box = {
      x0: x0 - textMarginPt,
      y0: y0 - textMarginPt,
      x1: x1 + textMarginPt,
      y1: y1 + textMarginPt,
    };
    const last = boxes.at(-1);
    if (last && meet(last, box)) boxes.splice(-1, 1, enclosing([last, box]));
    else boxes.push(box);
  }
  return boxes;
}

/** Returns what has to be read on a page that needs it. */
export function areaToRead(raw: RawPage): AreaToRead {
  const page: Box = {
    x0: raw.left,
    y0: raw.bottom,
    x1: raw.left + raw.width,
    y1: raw.bottom + raw.height,
  };
  const facts = pageFacts(raw);
  if (facts.isScan || facts.isUnreadable)
    return { boxes: [page], kept: [], isWholePage: true, isSheet: true, mayTurn: facts.isScan };
  const boxes = [...unreadPictures(raw), ...misnamedBoxes(raw.glyphs)];
  const pageArea = widthOf(page) * heightOf(page);
  return {
    boxes,
    kept: raw.glyphs.filter((glyph) => !glyph.isMisnamed),
    isWholePage: false,
    isSheet: boxes.some((box) => widthOf(box) * heightOf(box) >= sheetShareMin * pageArea),
    mayTurn: raw.glyphs.length <= stampGlyphsMax,
  };
}

/** Returns the picture of the page, with white outside the areas to read and over the characters that are kept. */
export function maskedTo(
  picture: GreyPicture,
  raw: RawPage,
  { boxes, kept, isWholePage }: AreaToRead,
  pixelsPerPt: number,
): GreyPicture {
  if (isWholePage) return picture;
  const { width, height, grey } = picture;
  const visual = toVisual(raw, raw.rotation);
  const pixels = (box: Box, marginPt: number) => {
    const { x0, y0, x1, y1 } = boxToVisual(visual, box);
    return {
      left: Math.max(0, Math.floor((x0 - marginPt) * pixelsPerPt)),
      top: Math.max(0, Math.floor((y0 - marginPt) * pixelsPerPt)),
      right: Math.min(width, Math.ceil((x1 + marginPt) * pixelsPerPt)),
      bottom: Math.min(height, Math.ceil((y1 + marginPt) * pixelsPerPt)),
    };
  };
  const made = new Uint8Array(grey.length).fill(white);
  for (const { left, top, right, bottom } of boxes.map((box) => pixels(box, 0)))
    for (let y = top; y < bottom; y++)
      if (right > left) made.set(grey.subarray(y * width + left, y * width + right), y * width + left);
  for (const { left, top, right, bottom } of kept.map((glyph) => pixels(glyph, glyphMarginPt)))
    for (let y = top; y < bottom; y++)
      if (right > left) made.fill(white, y * width + left, y * width + right);
  return { width, height, grey: made };
}
