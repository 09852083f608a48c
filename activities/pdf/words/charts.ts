/** Distinguishes the labels of a chart, which may be aligned in rows and columns, from a table. */
import { groupBy, heightOf, holdsCentre, sum, widthOf, type Box } from './geometry.ts';
import type { Page } from '#activities/pdf/reading/page.ts';

/** Curves and slopes across at least this share of the area's width are the lines of a chart. */
const slantedWidthShare = 0.3;
/** Minimum height of a bar of a chart, which is a background without a word, and minimum number of bars. */
const barHeightMinPt = 18;
const barsMin = 3;
/** A background at least this wide (as a share of the area) is treated as a row's background. */
const barWidthShareMax = 0.3;

/**
 * Whether the boxes are bars, which share a baseline but end at different heights, unlike the backgrounds of blank
 * cells.
 */
function areBars(bars: readonly Box[]): boolean {
  const levels = new Set(bars.map((bar) => Math.round(bar.y0)));
  return bars.length >= barsMin && levels.size > 1;
}

function hasBars({ fills, words }: Page, area: Box): boolean {
  const empty = fills.filter(
    (fill) =>
      holdsCentre(area, fill) &&
      heightOf(fill) > barHeightMinPt &&
      widthOf(fill) < barWidthShareMax * widthOf(area) &&
      !words.some((word) => holdsCentre(fill, word)),
  );
  return [...groupBy(empty, (fill) => Math.round(fill.y1)).values()].some(areBars);
}

/** Returns whether the area, in visual coordinates, contains slanted lines or bars that a table does not have. */
export function isChart(page: Page, area: Box): boolean {
  const inside = page.slants.filter((slant) => holdsCentre(area, slant));
  return sum(inside.map(widthOf)) > slantedWidthShare * widthOf(area) || hasBars(page, area);
}
