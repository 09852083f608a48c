/** Detects ruled grids: connected rulings, their edges, and the cells between them with exact spans. */
import { disjointSets, holdsCentre, median, type Box, type Ruling } from '#activities/pdf/words/geometry.ts';
import { borderOfTables, rulingsAbove, rulingsBelow } from './lattice-borders.ts';
import type { Rulings } from '#activities/pdf/words/rulings.ts';
import { firstOf, itemAt, lastOf } from '#activities/pdf/words/lists.ts';

/** Maximum distance at which rulings still count as touching. */
const tolerancePt = 3;
/** An outer border is missing if the perpendicular rulings extend beyond the last one by more than this. */
const openSidePt = 8;
const openTopPt = 6;
/** Minimum width of a label column outside the ruled ones, and minimum share of rows with a word in it. */
const labelColumnMinPt = 20;
const labelsShareMin = 0.3;
const atomicCellsMax = 20_000;
const latticesPerPageMax = 200;
/** Maximum uncovered share of a cell's side at each end; a ruling that covers less is not a border. */
const uncoveredShareMax = 0.35;

/** A cell with its range of the lattice's smallest rows and columns; the last ones are included. */
export type LatticeCell = { row0: number; row1: number; column0: number; column1: number };

export type Lattice = {
  /** Edges of the smallest columns and rows, in order. */
  xs: number[];
  ys: number[];
  box: Box;
  cells: LatticeCell[];
  /** Returns the index in `cells` of the cell that covers a smallest row and column. */
  cellAt: (row: number, column: number) => number;
};

/** Groups rulings that cross or touch, directly or through others. */
function connectedRulings({ horizontals, verticals }: Rulings): Rulings[] {
  const sets = disjointSets(horizontals.length + verticals.length);
  const ordered = [...verticals.entries()].sort(([, a], [, b]) => a.at - b.at);
  const positions = ordered.map(([, vertical]) => vertical.at);
  for (const [index, horizontal] of horizontals.entries()) {
    for (let k = firstAtLeast(positions, horizontal.from - tolerancePt); k < ordered.length; k++) {
      const [own, vertical] = itemAt(ordered, k);
      if (vertical.at > horizontal.to + tolerancePt) break;
      const meets =
        horizontal.at >= vertical.from - tolerancePt && horizontal.at <= vertical.to + tolerancePt;
      if (meets) sets.join(index, horizontals.length + own);
    }
  }
  const groups = new Map<number, Rulings>();
  const groupOf = (item: number): Rulings => {
    const root = sets.find(item);
    const group = groups.get(root) ?? { horizontals: [], verticals: [] };
    groups.set(root, group);
    return group;
  };
  horizontals.forEach((ruling, index) => groupOf(index).horizontals.push(ruling));
  verticals.forEach((ruling, index) => groupOf(horizontals.length + index).verticals.push(ruling));
  return [...groups.values()];
}

