/**
 * Groups text lines into rows by their spacing: lines of one cell are closer than lines of two rows. This also finds
 * the rows of tables with wrapped cells in which short cells are vertically centred or at the bottom.
 */
import { disjointSets, groupBy } from '#activities/pdf/words/geometry.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

/** The text of one line in one column or across several. */
export type LinePiece = { column: number; columnSpan: number; isValue: boolean };
export type SpacedLine = { y0: number; y1: number; middle: number; height: number; pieces: LinePiece[] };

/** Maximum distance between lines of one cell, in heights. */
const tightPitchMax = 1.75;
/** Maximum ratio between pitches of one kind, and minimum additional distance between rows. */
const tightSpread = 1.15;
const rowStepPt = 0.6;
const samePitchPt = 0.2;
const equalStep = 0.85;
/** Minimum overlap of cells in one row, as a share of the lower one. */
const overlapMin = 0.5;
/**
 * If most groups have the same number of lines in every column, the wide pitches separate groups of rows rather than
 * rows.
 */
const evenShareMax = 0.6;
/** With fewer pairs of values, rows are measured by all lines, because a few values may be parts of a broken text. */
const valuesMin = 3;
const tightValuesMax = 0.05;
const rowsMin = 2;
/** Minimum share of columns with a text in a full line, and maximum share in a line that continues cells. */
const fullShareMin = 0.7;
const restShareMax = 0.5;
const fullColumnsMin = 3;
const fullLinesMin = 3;
const restLinesMin = 2;

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
 * Returns the pitches in points that may separate lines of a cell from rows, likeliest first; none if all pitches are
 * of one kind.
 */
function partingPitches(pitches: readonly Pitch[]): number[] {
  const sorted = pitches.toSorted((a, b) => a.pt - b.pt);
  const [least] = sorted;
  if (!least || least.heights > tightPitchMax) return [];
  const values = sorted.filter(({ areValues }) => areValues);
  // A value has one line, so rows are no further apart than the nearest values.
  const rowPtMax =
    values.length < valuesMin ? Infinity : itemAt(values, Math.floor(values.length * tightValuesMax)).pt;
  let best = { step: rowStepPt, middle: 0 };
  const partings: number[] = [];
  for (const [index, { pt }] of sorted.entries()) {
    const lower = sorted[index - 1]?.pt ?? pt;
    if (lower > least.pt * tightSpread || pt > rowPtMax + samePitchPt) break;
    // Lines are placed at whole pixels, so pitches of one kind differ in small steps; of equal steps the last one
    // separates the kinds.
    if (pt - lower > best.step * equalStep) {
      best = { step: Math.max(best.step, pt - lower), middle: (pt + lower) / 2 };
      partings.unshift(best.middle);
    }
  }
  return partings;
}

/**
 * Returns the pitch derived from how full the lines are: full lines begin rows, lines with a few texts continue
 * cells. Undefined unless all full lines are further from the previous line than the others.
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

function blocksOf(column: readonly Line[], parting: number): Line[][] {
  const blocks: Line[][] = [];
  for (const item of column) {
    const block = blocks.at(-1);
    const last = block?.at(-1);
    const isNext = last?.columnSpan === item.columnSpan && item.line.middle - last.line.middle < parting;
    if (block && isNext) block.push(item);
    else blocks.push([item]);
  }
  return blocks;
}

function overlaps(a: Block, b: Block): boolean {
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return shared > overlapMin * Math.min(a.y1 - a.y0, b.y1 - b.y0);
}

type Rows = (number | undefined)[];

const unclearLines = (rows: Rows): number => rows.filter((row) => row === undefined).length;

/** Returns the row number of each line; undefined if spacing does not distinguish the rows. */
export function rowsBySpacing(lines: readonly SpacedLine[]): Rows | undefined {
  const columns = linesByColumn(lines);
  const knownPitch = pitchBeforeFull(lines, columns.length);
  const [likeliest, ...others] = knownPitch === undefined ? partingPitches(pitchesOf(columns)) : [knownPitch];
  const rows = likeliest === undefined ? undefined : splitRows(lines, columns, likeliest);
  if (!rows || unclearLines(rows) === 0) return rows;
  // If a cell of several lines is above a single line, rows may be hardly further apart than lines.
  const clear = others.map((parting) => splitRows(lines, columns, parting));
  return clear.find((other) => other !== undefined && unclearLines(other) === 0) ?? rows;
}

function splitRows(
  lines: readonly SpacedLine[],
  columns: readonly Line[][],
  parting: number,
): Rows | undefined {
  const blocks = columns.flatMap((column, index) =>
    blocksOf(column, parting).map((block) => blockOf(block, index)),
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
