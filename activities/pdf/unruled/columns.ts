/** Detects the columns of a table without rules: gutters that hardly any line of its body crosses. */
import { centreX } from '#activities/pdf/words/geometry.ts';
import { type Gutter } from '#activities/pdf/tables/table.ts';
import { isMulti, type Chunk, type TextLine } from '#activities/pdf/words/lines.ts';

/** Resolution of the coverage profile in steps per point. */
const stepsPerPt = 2;
/** Lines with at least this share of the largest number of chunks are body; headers and group rows have fewer. */
const bodyChunksShare = 0.5;
const bodyLinesMin = 3;
/** Maximum share of body lines that may cross a gutter, if there are enough lines. */
const crossingShareMax = 0.1;
const linesForCrossing = 5;
const gutterStepsMin = 2;
/** Minimum number of texts inside a gutter, per body line, from which they form a column. */
const insideShareMin = 0.2;

export type Columns = {
  x0: number;
  x1: number;
  gutters: Gutter[];
  /** One position inside each gutter, at its emptiest point. */
  separators: number[];
};

/** Returns the lines that show the columns; all lines of several chunks if too few of them do. */
function bodyOf(region: readonly TextLine[], linesMin: number): TextLine[] {
  const lines = region.filter(isMulti);
  const most = Math.max(...lines.map((line) => line.chunks.length));
  const body = lines.filter((line) => line.chunks.length >= Math.max(2, bodyChunksShare * most));
  return body.length >= linesMin ? body : lines;
}

/** Adds the chunks to the number of chunks that cover each step of the table's width. */
function cover(coverage: Uint32Array, chunks: readonly Chunk[], x0: number): Uint32Array {
  for (const chunk of chunks) {
    const from = Math.max(0, Math.floor((chunk.x0 - x0) * stepsPerPt));
    const to = Math.min(coverage.length - 1, Math.ceil((chunk.x1 - x0) * stepsPerPt));
    for (let step = from; step <= to; step++) coverage[step] = (coverage[step] ?? 0) + 1;
  }
  return coverage;
}

/** Steps from `from` up to but excluding `to`. */
type Stretch = { from: number; to: number };

/** Returns the longest stretches in a range whose steps all satisfy the test. */
function stretchesWhere(from: number, to: number, test: (step: number) => boolean): Stretch[] {
  const stretches: Stretch[] = [];
  let start: number | undefined;
  for (let step = from; step <= to; step++) {
    if (step < to && test(step)) start ??= step;
    else if (start !== undefined) {
      stretches.push({ from: start, to: step });
      start = undefined;
    }
  }
  return stretches;
}

/** Returns the middle of the longest run of steps in the stretch that the fewest chunks cover. */
function emptiest(coverage: Uint32Array, { from, to }: Stretch): number {
  const least = Math.min(...coverage.subarray(from, to));
  let best: Stretch = { from, to: from };
  for (const stretch of stretchesWhere(from, to, (step) => coverage[step] === least)) {
    if (stretch.to - stretch.from > best.to - best.from) best = stretch;
  }
  return (best.from + best.to) / 2;
}

/** Returns the columns of a region; undefined if it has no gutters, or too few lines for a table. */
export function columnsOf(region: readonly TextLine[], linesMin = bodyLinesMin): Columns | undefined {
  if (region.filter(isMulti).length < linesMin) return undefined;
  const body = bodyOf(region, linesMin);
  const x0 = Math.min(...body.map((line) => line.x0));
  const x1 = Math.max(...body.map((line) => line.x1));
  const coverage = cover(
    new Uint32Array(Math.ceil((x1 - x0) * stepsPerPt) + 2),
    body.flatMap((line) => line.chunks),
    x0,
  );
  const crossingsMax =
    body.length >= linesForCrossing ? Math.max(1, Math.floor(crossingShareMax * body.length)) : 0;
  const toX = (step: number): number => x0 + step / stepsPerPt;
  const open = (): Stretch[] =>
    stretchesWhere(0, coverage.length, (step) => (coverage[step] ?? 0) <= crossingsMax).filter(
      ({ from, to }) => from > 0 && to < coverage.length && to - from >= gutterStepsMin,
    );
  cover(coverage, insideOf(region, body, open(), toX), x0);
  const texts = region
    .flatMap((line) => line.chunks)
    .map((chunk) => ({ from: (chunk.x0 - x0) * stepsPerPt, middle: (centreX(chunk) - x0) * stepsPerPt }));
  const stretches = joinedOverEmpty(open(), texts);
  if (stretches.length === 0) return undefined;
  return {
    x0,
    x1,
    gutters: stretches.map(({ from, to }) => ({ from: toX(from), to: toX(to) })),
    separators: stretches.map((stretch) => toX(emptiest(coverage, stretch))),
  };
}

/** Joins gutters if no text begins between them, because texts that only extend there from both sides are no column. */
function joinedOverEmpty(
  stretches: readonly Stretch[],
  texts: readonly { from: number; middle: number }[],
): Stretch[] {
  const joined: Stretch[] = [];
  for (const stretch of stretches) {
    const before = joined.at(-1);
    const isColumn =
      before &&
      texts.some(({ from, middle }) => from >= before.from && middle >= before.to && middle <= stretch.from);
    if (before && !isColumn) before.to = stretch.to;
    else joined.push({ ...stretch });
  }
  return joined;
}

/**
 * Returns texts outside of the body that lie entirely inside a gutter, if there are enough of them for a column: short
 * cells in the middle of tall rows.
 */
function insideOf(
  region: readonly TextLine[],
  body: readonly TextLine[],
  stretches: readonly Stretch[],
  toX: (step: number) => number,
): Chunk[] {
  const inBody = new Set(body);
  const others = region.filter((line) => !inBody.has(line)).flatMap((line) => line.chunks);
  return stretches.flatMap(({ from, to }) => {
    const inside = others.filter((chunk) => chunk.x0 > toX(from) && chunk.x1 < toX(to));
    return inside.length > Math.max(bodyLinesMin, insideShareMin * body.length) ? inside : [];
  });
}
