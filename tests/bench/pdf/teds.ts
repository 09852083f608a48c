/**
 * Tree edit distance similarity of two tables (TEDS; Zhong and others, arXiv 1911.10683), as PubTabNet's and
 * opendataloader-bench's scorers compute it: a table is a tree of rows and cells, and a changed cell costs the share of
 * its text that differs.
 */

/** A node of a table's tree, in HTML's words; only cells have spans and text. */
export type TableNode = {
  tag: string;
  /** Column and row span. */
  spans: readonly [number, number];
  /** The characters of a cell's text; marks within it, such as `<b>`, are one each. */
  text: readonly string[];
  children: readonly TableNode[];
};

type Table = {
  rows: readonly (readonly (string | null)[])[];
  /** Row, column, row span and column span; counted from 0. */
  merges?: readonly (readonly [number, number, number, number])[] | undefined;
};

const node = (tag: string, children: readonly TableNode[]): TableNode => ({
  tag,
  spans: [1, 1],
  text: [],
  children,
});

/** Returns the tree of a table. Positions that a merged cell covers have no cell. */
export function treeOf({ rows, merges = [] }: Table): TableNode {
  const spans = new Map<string, readonly [number, number]>();
  const covered = new Set<string>();
  for (const [row, column, rowSpan, columnSpan] of merges) {
    spans.set(`${row},${column}`, [columnSpan, rowSpan]);
    for (let r = row; r < row + rowSpan; r++)
      for (let c = column; c < column + columnSpan; c++)
        if (r !== row || c !== column) covered.add(`${r},${c}`);
  }
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const cellsOf = (row: readonly (string | null)[], at: number): TableNode[] =>
    Array.from({ length: columns }, (_, column) => column).flatMap((column) => {
      const place = `${at},${column}`;
      if (covered.has(place)) return [];
      const text = [...(row[column] ?? '').replaceAll(/\s+/g, ' ').trim()];
      return [{ tag: 'td', spans: spans.get(place) ?? ([1, 1] as const), text, children: [] }];
    });
  return node(
    'table',
    rows.map((row, at) => node('tr', cellsOf(row, at))),
  );
}

/** Returns the least number of insertions, removals and changes that turn one list into the other. */
function levenshtein(a: readonly string[], b: readonly string[]): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, one] of a.entries()) {
    const next = [row + 1];
    for (const [column, other] of b.entries()) {
      const kept = (before[column] ?? 0) + (one === other ? 0 : 1);
      next.push(Math.min(kept, (before[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    before = next;
  }
  return before[b.length] ?? 0;
}

/** Returns what it costs to make one node of another, 0 to 1. */
function changeCost(a: TableNode, b: TableNode, isStructureOnly: boolean): number {
  if (a.tag !== b.tag || a.spans[0] !== b.spans[0] || a.spans[1] !== b.spans[1]) return 1;
  const longest = Math.max(a.text.length, b.text.length);
  return isStructureOnly || longest === 0 ? 0 : levenshtein(a.text, b.text) / longest;
}

/** A tree in postorder, with the first leaf below each node, as the algorithm of Zhang and Shasha takes it. */
type Ordered = { nodes: TableNode[]; firstLeaf: number[]; keyRoots: number[] };

function ordered(root: TableNode): Ordered {
  const nodes: TableNode[] = [];
  const firstLeaf: number[] = [];
  const visit = (one: TableNode): number => {
    const leaves = one.children.map(visit);
    const leaf = leaves[0] ?? nodes.length;
    nodes.push(one);
    firstLeaf.push(leaf);
    return leaf;
  };
  visit(root);
  const highest = new Map(firstLeaf.map((leaf, index) => [leaf, index]));
  return { nodes, firstLeaf, keyRoots: [...highest.values()].sort((a, b) => a - b) };
}

/** Returns the tree edit distance: insertions and removals cost 1, changes what `cost` says of two nodes. */
function treeDistance(a: Ordered, b: Ordered, cost: (a: TableNode, b: TableNode) => number): number {
  const width = b.nodes.length;
  const trees = new Float64Array(a.nodes.length * width);
  const forestWidth = width + 1;
  const forests = new Float64Array((a.nodes.length + 1) * forestWidth);
  const leaf = (tree: Ordered, index: number): number => tree.firstLeaf[index] ?? 0;
  for (const rootA of a.keyRoots)
    for (const rootB of b.keyRoots) {
      const [startA, startB] = [leaf(a, rootA), leaf(b, rootB)];
      forests[0] = 0;
      for (let i = startA; i <= rootA; i++) forests[(i - startA + 1) * forestWidth] = i - startA + 1;
      for (let j = startB; j <= rootB; j++) forests[j - startB + 1] = j - startB + 1;
      for (let i = startA; i <= rootA; i++)
        for (let j = startB; j <= rootB; j++) {
          const here = (i - startA + 1) * forestWidth + (j - startB + 1);
          const withoutEither = Math.min(forests[here - forestWidth] ?? 0, forests[here - 1] ?? 0) + 1;
          const areTrees = leaf(a, i) === startA && leaf(b, j) === startB;
          const [nodeA, nodeB] = [a.nodes[i], b.nodes[j]];
          if (areTrees && nodeA && nodeB) {
            const changed = (forests[here - forestWidth - 1] ?? 0) + cost(nodeA, nodeB);
            forests[here] = Math.min(withoutEither, changed);
            trees[i * width + j] = forests[here] ?? 0;
          } else {
            const before = (leaf(a, i) - startA) * forestWidth + (leaf(b, j) - startB);
            forests[here] = Math.min(withoutEither, (forests[before] ?? 0) + (trees[i * width + j] ?? 0));
          }
        }
    }
  return trees.at(-1) ?? 0;
}

/** Counts the nodes below the table's own; as in the original, marks within cells count too. */
function sizeOf({ children, text }: TableNode): number {
  const marks = text.filter((token) => /^<[^/]/.test(token)).length;
  return marks + children.reduce((total, child) => total + 1 + sizeOf(child), 0);
}

/** Returns the similarity of two tables, 0 to 1; of rows, cells and spans alone if `isStructureOnly`. */
export function teds(found: TableNode, truth: TableNode, { isStructureOnly = false } = {}): number {
  const size = Math.max(sizeOf(found), sizeOf(truth));
  if (size === 0) return 0;
  const cost = (a: TableNode, b: TableNode): number => changeCost(a, b, isStructureOnly);
  return 1 - treeDistance(ordered(found), ordered(truth), cost) / size;
}
