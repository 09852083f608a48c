/**
 * Groups text lines into rows by their spacing, because lines of one cell are closer than lines of two rows. This also
 * finds the rows of tables in which short cells are vertically centred beside wrapped ones, or at the bottom.
 */
import { disjointSets, groupBy } from '#activities/pdf/words/geometry.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

/** The text of one line in one column or across several. */
export type LinePiece = { column: number; columnSpan: number; isValue: boolean };
export type SpacedLine = { y0: number; y1: number; middle: number; height: number; pieces: LinePiece[] };

/** Maximum distance between lines of one cell, in heights. */
const tightPitchMax = 1.75;
/** Maximum ratio between the pitches within a cell, and minimum difference between them and the pitches of rows. */
const tightSpread = 1.15;
const rowStepPt = 0.6;
const samePitchPt = 0.2;
/** Two differences count as equal if the smaller one is at least this share of the larger one. */
const equalStep = 0.85;
/** Minimum overlap of cells in one row, as a share of the lower one. */
const overlapMin = 0.5;
/** If more groups than this share have as many lines in every column, each is a group of rows and not a row. */
const evenShareMax = 0.6;
/** Minimum number of pairs of values from which rows are inferred. Fewer values may be parts of wrapped texts. */
const valuesMin = 3;
/** Share of the closest pairs of values that may be parts of wrapped texts. */
const tightValuesMax = 0.05;
const rowsMin = 2;
/** Minimum share of columns with a text in a full line, and maximum share in a line that continues cells. */
const fullShareMin = 0.7;
const restShareMax = 0.5;
const fullColumnsMin = 3;
const fullLinesMin = 3;
const restLinesMin = 2;

/** A line as one of its columns has it. */
type Line = { index: number; line: SpacedLine; columnSpan: number; isValue: boolean };

function linesByColumn(lines: readonly SpacedLine[]): Line[][] {
  const columns = new Map<number, Line[]>();
  lines.forEach((line, index) => {
    for (const { column, columnSpan, isValue } of line.pieces) {
      const own = columns.get(column) ?? [];
      own.push({ index, line, columnSpan, isValue });
      columns.set(column, own);
    }
  });
  return [...columns.values()];
}

/** The distance between two lines of a column. */
type Pitch = { heights: number; pt: number; areValues: boolean };

function pitchesOf(columns: readonly Line[][]): Pitch[] {
  return columns.flatMap((column) =>
    neighbours(column).map(([before, { line, isValue }]) => {
      const pt = line.middle - before.line.middle;
      return { pt, heights: pt / line.height, areValues: isValue && before.isValue };
    }),
  );
}

/**
 * Returns pitches, in points, that may be the limit between lines of a cell and rows, likeliest first; none if all
 * pitches are of one kind.
 */
function limitPitches(pitches: readonly Pitch[]): number[] {
  const sorted = pitches.toSorted((a, b) => a.pt - b.pt);
  const [least] = sorted;
  if (!least || least.heights > tightPitchMax) return [];
  const values = sorted.filter(({ areValues }) => areValues);
  // A value has one line, so rows are no further apart than the nearest values.
  const rowPtMax =
    values.length < valuesMin ? Infinity : itemAt(values, Math.floor(values.length * tightValuesMax)).pt;
  let best = { step: rowStepPt, middle: 0 };
  const limits: number[] = [];
  for (const [index, { pt }] of sorted.entries()) {
    const lower = sorted[index - 1]?.pt ?? pt;
    if (lower > least.pt * tightSpread || pt > rowPtMax + samePitchPt) break;
    // Lines are placed at whole pixels, so pitches of one kind differ by small steps. Of equal steps, the last one
    // separates the kinds.
    if (pt - lower > best.step * equalStep) {
      best = { step: Math.max(best.step, pt - lower), middle: (pt + lower) / 2 };
      limits.unshift(best.middle);
    }
  }
  return limits;
}

/**
 * Returns the limit that follows from how full the lines are: full lines begin rows, and lines with a few texts
 * continue cells. Undefined unless all full lines are further from the line above than the others.
 */