/** Returns the index of the first element that is not below the value, by binary search. */
function firstAtLeast(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(sorted, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the distinct positions in order. */
function edgesOf(rulings: readonly Ruling[]): number[] {
  const edges: number[] = [];
  for (const at of rulings.map((ruling) => ruling.at).sort((a, b) => a - b)) {
    if (at - (edges.at(-1) ?? -Infinity) > tolerancePt) edges.push(at);
  }
  return edges;
}

type Edged = Rulings & { xs: number[]; ys: number[] };

const boxOf = ({ xs, ys }: Edged): Box => ({
  x0: firstOf(xs),
  y0: firstOf(ys),
  x1: lastOf(xs),
  y1: lastOf(ys),
});

/**
 * Adds a column of labels to the left of the first vertical ruling, into which some horizontal rulings then extend.
 * If hardly any do, its rows follow the columns beside it.
 */
function withLabelColumn(edged: Edged, words: readonly Box[]): Edged {
  const { horizontals, verticals, xs, ys } = edged;
  const first = firstOf(xs);
  const reaching = horizontals.filter((ruling) => first - ruling.from > labelColumnMinPt);
  if (reaching.length === 0) return edged;
  const left = Math.min(...reaching.map((ruling) => ruling.from));
  const area = { ...boxOf(edged), x0: left, x1: first };
  const labels = words.filter((word) => holdsCentre(area, word)).length;
  if (labels < labelsShareMin * (ys.length - 1)) return edged;
  const rows = reaching.length > 2 ? [] : ys.map((at) => ({ at, from: left, to: first }));
  return {
    horizontals: [...horizontals, ...rows],
    verticals: [...verticals, { at: left, from: area.y0, to: area.y1 }],
    xs: [left, ...xs],
    ys,
  };
}

/** Returns the outer edges that are missing: the perpendicular rulings usually end that far beyond the known edges. */
function missingEdges(
  edges: readonly number[],
  across: readonly Ruling[],
  openPt: number,
): { before: number[]; after: number[] } {
  const from = median(across.map((ruling) => ruling.from));
  const to = median(across.map((ruling) => ruling.to));
  return {
    before: firstOf(edges) - from > openPt ? [from] : [],
    after: to - lastOf(edges) > openPt ? [to] : [],
  };
}

/** Adds the borders that a table open at its sides, top or bottom lacks. */
function closed({ horizontals, verticals }: Rulings): Edged {
  const [drawnXs, drawnYs] = [edgesOf(verticals), edgesOf(horizontals)];
  const sides = missingEdges(drawnXs, horizontals, openSidePt);
  const ends = missingEdges(drawnYs, verticals, openTopPt);
  const xs = [...sides.before, ...drawnXs, ...sides.after];
  const ys = [...ends.before, ...drawnYs, ...ends.after];
  const borderAlong = (edges: readonly number[]) => (at: number) => ({
    at,
    from: firstOf(edges),
    to: lastOf(edges),
  });
  return {
    horizontals: [...horizontals, ...[...ends.before, ...ends.after].map(borderAlong(xs))],
    verticals: [...verticals, ...[...sides.before, ...sides.after].map(borderAlong(drawnYs))],
    xs,
    ys,
  };
}

/**
 * Returns a test of whether a ruling runs along an edge between two neighbouring perpendicular edges; `stretch` is the
 * index of the first of these.
 */
function borderTest(
  rulings: readonly Ruling[],
  edges: readonly number[],
  crossing: readonly number[],
): (edge: number, stretch: number) => boolean {
  const near = edges.map((edge) => rulings.filter((ruling) => Math.abs(ruling.at - edge) <= tolerancePt));
  return (edge, stretch) => {
    const from = itemAt(crossing, stretch);
    const to = itemAt(crossing, stretch + 1);
    const slack = uncoveredShareMax * (to - from);
    return itemAt(near, edge).some((ruling) => ruling.from <= from + slack && ruling.to >= to - slack);
  };
}

/** Returns the cells that joined atoms, the smallest cells, form. `rootOf` names the set to which an atom belongs. */
function mergedCells(
  rowCount: number,
  columnCount: number,
  rootOf: (atom: number) => number,
): Pick<Lattice, 'cells' | 'cellAt'> {
  const cells: LatticeCell[] = [];
  const indexByRoot = new Map<number, number>();
  const indexByAtom: number[] = [];
  for (let atom = 0; atom < rowCount * columnCount; atom++) {
    const row = Math.floor(atom / columnCount);
    const column = atom % columnCount;
    const root = rootOf(atom);
    const index = indexByRoot.get(root) ?? cells.length;
    const cell = cells[index];
    indexByAtom.push(index);
    if (cell) {
      cell.row1 = Math.max(cell.row1, row);
      cell.column0 = Math.min(cell.column0, column);
      cell.column1 = Math.max(cell.column1, column);
    } else {
      indexByRoot.set(root, index);
      cells.push({ row0: row, row1: row, column0: column, column1: column });
    }
  }
  return { cells, cellAt: (row, column) => itemAt(indexByAtom, row * columnCount + column) };
}

function latticeOf(component: Rulings, words: readonly Box[]): Lattice | undefined {
  if (component.horizontals.length < 2 || component.verticals.length < 1) return undefined;
  const edged = withLabelColumn(closed(component), words);
  const { horizontals, verticals, xs, ys } = edged;
  const rowCount = ys.length - 1;
  const columnCount = xs.length - 1;
  const atoms = rowCount * columnCount;
  if (atoms < 2 || rowCount < 1 || columnCount < 1 || xs.length * ys.length > atomicCellsMax)
    return undefined;
  const hasVertical = borderTest(verticals, xs, ys);
  const hasHorizontal = borderTest(horizontals, ys, xs);
  const sets = disjointSets(atoms);
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++) {
      const atom = row * columnCount + column;
      if (column + 1 < columnCount && !hasVertical(column + 1, row)) sets.join(atom, atom + 1);
      if (row + 1 < rowCount && !hasHorizontal(row + 1, column)) sets.join(atom, atom + columnCount);
    }
  }
  return { xs, ys, box: boxOf(edged), ...mergedCells(rowCount, columnCount, sets.find) };
}

/** Returns the grids of connected rulings: several if tables with different columns are directly below each other. */
function latticesIn(component: Rulings, words: readonly Box[]): Lattice[] {
  const lattice = latticeOf(component, words);
  if (!lattice) return [];
  const cut = borderOfTables(lattice);
  if (cut === undefined) return [lattice];
  const upper = latticeOf(rulingsAbove(component, cut), words);
  return upper ? [upper, ...latticesIn(rulingsBelow(component, cut), words)] : [lattice];
}

/** Returns the ruled grids of a page, largest first. */
export function latticesOf(page: Rulings & { words: readonly Box[] }): Lattice[] {
  const area = ({ x0, y0, x1, y1 }: Box): number => (x1 - x0) * (y1 - y0);
  return connectedRulings(page)
    .flatMap((component) => latticesIn(component, page.words))
    .sort((a, b) => area(b.box) - area(a.box))
    .slice(0, latticesPerPageMax);
}
