/** Services that only look up what a portal has, for whose customers "not found" is an answer. */
import { services } from '#services/catalogue.ts';

export const lookUpServiceIds: readonly string[] = services
  .filter(({ effect }) => effect === 'read')
  .map(({ id }) => id);
