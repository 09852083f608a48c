/** Finds the pictures of a page that may hold text which the page's own characters do not repeat. */
import { enclosing, heightOf, sum, widthOf, type Box } from '#activities/pdf/words/geometry.ts';
import type { Glyph, RawPage } from './raw-page.ts';

/** A smaller picture is a logo, a signature, a code or a photo of goods, and has no room for a table. */
const widthMinPt = 140;
const heightMinPt = 50;
/** Maximum gap between two strips of one scan. Separate pictures are further apart. */
const stripGapPt = 1.5;
const picturesMax = 200;
/**
 * If characters cover at least this share of a picture, they are assumed to be its text. The characters of a full page
 * cover a seventh; a scanner app's line or a signature service's stamp covers less than a hundredth.
 */
const coveredShareMin = 0.03;
/** A picture that covers at least this share of a page without text is a scan of the page. */
const scanShareMin = 0.3;

const areaOf = (box: Box): number => Math.max(0, widthOf(box)) * Math.max(0, heightOf(box));

function overlapOf(a: Box, b: Box): Box {
  return {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  };
}

/** Returns whether the boxes share some area. */
export function meet(a: Box, b: Box): boolean {
  const both = overlapOf(a, b);
  return widthOf(both) > 0 && heightOf(both) > 0;
}

const isLarge = (box: Box): boolean =>
  Math.max(widthOf(box), heightOf(box)) >= widthMinPt && Math.min(widthOf(box), heightOf(box)) >= heightMinPt;

const touch = (a: Box, b: Box): boolean =>
  a.x0 <= b.x1 + stripGapPt &&
  b.x0 <= a.x1 + stripGapPt &&
  a.y0 <= b.y1 + stripGapPt &&
  b.y0 <= a.y1 + stripGapPt;

/** Joins pictures that touch, because some scanners store a page as strips or tiles. */
function joined(boxes: readonly Box[]): Box[] {
  const groups: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let index = groups.findIndex((group) => touch(group, whole)); index >= 0;) {
      whole = enclosing([whole, ...groups.splice(index, 1)]);
      index = groups.findIndex((group) => touch(group, whole));
    }
    groups.push(whole);
  }
  return groups;
}

/** Returns the visible boxes of pictures that are large enough for a table. `page` is the visible area. */
export function readablePictures(pictures: readonly Box[], page: Box): Box[] {
  const seen = pictures.slice(0, picturesMax).map((box) => overlapOf(box, page));
  return joined(seen.filter((box) => areaOf(box) > 0)).filter(isLarge);
}

/** Returns the share of the page that its largest picture covers. */
function pictureShareOf({ pictures, width, height }: RawPage): number {
  return Math.max(0, ...pictures.map(areaOf)) / Math.max(1, width * height);
}

/** Whether a page without text is a scan. */
export const isScanSized = (page: RawPage): boolean => pictureShareOf(page) >= scanShareMin;

const coveredArea = (glyphs: readonly Glyph[], box: Box): number =>
  sum(glyphs.filter((glyph) => meet(glyph, box)).map((glyph) => areaOf(overlapOf(glyph, box))));

/** Returns the pictures whose text is not among the page's characters. */
export function unreadPictures({ pictures, glyphs }: Pick<RawPage, 'pictures' | 'glyphs'>): Box[] {
  return pictures.filter((box) => coveredArea(glyphs, box) < coveredShareMin * areaOf(box));
}
