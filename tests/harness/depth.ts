/**
 * Decides how many of several similar cases a run tries: a share in CI, which can rotate by day, and all of them with
 * `DEPTH=all`.
 */
import type { ServiceDefinition } from '#services/contract.ts';

export const isFull = process.env['DEPTH'] === 'all';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns `count` items for today, in rotation, so that all items are tried over several days. Tests that share their
 * items have different turns, so that each item is tried by some of them every day.
 */
export function todaysShare<Item>(items: readonly Item[], count = 1, turn = 0): Item[] {
  if (isFull || count >= items.length) return [...items];
  const first = ((Math.floor(Date.now() / DAY_MS) + turn) * count) % items.length;
  return [...items, ...items].slice(first, first + count);
}

/** The services that represent their portal in a short run: the first of each portal. */
export function inDepth<Service extends ServiceDefinition>(services: readonly Service[]): Service[] {
  if (isFull) return [...services];
  return services.filter(
    (service, index) => services.findIndex(({ portal }) => portal === service.portal) === index,
  );
}