function pitchBeforeFull(lines: readonly SpacedLine[], columnCount: number): number | undefined {
  const pitches = neighbours(lines).map(([above, { middle, pieces }]) => ({
    pt: middle - above.middle,
    share: pieces.length / columnCount,
  }));
  const full = pitches.filter(({ share }) => share >= fullShareMin).map(({ pt }) => pt);
  const rest = pitches.filter(({ share }) => share <= restShareMax).map(({ pt }) => pt);
  if (columnCount < fullColumnsMin || full.length < fullLinesMin || rest.length < restLinesMin)
    return undefined;
  const [widest, narrowest] = [Math.max(...rest), Math.min(...full)];
  return narrowest - widest > samePitchPt ? (narrowest + widest) / 2 : undefined;
}

/** Closely spaced lines in a column: the text of one cell. */
type Block = { column: number; lines: readonly Line[]; firstLine: number; y0: number; y1: number };

const blockOf = (lines: readonly Line[], column: number): Block => ({
  column,
  lines,
  firstLine: firstOf(lines).index,
  y0: firstOf(lines).line.y0,
  y1: lastOf(lines).line.y1,
});

/** Groups the lines of a column that are closer than the limit. */
function blocksOf(column: readonly Line[], limitPt: number): Line[][] {
  const blocks: Line[][] = [];
  for (const item of column) {
    const block = blocks.at(-1);
    const last = block?.at(-1);
    const isNext = last?.columnSpan === item.columnSpan && item.line.middle - last.line.middle < limitPt;
    if (block && isNext) block.push(item);
    else blocks.push([item]);
  }
  return blocks;
}

function overlaps(a: Block, b: Block): boolean {
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return shared > overlapMin * Math.min(a.y1 - a.y0, b.y1 - b.y0);
}

/** The row of each line, as a number; undefined for a line of which it is unclear. */
type Rows = (number | undefined)[];

const unclearLines = (rows: Rows): number => rows.filter((row) => row === undefined).length;

/** Returns the row of each line; undefined if the spacing does not distinguish rows. */
export function rowsBySpacing(lines: readonly SpacedLine[]): Rows | undefined {
  const columns = linesByColumn(lines);
  const knownPitch = pitchBeforeFull(lines, columns.length);
  const [likeliest, ...others] = knownPitch === undefined ? limitPitches(pitchesOf(columns)) : [knownPitch];
  const rows = likeliest === undefined ? undefined : splitRows(lines, columns, likeliest);
  if (!rows || unclearLines(rows) === 0) return rows;
  // Where a cell of several lines is above one of a single line, rows may be hardly further apart than lines.
  const clear = others.map((limitPt) => splitRows(lines, columns, limitPt));
  return clear.find((other) => other !== undefined && unclearLines(other) === 0) ?? rows;
}

/** Joins cells that overlap into rows. A row with two cells of one column is unclear. */
function splitRows(
  lines: readonly SpacedLine[],
  columns: readonly Line[][],
  limitPt: number,
): Rows | undefined {
  const blocks = columns.flatMap((column, index) =>
    blocksOf(column, limitPt).map((block) => blockOf(block, index)),
  );
  const sets = disjointSets(lines.length);
  for (const block of blocks) for (const { index } of block.lines) sets.join(block.firstLine, index);
  const ordered = blocks.toSorted((a, b) => a.y0 - b.y0);
  ordered.forEach((upper, index) => {
    for (const lower of ordered.slice(index + 1)) {
      if (lower.y0 > upper.y1) break;
      if (overlaps(upper, lower)) sets.join(upper.firstLine, lower.firstLine);
    }
  });
  const groups = groupBy(blocks, ({ firstLine }) => sets.find(firstLine));
  const isClear = (root: number): boolean => {
    const inGroup = groups.get(root) ?? [];
    return new Set(inGroup.map(({ column }) => column)).size === inGroup.length;
  };
  const tall = [...groups.values()].filter(
    (group) => group.length > 1 && group.some((block) => block.lines.length > 1),
  );
  const even = tall.filter((group) => new Set(group.map((block) => block.lines.length)).size === 1);
  if (even.length > evenShareMax * tall.length || groups.size < rowsMin) return undefined;
  return lines.map((_, index) => {
    const root = sets.find(index);
    return isClear(root) ? root : undefined;
  });
}
