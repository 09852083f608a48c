/** Reads elements of lists that must exist, and throws if one is missing. */

/** Returns the element at an index. Throws if there is none, which is a mistake of the caller. */
export function itemAt<T>(list: readonly (T | undefined)[], index: number): T {
  const item = list[index];
  // This is not a RangeError, because the worker takes that for a crash of PDFium.
  if (item === undefined) throw new Error(`A list of ${list.length} has no element ${index}.`);
  return item;
}

/** Throws if the list is empty. */
export const firstOf = <T>(list: readonly T[]): T => itemAt(list, 0);

/** Throws if the list is empty. */
export const lastOf = <T>(list: readonly T[]): T => itemAt(list, list.length - 1);

/** Returns each element except the last together with the one after it. */
export function neighbours<T>(list: readonly T[]): [T, T][] {
  const pairs: [T, T][] = [];
  let before: T | undefined;
  for (const item of list) {
    if (before !== undefined) pairs.push([before, item]);
    before = item;
  }
  return pairs;
}
