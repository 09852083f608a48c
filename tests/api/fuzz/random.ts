/** Random choices that a seed repeats. */

export type Random = ReturnType<typeof createRandom>;

/** mulberry32: small, and good enough to choose calls. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new Error('There is nothing to choose from.');
    return items[below(items.length)] as Item;
  };
  return {
    below,
    pick,
    chance: (share: number): boolean => next() < share,
    between: (least: number, most: number): number => least + below(most - least + 1),
    /** One of the names, with a probability proportional to its weight. */
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>): Name => {
      const entries = Object.entries(weights) as [Name, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!)[0];
    },
    shuffled: <Item>(items: readonly Item[]): Item[] => {
      const mixed = [...items];
      for (let index = mixed.length - 1; index > 0; index -= 1) {
        const other = below(index + 1);
        [mixed[index], mixed[other]] = [mixed[other] as Item, mixed[index] as Item];
      }
      return mixed;
    },
  };
}
