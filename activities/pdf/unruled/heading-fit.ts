/**
 * Assigns headings to columns: keeps their order, and chooses the assignment whose headings lie best over the texts
 * below them, whatever the alignment of either.
 */
import { itemAt } from '#activities/pdf/words/lists.ts';
import type { Extent } from './stream-rows.ts';

/** The smallest part of a heading that may stand alone: a word, or a text of several lines. */
export type HeadingPart = Extent & {
  /** Cost of separating this part from the one before; 0 if the two cannot belong together. */
  cut: number;
  /** Whether the part must begin a heading. */
  isStart: boolean;
};

export type HeadingGroup = { column: number; from: number; to: number };

/** Costs in text heights. An unaligned heading inside its cell costs no more than this. */
const unalignedMax = 1.5;
const alignedHeights = 0.3;
/** Cost of extending into a neighbouring column, for an aligned heading and for any other. */
const outsideAligned = 0.4;
const outsideFactor = 2;
const distanceFactor = 0.1;
const distanceMax = 1;
/** Cost of a column without a heading. The first column often has none. */
const emptyCost = 2;
const emptyFirstCost = 0.6;
/** A heading that fits worse than this belongs to another structure, such as a heading over several columns. */
const groupCostMax = 3.2;

const middleOf = ({ from, to }: Extent): number => (from + to) / 2;

/** Returns the cost of a heading over a column, in text heights. */
function costOf(heading: Extent, columns: readonly Extent[], index: number, height: number): number {
  const column = itemAt(columns, index);
  const before = columns[index - 1]?.to ?? -Infinity;
  const after = columns[index + 1]?.from ?? Infinity;
  const offset = Math.min(
    Math.abs(heading.from - column.from),
    Math.abs(heading.to - column.to),
    Math.abs(middleOf(heading) - middleOf(column)),
  );
  const outside = Math.max(0, before - heading.from) + Math.max(0, heading.to - after);
  const distance = Math.max(0, column.from - heading.to, heading.from - column.to);
  const isAligned = offset < alignedHeights * height;
  return (
    Math.min(offset / height, unalignedMax) +
    ((isAligned ? outsideAligned : outsideFactor) * outside) / height +
    Math.min((distanceFactor * distance) / height, distanceMax)
  );
}

type Step = { cost: number; group: HeadingGroup | undefined; before: Step | undefined };

const skipCost = (from: number, to: number): number =>
  Math.max(0, to - from) * emptyCost - (from === 0 && to > 0 ? emptyCost - emptyFirstCost : 0);

/**
 * Returns the headings with the least cost, and that cost; undefined if no assignment in order fits.
 *
 * @param parts from left to right
 * @param columns the extents of the texts below
 * @param height of the text in points
 */
export function fittedHeadings(
  parts: readonly HeadingPart[],
  columns: readonly Extent[],
  height: number,
): { groups: HeadingGroup[]; cost: number } | undefined {
  /** The best assignment of the parts before an index whose last column is before another. */
  let best: (Step | undefined)[][] = parts.map(() => columns.map(() => undefined));
  best = [[{ cost: 0, group: undefined, before: undefined }], ...best];
  for (let from = 0; from < parts.length; from++) {
    let to = from + 1;
    let [x0, x1] = [itemAt(parts, from).from, itemAt(parts, from).to];
    for (;;) {
      for (let column = 0; column < columns.length; column++) {
        const cost = costOf({ from: x0, to: x1 }, columns, column, height);
        if (cost > groupCostMax) continue;
        for (let free = 0; free <= column; free++) {
          const before = best[from]?.[free];
          if (!before) continue;
          const { cut } = itemAt(parts, from);
          const total = before.cost + cut + cost + skipCost(free, column);
          const row = itemAt(best, to);
          if (total < (row[column + 1]?.cost ?? Infinity))
            row[column + 1] = { cost: total, group: { column, from, to }, before };
        }
      }
      const next = parts[to];
      if (!next || next.isStart) break;
      x0 = Math.min(x0, next.from);
      x1 = Math.max(x1, next.to);
      to += 1;
    }
  }
  let least: { step: Step; cost: number } | undefined;
  for (const [free, step] of itemAt(best, parts.length).entries()) {
    if (!step) continue;
    const cost = step.cost + skipCost(free, columns.length);
    if (!least || cost < least.cost) least = { step, cost };
  }
  if (!least) return undefined;
  const groups: HeadingGroup[] = [];
  for (let step: Step | undefined = least.step; step?.group; step = step.before) groups.unshift(step.group);
  return { groups, cost: least.cost };
}
