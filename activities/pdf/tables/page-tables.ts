/** Detects the tables of a page: ruled grids first, then aligned text in the remaining area. */
import { holdsCentre } from '#activities/pdf/words/geometry.ts';
import { gridOf, hasStackedRows, isTable } from '#activities/pdf/ruled/lattice-fill.ts';
import { latticesOf, type Lattice } from '#activities/pdf/ruled/lattice.ts';
import { isDecoration } from '#activities/pdf/ruled/open-lattice.ts';
import { meet } from '#activities/pdf/reading/pictures.ts';
import type { Page } from '#activities/pdf/reading/page.ts';
import { columnRuledTable, streamTables } from '#activities/pdf/unruled/stream.ts';
import { columnCount, filledCells, slicePageRows, type PageTable } from './table.ts';
import { captionPattern } from '#activities/pdf/words/text.ts';
import type { Word } from '#activities/pdf/words/words.ts';
import { withVerticalCells, withVerticalHeader } from './vertical-headings.ts';
import { firstOf, itemAt } from '#activities/pdf/words/lists.ts';

const wordsMin = 2;
const rowsLeftMin = 2;
/** Half the width of a gutter at a rule, which may be offset on the next page. */
const ruleSlackPt = 1.5;

/** Removes captions and sources that a frame encloses together with the table. */
function withoutCaptions(table: PageTable): PageTable {
  const { rows, merges } = table;
  const isCaption = (index: number): boolean => {
    const isWide = merges.some(({ row, columnSpan }) => row === index && columnSpan === columnCount(table));
    const cells = itemAt(rows, index);
    return isWide && filledCells(cells) === 1 && captionPattern.test(firstOf(cells));
  };
  let [from, to] = [0, rows.length];
  while (to - from > rowsLeftMin && isCaption(from)) from += 1;
  while (to - from > rowsLeftMin && isCaption(to - 1)) to -= 1;
  return slicePageRows(table, from, to);
}

function latticeTable(lattice: Lattice, words: readonly Word[], page: Page): PageTable | undefined {
  if (words.length < wordsMin || isDecoration(lattice, words)) return undefined;
  const { box, xs } = lattice;
  const separators = xs.slice(1, -1);
  const gutters = separators.map((x) => ({ from: x - ruleSlackPt, to: x + ruleSlackPt }));
  if (hasStackedRows(lattice, words))
    return columnRuledTable(words, { x0: box.x0, x1: box.x1, gutters, separators }, page);
  const grid = withVerticalCells(gridOf(lattice, words), lattice, page.asides ?? []);
  if (!isTable(grid)) return undefined;
  return withoutCaptions({ ...grid, page: page.number, box, gutters, isRuled: true });
}

/** Returns the table, and marks it if it lies on a picture whose words were recognised. */
export function markedRecognised(table: PageTable, { recognised = [] }: Page): PageTable {
  return recognised.some((box) => meet(box, table.box)) ? { ...table, isRecognised: true } : table;
}

/** Returns the tables of one page from top to bottom. */
export function pageTables(page: Page): PageTable[] {
  const tables: PageTable[] = [];
  let free: readonly Word[] = page.words;
  for (const lattice of latticesOf(page)) {
    const inside = free.filter((word) => holdsCentre(lattice.box, word));
    const table = latticeTable(lattice, inside, page);
    if (!table) continue;
    tables.push(table);
    const taken = new Set(inside);
    free = free.filter((word) => !taken.has(word));
  }
  tables.push(...streamTables(free, page).map((table) => withVerticalHeader(table, page.asides ?? [])));
  return tables.map((table) => markedRecognised(table, page)).sort((a, b) => a.box.y0 - b.box.y0);
}
