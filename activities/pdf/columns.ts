/** Finds the columns of a table without rules: gutters that hardly any line of its body crosses. */
import { type Gutter } from './table.ts';
import { isMulti, type TextLine } from './lines.ts';

/** Steps per point of the coverage profile. */
const stepsPerPt = 2;
/** Lines with at least this share of the most chunks are body; headers and group rows are not. */
const bodyChunksShare = 0.5;
const bodyLinesMin = 3;
/** Share of the body lines that may cross a gutter, where there are enough lines to say so. */
const crossingShareMax = 0.1;
const linesForCrossing = 5;
const gutterStepsMin = 2;

export type Columns = {
  x0: number;
  x1: number;
  gutters: Gutter[];
  /** One position inside each gutter: its emptiest place. */
  separators: number[];
};

function bodyOf(region: readonly TextLine[]): TextLine[] {
  const lines = region.filter(isMulti);
  const most = Math.max(...lines.map((line) => line.chunks.length));
  const body = lines.filter((line) => line.chunks.length >= Math.max(2, bodyChunksShare * most));
  return body.length >= bodyLinesMin ? body : lines;
}

/** How many chunks lie over each step of the table's width. */
function coverageOf(body: readonly TextLine[], x0: number, x1: number): Uint32Array {
  const coverage = new Uint32Array(Math.ceil((x1 - x0) * stepsPerPt) + 2);
  for (const chunk of body.flatMap((line) => line.chunks)) {
    const from = Math.max(0, Math.floor((chunk.x0 - x0) * stepsPerPt));
    const to = Math.min(coverage.length - 1, Math.ceil((chunk.x1 - x0) * stepsPerPt));
    for (let step = from; step <= to; step++) coverage[step]! += 1;
  }
  return coverage;
}

type Stretch = { from: number; to: number };

/** Longest stretches whose steps satisfy the test; one that touches either end of the profile is no gutter. */
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

function emptiest(coverage: Uint32Array, { from, to }: Stretch): number {
  const least = Math.min(...coverage.subarray(from, to));
  let best: Stretch = { from, to: from };
  for (const stretch of stretchesWhere(from, to, (step) => coverage[step] === least)) {
    if (stretch.to - stretch.from > best.to - best.from) best = stretch;
  }
  return (best.from + best.to) / 2;
}

export function columnsOf(region: readonly TextLine[]): Columns | undefined {
  if (region.filter(isMulti).length < bodyLinesMin) return undefined;
  const body = bodyOf(region);
  const x0 = Math.min(...body.map((line) => line.x0));
  const x1 = Math.max(...body.map((line) => line.x1));
  const coverage = coverageOf(body, x0, x1);
  const crossingsMax =
    body.length >= linesForCrossing ? Math.max(1, Math.floor(crossingShareMax * body.length)) : 0;
  const stretches = stretchesWhere(0, coverage.length, (step) => coverage[step]! <= crossingsMax).filter(
    ({ from, to }) => from > 0 && to < coverage.length && to - from >= gutterStepsMin,
  );
  if (stretches.length === 0) return undefined;
  const toX = (step: number): number => x0 + step / stepsPerPt;
  return {
    x0,
    x1,
    gutters: stretches.map(({ from, to }) => ({ from: toX(from), to: toX(to) })),
    separators: stretches.map((stretch) => toX(emptiest(coverage, stretch))),
  };
}
