/**
 * Analyses headers with headings over several columns: which columns each heading spans, which texts are lines of a
 * single column's heading, and therefore which cells are merged.
 */
import type { Ruling } from '#activities/pdf/words/geometry.ts';
import {
  areAligned,
  cellPitch,
  freeColumns,
  isLineOf,
  piecesOf,
  runOf,
  type Leaves,
  type Piece,
  type Run,
} from './header-runs.ts';
import type { Extent, StreamRow } from './stream-rows.ts';
import { itemAt, lastOf } from '#activities/pdf/words/lists.ts';

const levelsMax = 4;

/** A heading over the columns from `first` to `last`: its lines, its extent, the top one's middle, and its row. */
type Heading = Extent & { texts: string[]; first: number; last: number; top: number; level: number };
type Parts = { leaves: Leaves; headings: Heading[] };

/** Adds a text as a line of the heading below it, or as a heading of its own. */
function addHeading(headings: Heading[], piece: Piece, run: Run): void {
  const { middle, height } = piece.row.line;
  const below = headings.find(
    (heading) =>
      heading.first === run.first &&
      heading.last === run.last &&
      areAligned(heading, piece) &&
      heading.top - middle < cellPitch * height,
  );
  if (below) {
    below.texts.unshift(piece.text);
    below.top = middle;
  } else {
    headings.push({ ...run, from: piece.from, to: piece.to, texts: [piece.text], top: middle, level: 0 });
  }
}

/**
 * Divides the texts of the lines, from the lowest line upwards, into headings of single columns and headings over
 * several. Undefined if a text fits neither.
 */
function partsOf(
  lines: readonly StreamRow[],
  bodies: readonly Extent[],
  rules: readonly Ruling[],
): Parts | undefined {
  const leaves: Leaves = bodies.map(() => undefined);
  const headings: Heading[] = [];
  const columns = (): Extent[] =>
    bodies.map((body, index) => {
      const leaf = leaves[index];
      return leaf ? { from: Math.min(leaf.from, body.from), to: Math.max(leaf.to, body.to) } : body;
    });
  for (const [index, line] of [...lines.entries()].toReversed()) {
    const pieces = piecesOf(line);
    const isTop = lines.slice(0, index + 1).every((above) => piecesOf(above).length === 1);
    for (const piece of pieces) {
      const leaf = leaves[piece.column];
      const others = pieces.filter((other) => other !== piece);
      const run = runOf(piece, freeColumns(piece, others, columns(), leaves), {
        columns: columns(),
        leaves,
        rules,
      });
      if (run) {
        addHeading(headings, piece, run);
      } else if (!leaf) {
        leaves[piece.column] = { from: piece.from, to: piece.to, texts: [piece.text], top: line.line.middle };
      } else if (isTop && !isLineOf(piece, leaf)) {
        continue; // This is the end of a caption.
      } else if (headings.some(({ first, last }) => piece.column >= first && piece.column <= last)) {
        return undefined;
      } else {
        leaf.texts.unshift(piece.text);
        leaf.top = line.line.middle;
        leaf.from = Math.min(leaf.from, piece.from);
        leaf.to = Math.max(leaf.to, piece.to);
      }
    }
  }
  return { leaves, headings };
}

const overlap = (a: Run, b: Run): boolean => a.first <= b.last && b.first <= a.last;

/** Assigns each heading to a row, one below the headings above it. Returns the number of rows. */
function setLevels(headings: Heading[]): number {
  headings.sort((a, b) => a.top - b.top);
  headings.forEach((heading, index) => {
    const above = headings.slice(0, index).filter((other) => overlap(other, heading));
    heading.level = Math.max(-1, ...above.map((other) => other.level)) + 1;
  });
  return Math.max(0, ...headings.map((heading) => heading.level + 1));
}

/**
 * Whether the headings can be represented as cells: each within those above it, and none overlapping another of its
 * row.
 */
const areNested = (headings: readonly Heading[]): boolean =>
  headings.every((heading, index) =>
    headings.slice(index + 1).every((other) => {
      if (!overlap(heading, other)) return true;
      return other.level > heading.level && other.first >= heading.first && other.last <= heading.last;
    }),
  );

/** Returns the empty rows of a header: one for each level of headings, and one for the columns' own. */
function emptyRows(
  levels: number,
  columnCount: number,
  headings: readonly Heading[],
  lines: readonly StreamRow[],
): StreamRow[] {
  const lowest = lastOf(lines);
  return Array.from({ length: levels + 1 }, (_, level): StreamRow => {
    const heading = headings.find((candidate) => candidate.level === level);
    const line = lines.find((candidate) => candidate.line.middle === heading?.top) ?? lowest;
    return {
      ...line,
      cells: Array<string>(columnCount).fill(''),
      extents: Array<undefined>(columnCount).fill(undefined),
      spans: [],
      lastMiddle: lowest.lastMiddle,
    };
  });
}

function placeHeadings(rows: readonly StreamRow[], headings: readonly Heading[]): void {
  for (const { texts, first, last, level } of headings) {
    const row = itemAt(rows, level);
    row.cells[first] = texts.join(' ');
    row.spans.push({ column: first, rowSpan: 1, columnSpan: last - first + 1 });
  }
}

/** Places each column's own heading below the headings over it, and extends it down to the last row. */
function placeLeaves(rows: readonly StreamRow[], leaves: Leaves, headings: readonly Heading[]): void {
  for (const [column, leaf] of leaves.entries()) {
    if (!leaf) continue;
    const over = headings.filter(({ first, last }) => column >= first && column <= last);
    const start = Math.max(-1, ...over.map((heading) => heading.level)) + 1;
    const row = itemAt(rows, start);
    row.cells[column] = leaf.texts.join(' ');
    if (start + 1 < rows.length) row.spans.push({ column, rowSpan: rows.length - start, columnSpan: 1 });
  }
}

/**
 * Returns the rows of a header with headings over several columns; undefined if there are none or they are
 * inconsistent.
 *
 * @param lines the header's text lines
 * @param bodies the extent of each column's texts below the header
 * @param rules horizontal rules, which show what a heading above them spans
 */
export function levelledHeader(
  lines: readonly StreamRow[],
  bodies: readonly Extent[],
  rules: readonly Ruling[],
): StreamRow[] | undefined {
  const parts = partsOf(lines, bodies, rules);
  if (!parts || parts.headings.length === 0) return undefined;
  // A text over the whole table is its caption.
  const isCaption = ({ first, last }: Heading): boolean => first === 0 && last === bodies.length - 1;
  const headings = parts.headings.filter((heading) => !isCaption(heading));
  const levels = setLevels(headings);
  if (levels === 0 || levels > levelsMax || levels >= lines.length || !areNested(headings)) return undefined;
  const rows = emptyRows(levels, bodies.length, headings, lines);
  placeHeadings(rows, headings);
  placeLeaves(rows, parts.leaves, headings);
  return rows;
}
