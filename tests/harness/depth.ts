/**
 * Decides how many of several similar cases a run tries: a share in CI, which can rotate by day, and all of them with
 * `DEPTH=all`.
 */
import { DAY_MS } from '#contracts/durations.ts';
import type { ServiceDefinition } from '#services/contract.ts';

export const isFull = process.env['DEPTH'] === 'all';

const today = Math.floor(Date.now() / DAY_MS);

/**
 * Returns `count` items for today, in rotation, so that all items are tried over several days. Tests that share their
 * items have different turns, so that each item is tried by some of them every day.
 */
export function todaysShare<Item>(items: readonly Item[], count = 1, turn = 0): Item[] {
  if (isFull || count >= items.length) return [...items];
  const first = ((today + turn) * count) % items.length;
  return [...items, ...items].slice(first, first + count);
}

const THIRDS = 3;

/**
 * Returns every third item for today, so that each is tried once in three days. Three has no common divisor with the
 * numbers of widths, themes and languages, so that an item meets each of them in turn.
 */
export function todaysThird<Item>(items: readonly Item[], turn = 0): Item[] {
  if (isFull) return [...items];
  return items.filter((_, index) => (index + today + turn) % THIRDS === 0);
}

const WEEK_DAYS = 7;

/**
 * Returns the files that rest today; each rests on `restDays` days of seven. Seven has no common divisor with the numbers
 * by which tests inside a file take turns, so that no test's day is always one on which its file rests.
 */
export function restingToday<Item>(files: readonly Item[], restDays: number): Item[] {
  if (isFull) return [];
  return files.filter((_, index) => (index + today) % WEEK_DAYS < restDays);
}

/** The services that represent their portal in a short run: the first of each portal. */
export function inDepth<Service extends ServiceDefinition>(services: readonly Service[]): Service[] {
  if (isFull) return [...services];
  return services.filter(
    (service, index) => services.findIndex(({ portal }) => portal === service.portal) === index,
  );
}
