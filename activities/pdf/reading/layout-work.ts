/** Answers requests of the page on which a customer checks the tables of a PDF. Runs inside a worker thread. */
import { conversionOf, pagesOf, withDocument, type PdfTables } from './document.ts';
import type { Engine } from './engine.ts';
import { bestMatch } from '#activities/pdf/kept/apply.ts';
import { learnRules, type MarkedPage } from '#activities/pdf/kept/learn.ts';
import type { KeptLayout, KeptRules } from '#contracts/jobs/kept-layouts.ts';
import { marksOf } from '#activities/pdf/kept/fingerprint.ts';
import type { DrawnArea, TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { checkedTables, type StoredCheck } from '#activities/pdf/tables/checked.ts';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { changedTables, changesOf, tableInArea } from '#activities/pdf/tables/layout.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import { readPage, type Page } from './page.ts';
import { scaleWithin } from './pdfium-picture.ts';
import { pngOf } from '#activities/pdf/output/png.ts';
import { problem, type PdfProblem } from './problems.ts';
import { pageFacts, withSpills, type PageFacts } from './quality.ts';
import type { RawPage } from './raw-page.ts';
import { tablesOfPage, withSpilledColumns, type TablesOfPage } from '#activities/pdf/tables/spilled.ts';
import { warningsOf } from '#activities/pdf/tables/warnings.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import type { PageTable } from '#activities/pdf/tables/table.ts';

/** A page as it is stored for the customer who checks its tables. */
export type SeenPage = Pick<Page, 'number' | 'turn' | 'width' | 'height'> & {
  facts: PageFacts;
  /** Marks by which the layout of the document is recognised; only on its first page. */
  marks?: string[];
  tables: PageTable[];
};

/**
 * A request. The bytes beside it are those of the PDF (`pages`, `picture`), the contents of a page as JSON (`area`), or
 * the stored pages as JSON (`checked`, `changed`).
 */
export type LayoutRequest =
  | { kind: 'pages'; recognised?: RecognisedPage[] }
  | { kind: 'picture'; view: Pick<Page, 'number' | 'turn' | 'width' | 'height'>; pixelsMax: number }
  | { kind: 'area'; area: DrawnArea }
  | ({ kind: 'checked' } & ChangedPages)
  | ({ kind: 'changed'; pageCount: number; broken: number[]; kept: KeptLayout[] } & ChangedPages);

/** The customer's changes, and the tables that were read in the areas that the customer drew. */
type ChangedPages = { recognised: RecognisedPage[]; layout: TablesLayout; drawn: PageTable[] };

/** Rules that are applied to the customer's next PDF of this layout. */
type Learned = {
  rules: KeptRules;
  /** Id of the kept layout that the rules replace. */
  replaces: string | null;
};

export type LayoutResult =
  | { kind: 'pages'; pageCount: number; broken: number[]; pages: { seen: SeenPage; contents: Page }[] }
  | { kind: 'picture'; png: Uint8Array }
  | { kind: 'area'; table: PageTable | null }
  | { kind: 'checked'; tables: StoredCheck[] }
  | { kind: 'changed'; converted: PdfTables; learned: Learned | null };

type LayoutPages = Extract<LayoutResult, { kind: 'pages' }>;

export type LayoutAnswer = { kind: 'layout'; result: LayoutResult } | PdfProblem;

/** Resolution at which small print is legible in the picture. */
const pixelsPerPt = 2;

const parsedJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

type FoundPage = LayoutPages['pages'][number] & { tables: TablesOfPage };

function findTables(raw: RawPage, isFirst: boolean): FoundPage {
  const page = readPage(raw);
  const { number, turn, width, height } = page;
  const tables = pageTables(page);
  const marks = isFirst ? { marks: marksOf(page, tables) } : {};
  return {
    seen: { number, turn, width, height, facts: pageFacts(raw), ...marks, tables },
    contents: { ...page, fills: [], slants: [] },
    tables: tablesOfPage(page, tables),
  };
}

function findAllTables(
  engine: Engine,
  bytes: Uint8Array,
  recognised: RecognisedPage[],
): LayoutResult | PdfProblem {
  return withDocument(engine, bytes, (document): LayoutResult => {
    const result: LayoutPages = { kind: 'pages', pageCount: document.pageCount, broken: [], pages: [] };
    const found: TablesOfPage[] = [];
    let number = 0;
    for (const raw of pagesOf(document, recognised)) {
      number += 1;
      if (!raw) {
        result.broken.push(number);
        continue;
      }
      const { tables, ...page } = findTables(raw, result.pages.length === 0);
      result.pages.push(page);
      found.push(tables);
    }
    return withSpilled(result, found);
  });
}

/** Adds columns that were printed on a page of their own to the table whose rows they continue. */
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
  { view, pixelsMax }: Extract<LayoutRequest, { kind: 'picture' }>,
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
    return bitmap ? { kind: 'picture', png: pngOf(bitmap) } : problem('CORRUPT');
  });
}

