/**
 * Headers with headings over several columns: which text is a heading over which columns, which texts are the lines of one
 * column's own heading, and so which cells reach over rows and columns.
 */
import type { Ruling } from './geometry.ts';
import type { Extent, StreamRow } from './stream-rows.ts';

/** Lines of one cell share their left, middle or right up to this. */
const alignedPt = 4;
/** A heading stands over the middle of its columns up to this. */
const centredPt = 6;
/** Lines of one cell follow each other within this many heights. */
const cellPitch = 1.6;
/** A rule under a heading follows within this many heights and reaches over its columns but not over the table. */
const rulePitch = 1.2;
const ruleWidthShareMax = 0.9;
const levelsMax = 4;

type Piece = Extent & { text: string; column: number; columnSpan: number; row: StreamRow };
type Leaf = Extent & { texts: string[]; top: number };
type Heading = Extent & { texts: string[]; first: number; last: number; top: number; level: number };

export const middleOf = ({ from, to }: Extent): number => (from + to) / 2;

export const areAligned = (a: Extent, b: Extent): boolean =>
  a.from < b.to &&
  b.from < a.to &&
  (Math.abs(a.from - b.from) < alignedPt ||
    Math.abs(a.to - b.to) < alignedPt ||
    Math.abs(middleOf(a) - middleOf(b)) < alignedPt);

function piecesOf(row: StreamRow): Piece[] {
  return row.cells.flatMap((text, column) => {
    const extent = row.extents[column];
    const columnSpan = row.spans.find((span) => span.column === column)?.columnSpan ?? 1;
    return text && extent ? [{ ...extent, text, column, columnSpan, row }] : [];
  });
}

type Run = { first: number; last: number };

/** The columns over which a rule right under a heading reaches. */
function runOfRule(piece: Piece, columns: readonly Extent[], rules: readonly Ruling[]): Run | undefined {
  const { y1, height, middle } = piece.row.line;
  const width = columns.at(-1)!.to - columns[0]!.from;
  const rule = rules.find(
    ({ at, from, to }) =>
      at > middle &&
      at < y1 + rulePitch * height &&
      from < middleOf(piece) &&
      to > middleOf(piece) &&
      to - from < ruleWidthShareMax * width,
  );
  if (!rule) return undefined;
  const under = [...columns.keys()].filter(
    (index) => middleOf(columns[index]!) > rule.from && middleOf(columns[index]!) < rule.to,
  );
  return under.length >= 2 ? { first: under[0]!, last: under.at(-1)! } : undefined;
}

/** The widest run of free columns, of at least two, over whose middle a heading stands. */
function centredRun(piece: Piece, free: readonly number[], columns: readonly Extent[]): Run | undefined {
  for (let size = free.length; size >= 2; size--) {
    for (let start = 0; start + size <= free.length; start++) {
      const [first, last] = [free[start]!, free[start + size - 1]!];
      const extent = { from: columns[first]!.from, to: columns[last]!.to };
      const holdsOwn = first <= piece.column && last >= piece.column + piece.columnSpan - 1;
      const isUnbroken = last - first === size - 1;
      if (isUnbroken && holdsOwn && Math.abs(middleOf(extent) - middleOf(piece)) < centredPt)
        return { first, last };
    }
  }
  return undefined;
}

/** The columns that a text may be the heading of: those that no other text of the line takes or stands nearer to. */
function freeColumns(
  piece: Piece,
  others: readonly Piece[],
  columns: readonly Extent[],
  leaves: Parts['leaves'],
): number[] {
  return [...columns.keys()].filter((column) => {
    const middle = middleOf(columns[column]!);
    const distance = (from: Piece): number => Math.abs(middleOf(from) - middle);
    return others.every((other) => {
      const isOwn = column >= other.column && column < other.column + other.columnSpan;
      // With nothing but its own next lines below it, a text is its column's own heading and reaches for no other.
      const leaf = leaves[other.column];
      const isHeading = other.columnSpan > 1 || (leaf !== undefined && !isLineOf(other, leaf));
      return !isOwn && !(isHeading && distance(other) < distance(piece));
    });
  });
}

type Parts = { leaves: (Leaf | undefined)[]; headings: Heading[] };

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

/** The columns that a text is a heading over; undefined when it is one column's own. */
function runOf(
  piece: Piece,
  free: readonly number[],
  columns: readonly Extent[],
  leaves: Parts['leaves'],
  rules: readonly Ruling[],
): Run | undefined {
  const leaf = leaves[piece.column];
  const isSingle = piece.columnSpan === 1;
  if (isSingle && !leaf) return undefined;
  const ruled = runOfRule(piece, columns, rules);
  if (ruled) return ruled;
  const centred = centredOver(piece, free, columns, leaves);
  if (isSingle && leaf && isLineOf(piece, leaf)) {
    const isLevel =
      centred && leaves.slice(centred.first, centred.last + 1).every((other) => other?.top === leaf.top);
    return isLevel && Math.abs(middleOf(piece) - middleOf(leaf)) > alignedPt ? centred : undefined;
  }
  if (!isSingle) return centred ?? { first: piece.column, last: piece.column + piece.columnSpan - 1 };
  return centred ?? (leaf && beside(piece, leaf, free));
}

