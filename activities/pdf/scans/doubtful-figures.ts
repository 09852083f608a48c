/**
 * Says which figures of recognised tables are proven, by the shape of their column or by sums, and which may be wrong.
 * Only proven ones become numbers: a comma read as a point makes a figure wrong a thousandfold, and nothing tells.
 */
import { cellAddress } from '#contracts/jobs/table-names.ts';
import type { Message } from '#contracts/messages/message.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { columnCount, tableName, type CellPlace, type LogicalTable } from '#activities/pdf/tables/table.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import { shapeOf } from './figures.ts';
import type { RecognisedPage } from './recognised-page.ts';
import { provenBySums, type FigureCell } from './sums.ts';

/** What the figures of a table are: those that are not named here may be numbers. */
export type Doubts = {
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

const valueOf = (text: string): number => Number(latin(text).replaceAll(/[^\d.]/g, ''));

/** Returns the doubts about one column by the shape of its figures. */
function columnDoubts(cells: readonly FigureCell[], filled: number): Doubts {
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

type Known = { recognised: readonly RecognisedPage[]; doubts: Doubts };
/** The workbook, the JSON and the warnings ask for the doubts of the same table. */
const knownDoubts = new WeakMap<LogicalTable, Known>();

/** Returns the doubts about a table; none about one that was not recognised. */
export function doubtsOf(table: LogicalTable, recognised: readonly RecognisedPage[]): Doubts {
  if (table.isRecognised !== true) return { doubtful: [], unproven: [] };
  const known = knownDoubts.get(table);
  if (known?.recognised === recognised) return known.doubts;
  const doubts = findDoubts(table, recognised);
  knownDoubts.set(table, { recognised, doubts });
  return doubts;
}

function findDoubts(table: LogicalTable, recognised: readonly RecognisedPage[]): Doubts {
  const from = table.headerRows ?? headerRowCount(table);
  const checked = new Set((table.checked ?? []).map(({ row, column }) => `${row},${column}`));
  const unsure = new Set(
    recognised
      .filter(({ page }) => page.number >= table.firstPage && page.number <= table.lastPage)
      .flatMap(({ unsureFigures = [] }) => unsureFigures),
  );
  const columns = Array.from({ length: columnCount(table) }, (_, column) => {
    const texts = table.rows.map((row) => row[column] ?? '');
    const cells = texts.flatMap((text, row): FigureCell[] =>
      row >= from && figure.test(text) ? [{ row, column, text, value: valueOf(text) }] : [],
    );
    return { cells, filled: texts.slice(from).filter(Boolean).length, texts };
  });
  const proven = provenBySums(columns.map(({ cells }) => cells));
  const isProven = ({ row, column }: CellPlace): boolean =>
    proven.has(`${row},${column}`) || checked.has(`${row},${column}`);
  const byShape = columns.map(({ cells, filled }) => columnDoubts(cells, filled));
  const unsureCells = columns.flatMap(({ texts }, column) =>
    texts.flatMap((text, row) => (text.split(' ').some((word) => unsure.has(word)) ? [{ row, column }] : [])),
  );
  const doubtful = new Map(
    [...byShape.flatMap((doubts) => doubts.doubtful), ...unsureCells]
      .filter((place) => !isProven(place))
      .map(({ row, column }) => [`${row},${column}`, { row, column }]),
  );
  return {
    doubtful: [...doubtful.values()].sort((a, b) => a.row - b.row || a.column - b.column),
    unproven: byShape.flatMap((doubts) => doubts.unproven).filter((place) => !isProven(place)),
  };
}

/** Returns a warning that names the doubtful cells of all tables. */
export function doubtWarnings(
  tables: readonly LogicalTable[],
  recognised: readonly RecognisedPage[],
): Message[] {
  const cells = tables.flatMap((table) =>
    doubtsOf(table, recognised).doubtful.map((place) => `${tableName(table)}!${cellAddress(place)}`),
  );
  if (cells.length === 0) return [];
  const list = [...cells.slice(0, listedMax), ...(cells.length > listedMax ? ['…'] : [])].join(', ');
  return [pdfMessages.doubtfulFigures({ count: cells.length, list })];
}
