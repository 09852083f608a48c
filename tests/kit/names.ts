/** The names that code uses for a service or a portal, made from the name of its folder. */

/** exp-search → expSearch */
export const camelCase = (id: string): string =>
  id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** exp-search → Exp Search */
export const titleCase = (id: string): string =>
  id
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

/** exp-search → exp_search */
export const snakeCase = (id: string): string => id.replaceAll('-', '_');
