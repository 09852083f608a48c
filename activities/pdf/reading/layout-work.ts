/** Answers requests of the page on which a customer checks the tables of a PDF. Runs inside a worker thread. */
import { conversionOf, pagesOf, withDocument, type PdfTables } from './document.ts';
import type { Engine } from './engine.ts';
import { keptWarnings, tableWarnings } from '#activities/pdf/tables/doubts.ts';
import { bestMatch } from '#activities/pdf/kept/apply.ts';
import { learnRules, type MarkedPage } from '#activities/pdf/kept/learn.ts';
import type { KeptLayout, KeptRules } from '#contracts/jobs/kept-layouts.ts';
import { marksOf } from '#activities/pdf/kept/print.ts';
import type { DrawnArea, TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { misreadWarnings } from '#activities/pdf/scans/doubtful-figures.ts';
import { checkedTables, type StoredCheck } from '#activities/pdf/tables/checked.ts';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import { recognisedWarnings, type RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { changedTables, changesOf, tableInArea } from '#activities/pdf/tables/layout.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import { readPage, type Page } from './page.ts';
import { scaleWithin } from './pdfium-picture.ts';
import { pngOf } from '#activities/pdf/output/png.ts';
import { problem, type PdfProblem } from './problems.ts';
import { pageFacts, warningsOf, withSpills, type PageFacts } from './quality.ts';
import { tablesOfPage, withSpilledColumns, type TablesOfPage } from '#activities/pdf/tables/spilled.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import type { PageTable } from '#activities/pdf/tables/table.ts';

/** A page as it is stored for the customer who checks its tables. */
export type SeenPage = Pick<Page, 'number' | 'turn' | 'width' | 'height'> & {
  facts: PageFacts;
  /** By which the layout of the document is recognised; only on its first page. */
  marks?: string[];
  tables: PageTable[];
};

/** The order's `bytes` are those of the PDF, of a page's contents, or of a list of stored pages. */
export type LayoutOrder =
  | { ask: 'pages'; recognised?: RecognisedPage[] }
  | { ask: 'picture'; view: Pick<Page, 'number' | 'turn' | 'width' | 'height'>; pixelsMax: number }
  | { ask: 'area'; area: DrawnArea }
  | ({ ask: 'checked' } & ChangedPages)
  | ({ ask: 'changed'; pageCount: number; broken: number[]; kept: KeptLayout[] } & ChangedPages);

/** A layout, and its drawn tables as they were read. */
type ChangedPages = { recognised: RecognisedPage[]; layout: TablesLayout; drawn: PageTable[] };

/** What the customer's next PDF of this layout gets as well. */
type Learned = {
  rules: KeptRules;
  /** The kept layout that the rules take the place of. */
  replaces: string | null;
};

export type LayoutResult =
  | { ask: 'pages'; pageCount: number; broken: number[]; pages: { seen: SeenPage; contents: Page }[] }
  | { ask: 'picture'; png: Uint8Array }
  | { ask: 'area'; table: PageTable | null }
  | { ask: 'checked'; tables: StoredCheck[] }
  | { ask: 'changed'; converted: PdfTables; learned: Learned | null };

type LayoutPages = Extract<LayoutResult, { ask: 'pages' }>;

export type LayoutAnswer = { kind: 'layout'; result: LayoutResult } | PdfProblem;

/** Resolution at which small print is legible in the picture. */
const pixelsPerPt = 2;

const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

function lookAtPages(
  engine: Engine,
  bytes: Uint8Array,
  recognised: RecognisedPage[],
): LayoutResult | PdfProblem {
  return withDocument(engine, bytes, (document): LayoutResult => {
    const result: LayoutPages = { ask: 'pages', pageCount: document.pageCount, broken: [], pages: [] };
    const found: TablesOfPage[] = [];
    let number = 0;
    for (const raw of pagesOf(document, recognised)) {
      number += 1;
      if (!raw) {
        result.broken.push(number);
        continue;
      }
      const page = readPage(raw);
      const { turn, width, height } = page;
      const tables = pageTables(page);
      found.push(tablesOfPage(page, tables));
      const isFirst = result.pages.length === 0;
      const marks = isFirst ? { marks: marksOf(page, tables) } : {};
      const seen = { number, turn, width, height, facts: pageFacts(raw), ...marks, tables };
      result.pages.push({ seen, contents: { ...page, fills: [], slants: [] } });
    }
    return withSpilled(result, found);
  });
}

/** Returns the pages with the columns of a table on the page of its first ones. */
function withSpilled(result: LayoutPages, found: readonly TablesOfPage[]): LayoutPages {
  const { tables, spills } = withSpilledColumns(found);
  const facts = withSpills(
    result.pages.map(({ seen }) => seen.facts),
    spills,
  );
  const pages = result.pages.map(({ seen, contents }, index) => ({
    seen: { ...seen, facts: itemAt(facts, index), tables: itemAt(tables, index) },
    contents,
  }));
  return { ...result, pages };
}

function drawPicture(
  engine: Engine,
  bytes: Uint8Array,
  { view, pixelsMax }: Extract<LayoutOrder, { ask: 'picture' }>,
): LayoutResult | PdfProblem {
  const { number, width, height } = view;
  return withDocument(engine, bytes, (document): LayoutResult | PdfProblem => {
    const rotation = document.readPage(number)?.rotation;
    if (rotation === undefined) return problem('CORRUPT');
    const bitmap = document.drawPage(number, {
      width,
      height,
      turn: (view.turn - rotation + 4) % 4,
      pixelsPerPt: scaleWithin(width, height, pixelsPerPt, pixelsMax),
    });
    return bitmap ? { ask: 'picture', png: pngOf(bitmap) } : problem('CORRUPT');
  });
}

function changedPages(bytes: Uint8Array, { layout, drawn, recognised }: ChangedPages) {
  const pages = jsonOf(bytes) as SeenPage[];
  const marked = pages.map(({ number, marks, tables }) => ({ number, marks, tables }));
  const tables = changedTables(pages, changesOf(layout, drawn));
  const facts = pages.map((page) => page.facts);
  return { marked, tables, facts, joined: joinTables(tables, { ...layout, pages: facts, recognised }) };
}

/**
 * Rules take the place of those that were applied, or of the ones for the same layout. Without the customer's consent
 * nothing is learned, and what is kept already stays as it is.
 */
function learnedFrom(
  pages: readonly MarkedPage[],
  { layout, drawn, kept }: Extract<LayoutOrder, { ask: 'changed' }>,
): Learned | null {
  if (!layout.isRemembered) return null;
  const rules = learnRules(pages, layout, drawn);
  if (!rules) return null;
  return { rules, replaces: layout.kept?.id ?? bestMatch(pages, kept)?.kept.id ?? null };
}

async function convertChanged(
  bytes: Uint8Array,
  fileName: string,
  order: Extract<LayoutOrder, { ask: 'changed' }>,
): Promise<LayoutResult | PdfProblem> {
  const { pageCount, broken, recognised } = order;
  const { marked, tables, facts, joined } = changedPages(bytes, order);
  const converted = await conversionOf(fileName, pageCount, {
    tables: joined,
    pageTables: tables,
    pages: facts,
    recognised,
    warnings: [
      ...keptWarnings(order.layout),
      ...warningsOf(facts, broken),
      ...recognisedWarnings(recognised),
      ...tableWarnings(joined),
      ...misreadWarnings(joined),
    ],
  });
  if (converted.kind === 'problem') return converted;
  return { ask: 'changed', converted, learned: learnedFrom(marked, order) };
}

async function resultOf(
  engine: Engine,
  bytes: Uint8Array,
  fileName: string,
  order: LayoutOrder,
): Promise<LayoutResult | PdfProblem> {
  switch (order.ask) {
    case 'pages':
      return lookAtPages(engine, bytes, order.recognised ?? []);
    case 'picture':
      return drawPicture(engine, bytes, order);
    case 'area':
      return { ask: 'area', table: tableInArea(jsonOf(bytes) as Page, order.area) ?? null };
    case 'checked':
      return {
        ask: 'checked',
        tables: checkedTables(changedPages(bytes, order).joined, order.recognised),
      };
    case 'changed':
      return convertChanged(bytes, fileName, order);
  }
}

/** Returns the result, or a problem if the PDF cannot be opened. */
export async function workLayout(
  engine: Engine,
  bytes: Uint8Array,
  fileName: string,
  order: LayoutOrder,
): Promise<LayoutAnswer> {
  const result = await resultOf(engine, bytes, fileName, order);
  return 'kind' in result ? result : { kind: 'layout', result };
}
