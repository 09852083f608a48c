/** Reproducible random choices: the same seed gives the same choices. */

export type Dice = {
  /** An integer from 0 to `sides` - 1. */
  roll: (sides: number) => number;
  between: (least: number, most: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** Mulberry32: 32 bits of state are enough for these choices. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (sides: number): number => Math.floor(next() * sides);
  return {
    roll,
    between: (least, most) => least + roll(most - least + 1),
    pick: (items) => {
      const item = items[roll(items.length)];
      if (item === undefined) throw new Error('There is nothing to choose from.');
      return item;
    },
  };
}
