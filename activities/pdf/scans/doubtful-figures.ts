/**
 * Decides which figures of recognised tables are proven, by the shape of their column or by sums, and which may be
 * wrong. Only proven ones become numbers, because a comma read as a point makes a figure a thousand times too small,
 * and the figure itself does not show it.
 */
import type { CellPosition } from '#contracts/jobs/corrected-table.ts';
import { cellAddress } from '#contracts/jobs/table-names.ts';
import type { Message } from '#contracts/messages/message.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { placeName, provenPlaces, type Relation } from '#activities/pdf/tables/arithmetic.ts';
import {
  columnCount,
  tableName,
  type Grid,
  type LogicalTable,
  type TableMarks,
} from '#activities/pdf/tables/table.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { groupBy } from '#activities/pdf/words/geometry.ts';
import { firstOf } from '#activities/pdf/words/lists.ts';
import { shapeOf } from './figures.ts';
import type { RecognisedPage } from './recognised-page.ts';

type FigureCell = CellPosition & { text: string };

/** Figures that are named in neither list may become numbers. */
type FigureDoubts = {
  /** Cells that may be wrong; they stay text and are marked. */
  doubtful: CellPosition[];
  /** Cells that stay text because nothing proves that they are numbers. */
  unproven: CellPosition[];
};

/** A figure, possibly with a sign, a currency or a percent sign. Texts with letters and dates are none. */
const figure = /^[-+(]?\s*(?:US\$|[$€£৳])?\s*[\d০-৯][\d০-৯.,' ]*\s*%?\)?$/;
/** A column with a smaller share of figures is a column of texts. */
const figureShareMin = 0.5;
/** At least this many figures of one shape prove each other, if they are at least this share of their column. */
const alikeMin = 2;
const alikeShareMin = 0.6;
/** A figure with both groups and two decimals proves itself, because both cannot be misread at once. */
const complete = /^[-(]?(?:[$€£৳])?\d{1,3}(?:,\d{2,3})*,\d{3}\.\d{2}\)?$/;
const listedMax = 12;

const latin = (text: string): string =>
  text.replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - '০'.charCodeAt(0)));

/** Returns the doubts about one column from the shapes of its figures. `filled` is its number of texts. */
function columnDoubts(cells: readonly FigureCell[], filled: number): FigureDoubts {
  if (cells.length === 0) return { doubtful: [], unproven: [] };
  if (cells.length < figureShareMin * filled) return { doubtful: [], unproven: [...cells] };
  const shapes = groupBy(cells, ({ text }) => shapeOf(latin(text)));
  const [shape, { length: count }] = firstOf([...shapes].sort(([, a], [, b]) => b.length - a.length));
  const isUsual = count >= alikeShareMin * cells.length;
  // Codes with several points, such as those of goods, never become numbers.
  if (isUsual && shape.includes('odd')) return { doubtful: [], unproven: [...cells] };
  const isProven = count >= alikeMin && isUsual;
  const isAlike = ({ text }: FigureCell): boolean => isProven && shapeOf(latin(text)) === shape;
  return { doubtful: cells.filter((cell) => !isAlike(cell) && !complete.test(cell.text)), unproven: [] };
}

type Recognised = Grid & TableMarks & Pick<LogicalTable, 'firstPage' | 'lastPage'>;

/** Returns the doubts about each column from the shapes of its figures below the heading. */
function doubtsByShape(table: Recognised): FigureDoubts[] {
  const from = table.headerRows ?? headerRowCount(table);
  return Array.from({ length: columnCount(table) }, (_, column) => {
    const filled = table.rows.flatMap((row, index): FigureCell[] => {
      const text = row[column] ?? '';
      return index >= from && text !== '' ? [{ row: index, column, text }] : [];
    });
    return columnDoubts(
      filled.filter(({ text }) => figure.test(text)),
      filled.length,
    );
  });
}

/** Returns the cells with a figure of which two readings differ. */
function unsureCells(
  { rows, firstPage, lastPage }: Recognised,
  recognised: readonly RecognisedPage[],
): CellPosition[] {
  const unsure = new Set(
    recognised
      .filter(({ page }) => page.number >= firstPage && page.number <= lastPage)
      .flatMap(({ unsureFigures = [] }) => unsureFigures),
  );
  return rows.flatMap((texts, row) =>
    texts.flatMap((text, column) =>
      text.split(' ').some((word) => unsure.has(word)) ? [{ row, column }] : [],
    ),
  );
}

/** Returns the doubts about the figures of a recognised table, given its arithmetic. */
export function figureDoubts(
  table: Recognised,
  recognised: readonly RecognisedPage[],
  relations: readonly Relation[],
): FigureDoubts {
  const proven = new Set([...provenPlaces(relations), ...(table.checked ?? []).map(placeName)]);
  const isOpen = (place: CellPosition): boolean => !proven.has(placeName(place));
  const byShape = doubtsByShape(table);
  const doubtful = new Map(
    [...byShape.flatMap((doubts) => doubts.doubtful), ...unsureCells(table, recognised)]
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
