/** Adds headings that run upwards or downwards to the tables below or around them. */
import { asideText, type Aside } from '#activities/pdf/reading/asides.ts';
import type { Lattice } from '#activities/pdf/ruled/lattice.ts';
import { centreX, enclosing, holdsCentre } from '#activities/pdf/words/geometry.ts';
import { firstOf, itemAt } from '#activities/pdf/words/lists.ts';
import { hasLetter, isValue } from '#activities/pdf/words/text.ts';
import { columnCount, type Grid, type PageTable } from './table.ts';

/** Distance around a table, and above its first row, in which vertical headings belong to it. */
const abovePt = 14;
/** Minimum share of the columns that vertical headings name. */
const namedShareMin = 0.5;

/** Fills the blank cells of a ruled grid that contain vertical text. */
export function withVerticalCells<T extends Grid>(
  grid: T,
  { xs, ys, cells }: Lattice,
  asides: readonly Aside[],
): T {
  // A grid whose rows were split no longer has the lattice's rows.
  if (asides.length === 0 || grid.rows.length !== ys.length - 1) return grid;
  const rows = grid.rows.map((row) => [...row]);
  for (const { row0, row1, column0, column1 } of cells) {
    const box = {
      x0: itemAt(xs, column0),
      x1: itemAt(xs, column1 + 1),
      y0: itemAt(ys, row0),
      y1: itemAt(ys, row1 + 1),
    };
    const inside = asides.filter((aside) => holdsCentre(box, aside.box));
    const row = itemAt(rows, row0);
    if (inside.length > 0 && row[column0] === '') row[column0] = asideText(inside);
  }
  return { ...grid, rows };
}

/** Adds vertical headings directly above a table without rules, as its first row or in the blanks of that row. */
export function withVerticalHeader(table: PageTable, asides: readonly Aside[]): PageTable {
  const { box, gutters, rows } = table;
  const borders = [box.x0 - abovePt, ...gutters.map(({ from, to }) => (from + to) / 2), box.x1 + abovePt];
  const first = firstOf(rows);
  const isHeader = first.some(hasLetter) && !first.some(isValue);
  const lowest = isHeader ? (table.rowTops[1] ?? box.y0) : box.y0;
  const above = asides.filter(
    (aside) => aside.box.y1 <= lowest + abovePt / 2 && aside.box.x1 > box.x0 && aside.box.x0 < box.x1,
  );
  const texts = Array.from({ length: columnCount(table) }, (_, column) => {
    const own = above.filter(
      ({ box: own }) => centreX(own) > itemAt(borders, column) && centreX(own) <= itemAt(borders, column + 1),
    );
    return own.length > 0 && enclosing(own.map((aside) => aside.box)).y1 > lowest - 4 * abovePt
      ? asideText(own)
      : '';
  });
  const named = texts.filter(Boolean).length;
  if (named < namedShareMin * texts.length) return table;
  const isFree = isHeader && texts.every((text, column) => !text || !first[column]);
  if (isFree)
    return { ...table, rows: [first.map((text, column) => text || itemAt(texts, column)), ...rows.slice(1)] };
  const y0 = Math.min(...above.map((aside) => aside.box.y0));
  return {
    ...table,
    rows: [texts, ...rows],
    merges: table.merges.map((merge) => ({ ...merge, row: merge.row + 1 })),
    rowTops: [y0, ...table.rowTops],
    box: { ...box, y0 },
  };
}
