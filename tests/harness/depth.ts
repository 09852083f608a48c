/** How much of what is alike a run tries: a share in CI, which can rotate by day, and everything with `DEPTH=all`. */
import type { ServiceDefinition } from '#services/contract.ts';

export const isFull = process.env['DEPTH'] === 'all';

const DAY_MS = 24 * 60 * 60_000;

/** One of them a day in turn, so that all of them are tried within as many days. */
export function todaysShare<Item>(items: readonly Item[]): Item[] {
  if (isFull) return [...items];
  const today = items[Math.floor(Date.now() / DAY_MS) % items.length];
  return today === undefined ? [] : [today];
}

/** The services that stand for their portal in a short run: the first of each. */
export function inDepth<Service extends ServiceDefinition>(services: readonly Service[]): Service[] {
  if (isFull) return [...services];
  return services.filter(
    (service, index) => services.findIndex(({ portal }) => portal === service.portal) === index,
  );
}
