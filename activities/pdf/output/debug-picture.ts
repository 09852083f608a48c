/**
 * Marks the detected lines, tables, rows and gutters on a page's picture, so that a person can see the reasons for a
 * result.
 */
import type { Box } from '#activities/pdf/words/geometry.ts';
import type { Page } from '#activities/pdf/reading/page.ts';
import type { Bitmap } from './png.ts';
import type { Merge, PageTable } from '#activities/pdf/tables/table.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';

type Colour = readonly [red: number, green: number, blue: number];

const colours = {
  word: [150, 150, 150],
  ruling: [220, 0, 0],
  table: [0, 70, 220],
  row: [0, 150, 60],
  gutter: [240, 160, 0],
  merge: [160, 0, 200],
} as const satisfies Record<string, Colour>;

const fillOpacity = 0.25;
const lineOpacity = 0.9;

/** Blends a colour into the pixels of a box given in pixels. */
function paint({ width, height, rgbx }: Bitmap, box: Box, colour: Colour, opacity: number): void {
  const [x0, x1] = [Math.max(0, Math.round(box.x0)), Math.min(width, Math.round(box.x1))];
  const [y0, y1] = [Math.max(0, Math.round(box.y0)), Math.min(height, Math.round(box.y1))];
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      colour.forEach((value, index) => {
        const at = (y * width + x) * 4 + index;
        rgbx[at] = Math.round((rgbx[at] ?? 0) * (1 - opacity) + value * opacity);
      });
    }
  }
}

function outline(bitmap: Bitmap, { x0, y0, x1, y1 }: Box, colour: Colour, thickness: number): void {
  const paintLine = (box: Box): void => paint(bitmap, box, colour, lineOpacity);
  paintLine({ x0, x1, y0, y1: y0 + thickness });
  paintLine({ x0, x1, y0: y1 - thickness, y1 });
  paintLine({ x0, x1: x0 + thickness, y0, y1 });
  paintLine({ x0: x1 - thickness, x1, y0, y1 });
}

/** Returns the area of a merged cell, in points. */
function mergeBox({ box, gutters, rowTops }: PageTable, { row, column, rowSpan, columnSpan }: Merge): Box {
  return {
    x0: gutters[column - 1]?.to ?? box.x0,
    x1: gutters[column + columnSpan - 1]?.from ?? box.x1,
    y0: itemAt(rowTops, row),
    y1: rowTops[row + rowSpan] ?? box.y1,
  };
}

/**
 * Draws the findings into the bitmap, which is changed.
 *
 * @param bitmap the page, upright
 * @param pixelsPerPt the scale of the bitmap
 */
export function drawFindings(
  bitmap: Bitmap,
  page: Page,
  tables: readonly PageTable[],
  pixelsPerPt: number,
): void {
  const scaled = ({ x0, y0, x1, y1 }: Box): Box => ({
    x0: x0 * pixelsPerPt,
    y0: y0 * pixelsPerPt,
    x1: x1 * pixelsPerPt,
    y1: y1 * pixelsPerPt,
  });
  const line = (box: Box, colour: Colour): void => {
    const { x0, y0, x1, y1 } = scaled(box);
    paint(bitmap, { x0, y0, x1: Math.max(x1, x0 + 1), y1: Math.max(y1, y0 + 1) }, colour, lineOpacity);
  };
  for (const word of page.words) outline(bitmap, scaled(word), colours.word, 1);
  for (const { at, from, to } of page.horizontals) line({ x0: from, x1: to, y0: at, y1: at }, colours.ruling);
  for (const { at, from, to } of page.verticals) line({ x0: at, x1: at, y0: from, y1: to }, colours.ruling);
  for (const table of tables) {
    const { box, gutters, rowTops, merges } = table;
    for (const { from, to } of gutters)
      paint(bitmap, scaled({ ...box, x0: from, x1: to }), colours.gutter, fillOpacity);
    for (const top of rowTops.slice(1)) line({ x0: box.x0, x1: box.x1, y0: top, y1: top }, colours.row);
    for (const merge of merges) paint(bitmap, scaled(mergeBox(table, merge)), colours.merge, fillOpacity);
    outline(bitmap, scaled(box), colours.table, 2);
  }
}
