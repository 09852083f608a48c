/** Extracts complete tables and warnings from pages. Pure: the same pages always give the same tables. */
import type { Message } from '#contracts/messages/message.ts';
import { tableWarnings } from './doubts.ts';
import { joinTables } from './joined.ts';
import { withKeys } from './layout.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import { doubtWarnings } from '#activities/pdf/scans/doubtful-figures.ts';
import { recognisedWarnings, type RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { pageTables } from './page-tables.ts';
import { readPage } from '#activities/pdf/reading/page.ts';
import { pageFacts, warningsOf, withSpills, type PageFacts } from '#activities/pdf/reading/quality.ts';
import type { RawPage } from '#activities/pdf/reading/raw-page.ts';
import { tablesOfPage, withSpilledColumns, type TablesOfPage } from './spilled.ts';
import type { LogicalTable, PageTable } from './table.ts';

export type Extraction = {
  tables: LogicalTable[];
  /** The tables of each page before they are joined. */
  pageTables: PageTable[];
  pages: PageFacts[];
  /** Pages whose words were recognised from a picture. */
  recognised: RecognisedPage[];
  warnings: Message[];
};

/**
 * Extracts the tables. It takes pages one at a time, so that a long document is never in memory as a whole; undefined
 * stands for a broken page.
 */
export function extractTables(
  pages: Iterable<RawPage | undefined>,
  recognised: RecognisedPage[] = [],
): Extraction {
  const seen: TablesOfPage[] = [];
  const facts: PageFacts[] = [];
  const broken: number[] = [];
  let number = 0;
  for (const raw of pages) {
    number += 1;
    if (!raw) {
      broken.push(number);
      continue;
    }
    facts.push(pageFacts(raw));
    const page = readPage(raw);
    seen.push(tablesOfPage(page, pageTables(page)));
  }
  const { tables, spills } = withSpilledColumns(seen);
  const found = tables.flatMap((own, index) => withKeys(itemAt(seen, index).number, own));
  const pagesWithSpills = withSpills(facts, spills);
  const joined = joinTables(found, pagesWithSpills);
  return {
    tables: joined,
    pageTables: found,
    pages: pagesWithSpills,
    recognised,
    warnings: [
      ...warningsOf(pagesWithSpills, broken),
      ...recognisedWarnings(recognised),
      ...tableWarnings(joined),
      ...doubtWarnings(joined, recognised),
    ],
  };
}