/** A text that stands beside its column's own heading is a heading over this column and the next on that side. */
function beside(piece: Piece, leaf: Leaf, free: readonly number[]): Run | undefined {
  if (piece.from < leaf.to && leaf.from < piece.to) return undefined;
  const next = piece.column + (piece.from >= leaf.to ? 1 : -1);
  if (!free.includes(next)) return undefined;
  return { first: Math.min(piece.column, next), last: Math.max(piece.column, next) };
}

/** Writers centre a heading over the texts of its columns, over their own headings, or over their cells. */
function centredOver(
  piece: Piece,
  free: readonly number[],
  columns: readonly Extent[],
  leaves: Parts['leaves'],
): Run | undefined {
  const headed = columns.map((column, index) => leaves[index] ?? column);
  const cells = columns.map((column, index) => ({
    from: index === 0 ? column.from : (columns[index - 1]!.to + column.from) / 2,
    to: (column.to + (columns[index + 1]?.from ?? column.to)) / 2,
  }));
  return (
    centredRun(piece, free, columns) ?? centredRun(piece, free, headed) ?? centredRun(piece, free, cells)
  );
}

/** Whether a text is the line above the others of the same cell. */
function isLineOf(piece: Piece, leaf: Leaf): boolean {
  const { middle, height } = piece.row.line;
  return leaf.top - middle < cellPitch * height && areAligned(piece, leaf);
}

/** Sorts the texts of the lines, from the lowest upwards, into columns' own headings and headings over several. */
function partsOf(
  lines: readonly StreamRow[],
  bodies: readonly Extent[],
  rules: readonly Ruling[],
): Parts | undefined {
  const leaves: Parts['leaves'] = bodies.map(() => undefined);
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
      const run = runOf(piece, freeColumns(piece, others, columns(), leaves), columns(), leaves, rules);
      if (run) {
        addHeading(headings, piece, run);
      } else if (!leaf) {
        leaves[piece.column] = { from: piece.from, to: piece.to, texts: [piece.text], top: line.line.middle };
      } else if (isTop && !isLineOf(piece, leaf)) {
        continue; // The end of the caption.
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

/** Gives each heading its row: one below the headings that stand over it. Answers the number of rows they take. */
function setLevels(headings: Heading[]): number {
  headings.sort((a, b) => a.top - b.top);
  headings.forEach((heading, index) => {
    const above = headings.slice(0, index).filter((other) => overlap(other, heading));
    heading.level = Math.max(-1, ...above.map((other) => other.level)) + 1;
  });
  return Math.max(0, ...headings.map((heading) => heading.level + 1));
}

/** Whether the headings can be drawn as cells: each within those above it, none beside another of its row. */
const areNested = (headings: readonly Heading[]): boolean =>
  headings.every((heading, index) =>
    headings.slice(index + 1).every((other) => {
      if (!overlap(heading, other)) return true;
      return other.level > heading.level && other.first >= heading.first && other.last <= heading.last;
    }),
  );

/** The rows of a header with headings over several columns; undefined where there are none or they make no sense. */
export function levelledHeader(
  lines: readonly StreamRow[],
  bodies: readonly Extent[],
  rules: readonly Ruling[],
): StreamRow[] | undefined {
  const parts = partsOf(lines, bodies, rules);
  if (!parts || parts.headings.length === 0) return undefined;
  const { leaves, headings } = parts;
  // What stands over the whole table is its caption.
  const isCaption = ({ first, last }: Heading): boolean => first === 0 && last === bodies.length - 1;
  const inside = headings.filter((heading) => !isCaption(heading));
  const levels = setLevels(inside);
  if (levels === 0 || levels > levelsMax || levels >= lines.length || !areNested(inside)) return undefined;
  const rows = Array.from({ length: levels + 1 }, (_, level): StreamRow => {
    const heading = inside.find((candidate) => candidate.level === level);
    const line = lines.find((candidate) => candidate.line.middle === heading?.top) ?? lines.at(-1)!;
    return {
      ...line,
      cells: bodies.map(() => ''),
      extents: bodies.map(() => undefined),
      spans: [],
      lastMiddle: lines.at(-1)!.lastMiddle,
    };
  });
  for (const { texts, first, last, level } of inside) {
    rows[level]!.cells[first] = texts.join(' ');
    rows[level]!.spans.push({ column: first, rowSpan: 1, columnSpan: last - first + 1 });
  }
  for (const [column, leaf] of leaves.entries()) {
    if (!leaf) continue;
    const over = inside.filter(({ first, last }) => column >= first && column <= last);
    const start = Math.max(-1, ...over.map((heading) => heading.level)) + 1;
    rows[start]!.cells[column] = leaf.texts.join(' ');
    if (start < levels) rows[start]!.spans.push({ column, rowSpan: levels + 1 - start, columnSpan: 1 });
  }
  return rows;
}
