/**
 * Assigns headings to columns in order, so that they lie as well as possible over the texts below them, whatever the
 * alignment of either. Words of one line may become one heading or several.
 */
import { itemAt, lastOf } from '#activities/pdf/words/lists.ts';
import type { Extent } from './stream-rows.ts';

/** The smallest part of a heading that may stand alone: a word, or a text of several lines. */
export type HeadingPart = Extent & {
  /** Cost of separating this part from the one before; 0 if the two cannot belong together. */
  cut: number;
  /** Whether the part must begin a heading. */
  isStart: boolean;
};

/** The heading of a column: the parts from `from` up to but excluding `to`. */
export type HeadingGroup = { column: number; from: number; to: number };

/** Costs are in text heights. A heading that is aligned with no edge or centre of its column costs at most this. */
const unalignedMax = 1.5;
/** Maximum offset of an aligned heading. */
const alignedHeights = 0.3;
/** Factors for the length by which an aligned heading, or any other, extends into a neighbouring column. */
const outsideAligned = 0.4;
const outsideFactor = 2;
/** Factor for the distance between a heading and texts that it does not overlap, and maximum of that cost. */
const distanceFactor = 0.1;
const distanceMax = 1;
/** Cost of a column without a heading. The first column often has none. */
const emptyCost = 2;
const emptyFirstCost = 0.6;
/** Text that fits worse than this is not the heading of the column; it may be one over several columns. */
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

/** The last heading of an assignment, with the total cost so far and the step before it. */
type Step = { cost: number; group: HeadingGroup | undefined; before: Step | undefined };

/** Returns the cost of leaving the columns from `from` up to but excluding `to` without a heading. */
const skipCost = (from: number, to: number): number =>
  Math.max(0, to - from) * emptyCost - (from === 0 && to > 0 ? emptyCost - emptyFirstCost : 0);

/** Returns the headings that may begin with the part at an index: it alone, and it with the parts that may follow. */
function headingsFrom(parts: readonly HeadingPart[], from: number): (Extent & { end: number })[] {
  const first = itemAt(parts, from);
  const headings = [{ from: first.from, to: first.to, end: from + 1 }];
  for (let end = from + 1; end < parts.length; end++) {
    const next = itemAt(parts, end);
    if (next.isStart) break;
    const before = lastOf(headings);
    headings.push({
      from: Math.min(before.from, next.from),
      to: Math.max(before.to, next.to),
      end: end + 1,
    });
  }
  return headings;
}

/** A heading over a column, with the costs of separating it from the text before it and of placing it there. */
type Candidate = { group: HeadingGroup; cut: number; cost: number };

/** Returns the cheapest step that adds the heading to one of the steps, which are listed by their first free column. */
function cheapestStep(
  steps: readonly (Step | undefined)[],
  { group, cut, cost }: Candidate,
  known: Step | undefined,
): Step | undefined {
  let best = known;
  for (let free = 0; free <= group.column; free++) {
    const before = steps[free];
    if (!before) continue;
    const total = before.cost + cut + cost + skipCost(free, group.column);
    if (total < (best?.cost ?? Infinity)) best = { cost: total, group, before };
  }
  return best;
}

/** Returns the last step of the cheapest assignment, with its cost including the columns after it. */
function cheapestEnd(
  steps: readonly (Step | undefined)[],
  columnCount: number,
): { step: Step; cost: number } | undefined {
  let least: { step: Step; cost: number } | undefined;
  for (const [free, step] of steps.entries()) {
    if (!step) continue;
    const cost = step.cost + skipCost(free, columnCount);
    if (!least || cost < least.cost) least = { step, cost };
  }
  return least;
}

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
  /** The cheapest assignment of the first parts, by their number and by the first column that is still free. */
  const best: (Step | undefined)[][] = [
    [{ cost: 0, group: undefined, before: undefined }],
    ...parts.map(() => columns.map(() => undefined)),
  ];
  for (const [from, { cut }] of parts.entries()) {
    for (const { end, ...extent } of headingsFrom(parts, from)) {
      const steps = itemAt(best, end);
      for (const column of columns.keys()) {
        const cost = costOf(extent, columns, column, height);
        if (cost > groupCostMax) continue;
        const candidate = { group: { column, from, to: end }, cut, cost };
        steps[column + 1] = cheapestStep(itemAt(best, from), candidate, steps[column + 1]);
      }
    }
  }
  const least = cheapestEnd(itemAt(best, parts.length), columns.length);
  if (!least) return undefined;
  const groups: HeadingGroup[] = [];
  for (let step: Step | undefined = least.step; step?.group; step = step.before) groups.unshift(step.group);
  return { groups, cost: least.cost };
}
