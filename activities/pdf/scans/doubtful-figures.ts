/**
 * Says which figures of recognised tables are proven, by the shape of their column or by sums, and which may be wrong.
 * Only proven ones become numbers: a comma read as a point makes a figure wrong a thousandfold, and nothing tells.
 */
import { cellAddress } from '#contracts/jobs/table-names.ts';
import type { Message } from '#contracts/messages/message.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { placeName, provenPlaces, type Relation } from '#activities/pdf/tables/arithmetic.ts';
import {
  columnCount,
  tableName,
  type CellPlace,
  type Grid,
  type LogicalTable,
  type TableMarks,
} from '#activities/pdf/tables/table.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import { shapeOf } from './figures.ts';
import type { RecognisedPage } from './recognised-page.ts';

type FigureCell = CellPlace & { text: string };

/** What the figures of a table are: those that are not named here may be numbers. */
type FigureDoubts = {
  /** Cells that may be wrong; they stay text and are marked. */
  doubtful: CellPlace[];
  /** Cells that stay text because nothing proves that they are numbers. */
  unproven: CellPlace[];
};

/** A figure with a sign, a currency or a percent sign; letters and dates are none. */
const figure = /^[-+(]?\s*(?:US\$|[$€£৳])?\s*[\d০-৯][\d০-৯.,' ]*\s*%?\)?$/;
/** A column with a smaller share of figures is one of texts. */
const figureShareMin = 0.5;
/** So many figures of one shape, and at least this share of a column, prove it. */
const alikeMin = 2;
const alikeShareMin = 0.6;
/** A figure that is written in full proves itself: groups and two decimals cannot both be misread. */
const complete = /^[-(]?(?:[$€£৳])?\d{1,3}(?:,\d{2,3})*,\d{3}\.\d{2}\)?$/;
const listedMax = 12;

const latin = (text: string): string =>
  text.replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - '০'.charCodeAt(0)));

/** Returns the doubts about one column by the shape of its figures. */
function columnDoubts(cells: readonly FigureCell[], filled: number): FigureDoubts {
  if (cells.length === 0) return { doubtful: [], unproven: [] };
  if (cells.length < figureShareMin * filled) return { doubtful: [], unproven: [...cells] };
  const counts = new Map<string, number>();
  for (const { text } of cells) counts.set(shapeOf(latin(text)), (counts.get(shapeOf(latin(text))) ?? 0) + 1);
  const [shape, count] = itemAt(
    [...counts].sort((a, b) => b[1] - a[1]),
    0,
  );
  const isUsual = count >= alikeShareMin * cells.length;
  // Codes with several points, such as those of goods, never become numbers.
  if (isUsual && shape.includes('odd')) return { doubtful: [], unproven: [...cells] };
  const isProven = count >= alikeMin && isUsual;
  const isAlike = ({ text }: FigureCell): boolean => isProven && shapeOf(latin(text)) === shape;
  return { doubtful: cells.filter((cell) => !isAlike(cell) && !complete.test(cell.text)), unproven: [] };
}

type Recognised = Grid & TableMarks & Pick<LogicalTable, 'firstPage' | 'lastPage'>;

/** Returns the doubts about the figures of a recognised table, given its arithmetic. */
export function figureDoubts(
  table: Recognised,
  recognised: readonly RecognisedPage[],
  relations: readonly Relation[],
): FigureDoubts {
  const from = table.headerRows ?? headerRowCount(table);
  const unsure = new Set(
    recognised
      .filter(({ page }) => page.number >= table.firstPage && page.number <= table.lastPage)
      .flatMap(({ unsureFigures = [] }) => unsureFigures),
  );
  const columns = Array.from({ length: columnCount(table) }, (_, column) => {
    const texts = table.rows.map((row) => row[column] ?? '');
    const cells = texts.flatMap((text, row): FigureCell[] =>
      row >= from && figure.test(text) ? [{ row, column, text }] : [],
    );
    return { cells, filled: texts.slice(from).filter(Boolean).length, texts };
  });
  const proven = new Set([...provenPlaces(relations), ...(table.checked ?? []).map(placeName)]);
  const isOpen = (place: CellPlace): boolean => !proven.has(placeName(place));
  const byShape = columns.map(({ cells, filled }) => columnDoubts(cells, filled));
  const unsureCells = columns.flatMap(({ texts }, column) =>
    texts.flatMap((text, row) => (text.split(' ').some((word) => unsure.has(word)) ? [{ row, column }] : [])),
  );
  const doubtful = new Map(
    [...byShape.flatMap((doubts) => doubts.doubtful), ...unsureCells]
      .filter(isOpen)
      .map(({ row, column }) => [placeName({ row, column }), { row, column }]),
  );
  return {
    doubtful: [...doubtful.values()].sort((a, b) => a.row - b.row || a.column - b.column),
    unproven: byShape.flatMap((doubts) => doubts.unproven).filter(isOpen),
  };
}

/** Returns a warning that names the figures of all tables that may be misread. */
export function misreadWarnings(tables: readonly LogicalTable[]): Message[] {
  const cells = tables.flatMap((table) =>
    table.doubts
      .filter(({ reason }) => reason === 'misread')
      .map((place) => `${tableName(table)}!${cellAddress(place)}`),
  );
  if (cells.length === 0) return [];
  const list = [...cells.slice(0, listedMax), ...(cells.length > listedMax ? ['…'] : [])].join(', ');
  return [pdfMessages.doubtfulFigures({ count: cells.length, list })];
}