function changedPages(bytes: Uint8Array, { layout, drawn, recognised }: ChangedPages) {
  const pages = parsedJson(bytes) as SeenPage[];
  const marked = pages.map(({ number, marks, tables }) => ({ number, marks, tables }));
  const tables = changedTables(pages, changesOf(layout, drawn));
  const facts = pages.map((page) => page.facts);
  return { marked, tables, facts, joined: joinTables(tables, { ...layout, pages: facts, recognised }) };
}

/**
 * Returns the rules that the customer's changes make. They replace the rules that were applied to this document, or
 * else those kept for its layout. Null without the customer's consent; rules that are kept already then stay.
 */
function learnedFrom(
  pages: readonly MarkedPage[],
  { layout, drawn, kept }: Extract<LayoutRequest, { kind: 'changed' }>,
): Learned | null {
  if (!layout.isRemembered) return null;
  const rules = learnRules(pages, layout, drawn);
  if (!rules) return null;
  return { rules, replaces: layout.kept?.id ?? bestMatch(pages, kept)?.kept.id ?? null };
}

async function convertChanged(
  bytes: Uint8Array,
  fileName: string,
  request: Extract<LayoutRequest, { kind: 'changed' }>,
): Promise<LayoutResult | PdfProblem> {
  const { pageCount, broken, recognised } = request;
  const { marked, tables, facts, joined } = changedPages(bytes, request);
  const converted = await conversionOf(fileName, pageCount, {
    tables: joined,
    pageTables: tables,
    pages: facts,
    recognised,
    warnings: warningsOf(joined, { layout: request.layout, pages: facts, broken, recognised }),
  });
  if (converted.kind === 'problem') return converted;
  return { kind: 'changed', converted, learned: learnedFrom(marked, request) };
}

async function resultOf(
  engine: Engine,
  bytes: Uint8Array,
  fileName: string,
  request: LayoutRequest,
): Promise<LayoutResult | PdfProblem> {
  switch (request.kind) {
    case 'pages':
      return findAllTables(engine, bytes, request.recognised ?? []);
    case 'picture':
      return drawPicture(engine, bytes, request);
    case 'area':
      return { kind: 'area', table: tableInArea(parsedJson(bytes) as Page, request.area) ?? null };
    case 'checked':
      return {
        kind: 'checked',
        tables: checkedTables(changedPages(bytes, request).joined, request.recognised),
      };
    case 'changed':
      return convertChanged(bytes, fileName, request);
  }
}

/** Answers a request, with a problem if the PDF cannot be opened. `bytes` are described at `LayoutRequest`. */
export async function workLayout(
  engine: Engine,
  bytes: Uint8Array,
  fileName: string,
  request: LayoutRequest,
): Promise<LayoutAnswer> {
  const result = await resultOf(engine, bytes, fileName, request);
  return result.kind === 'problem' ? result : { kind: 'layout', result };
}
