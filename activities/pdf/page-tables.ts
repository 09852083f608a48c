/** Pages to tables: ruled grids first, then aligned text in what they left over. */
import { holdsCentre } from './geometry.ts';
import { gridOf, isTable } from './lattice-fill.ts';
import { latticesOf, type Lattice } from './lattice.ts';
import { isDecoration } from './open-lattice.ts';
import type { Page } from './page.ts';
import { streamTables } from './stream.ts';
import type { PageTable } from './table.ts';
import type { Word } from './words.ts';

const wordsMin = 2;
/** A rule has no width, but the same rule on the next page may stand a little aside. */
const ruleSlackPt = 1.5;

function latticeTable(lattice: Lattice, words: readonly Word[], page: number): PageTable | undefined {
  if (words.length < wordsMin || isDecoration(lattice, words)) return undefined;
  const grid = gridOf(lattice, words);
  if (!isTable(grid)) return undefined;
  const gutters = lattice.xs.slice(1, -1).map((x) => ({ from: x - ruleSlackPt, to: x + ruleSlackPt }));
  return { ...grid, page, box: lattice.box, gutters };
}

/** The tables of one page from the top down. */
export function pageTables(page: Page): PageTable[] {
  const tables: PageTable[] = [];
  let free: readonly Word[] = page.words;
  for (const lattice of latticesOf(page)) {
    const inside = free.filter((word) => holdsCentre(lattice.box, word));
    const table = latticeTable(lattice, inside, page.number);
    if (!table) continue;
    tables.push(table);
    const taken = new Set(inside);
    free = free.filter((word) => !taken.has(word));
  }
  tables.push(...streamTables(free, page.horizontals, page.number));
  return tables.sort((a, b) => a.box.y0 - b.box.y0);
}
