/** Boxes and rulings in visual coordinates: points, with the origin at the top left and y growing downwards. */
import { itemAt } from './lists.ts';

/** A rectangle with x0 ≤ x1 and y0 ≤ y1. */
export type Box = { x0: number; y0: number; x1: number; y1: number };

/** A straight line parallel to an axis: `at` is its fixed coordinate, `from` and `to` its extent. */
export type Ruling = { at: number; from: number; to: number };

export const centreX = (box: Box): number => (box.x0 + box.x1) / 2;
export const centreY = (box: Box): number => (box.y0 + box.y1) / 2;
export const heightOf = (box: Box): number => box.y1 - box.y0;
export const widthOf = (box: Box): number => box.x1 - box.x0;

/** Returns whether the centre of `inner` is inside `outer` or on its edge. */
export function holdsCentre(outer: Box, inner: Box): boolean {
  const x = centreX(inner);
  const y = centreY(inner);
  return x >= outer.x0 && x <= outer.x1 && y >= outer.y0 && y <= outer.y1;
}

/** Returns the smallest box around all boxes. The list must not be empty. */
export function enclosing(boxes: readonly Box[]): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const { x0, y0, x1, y1 } of boxes) {
    box.x0 = Math.min(box.x0, x0);
    box.y0 = Math.min(box.y0, y0);
    box.x1 = Math.max(box.x1, x1);
    box.y1 = Math.max(box.y1, y1);
  }
  return box;
}

/** Returns the median, which is the larger of two middle values; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the index i of the interval `[edges[i], edges[i + 1])` that contains the value, or -1. */
export function intervalOf(edges: readonly number[], value: number): number {
  return edges.findIndex((edge, index) => value >= edge && value < (edges[index + 1] ?? -Infinity));
}

/** Creates disjoint sets (union-find) of `size` items. */
export function disjointSets(size: number): {
  find: (item: number) => number;
  join: (a: number, b: number) => void;
} {
  const parents = Array.from({ length: size }, (_, item) => item);
  const find = (item: number): number => {
    let root = item;
    let parent = itemAt(parents, root);
    while (parent !== root) {
      // Halves the path to the root, so that later searches are short.
      const grandparent = itemAt(parents, parent);
      parents[root] = grandparent;
      root = grandparent;
      parent = itemAt(parents, root);
    }
    return root;
  };
  return {
    find,
    join: (a, b) => {
      parents[find(b)] = find(a);
    },
  };
}

/** Groups items by key, in the order in which the keys first occur. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
