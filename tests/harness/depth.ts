/** How much of what is alike a run tries: a share in CI, which can rotate by day, and everything with `DEPTH=all`. */
import type { ServiceDefinition } from '#services/contract.ts';

export const isFull = process.env['DEPTH'] === 'all';

const DAY_MS = 24 * 60 * 60_000;

/** So many of them a day in turn, that all of them are tried in the course of the days. */
export function todaysShare<Item>(items: readonly Item[], count = 1): Item[] {
  if (isFull || count >= items.length) return [...items];
  const first = (Math.floor(Date.now() / DAY_MS) * count) % items.length;
  return [...items, ...items].slice(first, first + count);
}

/** The services that stand for their portal in a short run: the first of each. */
export function inDepth<Service extends ServiceDefinition>(services: readonly Service[]): Service[] {
  if (isFull) return [...services];
  return services.filter(
    (service, index) => services.findIndex(({ portal }) => portal === service.portal) === index,
  );
}
