/** How much of what is alike for many services a run tries: a share in CI, everything with `DEPTH=all`. */
import type { ServiceDefinition } from '#services/contract.ts';

export const isFull = process.env['DEPTH'] === 'all';

/** The services that stand for their portal in a short run: the first of each. */
export function inDepth<Service extends ServiceDefinition>(services: readonly Service[]): Service[] {
  if (isFull) return [...services];
  return services.filter(
    (service, index) => services.findIndex(({ portal }) => portal === service.portal) === index,
  );
}
