/** Extracts complete tables and warnings from pages. The same pages always give the same tables. */
import type { KeptLayout } from '#contracts/jobs/kept-layouts.ts';
import type { TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import type { Message } from '#contracts/messages/message.ts';
import { applyKept, redrawTables, type Redrawn } from '#activities/pdf/kept/apply.ts';
import { marksOf } from '#activities/pdf/kept/fingerprint.ts';
import { joinTables } from './joined.ts';
import { changedTables, changesOf, withKeys } from './layout.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { pageTables } from './page-tables.ts';
import { readPage } from '#activities/pdf/reading/page.ts';
import { pageFacts, withSpills, type PageFacts } from '#activities/pdf/reading/quality.ts';
import type { RawPage } from '#activities/pdf/reading/raw-page.ts';
import { tablesOfPage, withSpilledColumns, type TablesOfPage } from './spilled.ts';
import type { LogicalTable, PageTable } from './table.ts';
import { warningsOf } from './warnings.ts';

export type Extraction = {
  tables: LogicalTable[];
  /** The tables of each page before they are joined. */
  pageTables: PageTable[];
  pages: PageFacts[];
  /** Pages whose words were recognised from a picture. */
  recognised: RecognisedPage[];
  warnings: Message[];
  /** The corrections of an earlier document of this layout, as they were applied to this one. */
  layout?: TablesLayout;
};

/** What is kept of the pages, of which only one is in memory at a time. */
type ReadPages = {
  seen: TablesOfPage[];
  facts: PageFacts[];
  /** Numbers of pages that cannot be read. */
  broken: number[];
  /** Marks of the first page, and tables read with the column lines of kept layouts; only if any are kept. */
  marks: string[] | undefined;
  redrawn: Redrawn;
};

function readPages(pages: Iterable<RawPage | undefined>, kept: readonly KeptLayout[]): ReadPages {
  const read: ReadPages = { seen: [], facts: [], broken: [], marks: undefined, redrawn: new Map() };
  let number = 0;
  for (const raw of pages) {
    number += 1;
    if (!raw) {
      read.broken.push(number);
      continue;
    }
    read.facts.push(pageFacts(raw));
    const page = readPage(raw);
    const tables = pageTables(page);
    read.seen.push(tablesOfPage(page, tables));
    if (kept.length === 0) continue;
    read.marks ??= marksOf(page, tables);
    for (const [key, table] of redrawTables(page, tables, kept)) read.redrawn.set(key, table);
  }
  return read;
}

/**
 * Extracts the tables. It takes pages one at a time, so that a long document is never in memory as a whole; undefined
 * stands for a broken page.
 *
 * @param recognised pages among them that were recognised from pictures
 * @param kept corrections of earlier documents, which are applied if this one has the same layout
 */
export function extractTables(
  pages: Iterable<RawPage | undefined>,
  recognised: RecognisedPage[] = [],
  kept: readonly KeptLayout[] = [],
): Extraction {
  const { seen, facts, broken, marks, redrawn } = readPages(pages, kept);
  const { tables, spills } = withSpilledColumns(seen);
  const numbered = tables.map((own, index) => ({ number: itemAt(seen, index).number, marks, tables: own }));
  const pagesWithSpills = withSpills(facts, spills);
  const applied = kept.length > 0 ? applyKept(numbered, kept, redrawn) : undefined;
  const found = applied
    ? changedTables(numbered, changesOf(applied.layout, applied.drawn))
    : numbered.flatMap((page) => withKeys(page.number, page.tables));
  const joined = joinTables(found, { ...applied?.layout, pages: pagesWithSpills, recognised });
  return {
    tables: joined,
    pageTables: found,
    pages: pagesWithSpills,
    recognised,
    warnings: warningsOf(joined, { layout: applied?.layout, pages: pagesWithSpills, broken, recognised }),
    ...(applied ? { layout: applied.layout } : {}),
  };
}
