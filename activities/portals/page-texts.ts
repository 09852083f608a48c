/**
 * A portal's page map: the texts, ids and selectors by which its adapter finds things on its pages. They are data in
 * the portal's config, and administrators can change them without a deployment. Published changes apply to the
 * asynchronous work for which they are set, so that sessions of different portals and trials do not affect each other.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isMessage } from '#contracts/messages/message.ts';

/** Texts by their path in the config, such as `search.submit`. */
export type PageTexts = Readonly<Record<string, string>>;

const inForce = new AsyncLocalStorage<PageTexts>();

/** Returns the texts of a map with the changes that apply to the current work. */
export const textsInForce = (known: PageTexts): PageTexts => ({ ...known, ...inForce.getStore() });

/** Runs work with these texts instead of those of the config. The work must concern a single portal. */
export const withPageTexts = <Result>(changes: PageTexts, work: () => Promise<Result>): Promise<Result> =>
  inForce.run(changes, work);

/**
 * Returns a view of the config whose texts are resolved when they are read, with the changes of the current work.
 * Functions, patterns, numbers and messages are code and never change.
 */
export const definePageMap = <Config extends object>(config: Config): Config => live(config, '');

function live<Part extends object>(part: Part, path: string): Part {
  const properties = Object.entries(part).map(
    ([name, value]: [string, unknown]): [string, PropertyDescriptor] => {
      const at = path === '' ? name : `${path}.${name}`;
      if (typeof value === 'string')
        return [name, { get: () => inForce.getStore()?.[at] ?? value, enumerable: true }];
      const kept = isPart(value) ? live(value, at) : value;
      return [name, { value: kept, enumerable: true, writable: true }];
    },
  );
  return Object.defineProperties({}, Object.fromEntries(properties)) as Part;
}

const isPart = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !isMessage(value);

/** Returns all texts of a config by path. */
export function textsOf(config: object, path = ''): PageTexts {
  return Object.fromEntries(
    Object.entries(config).flatMap(([name, value]: [string, unknown]) => {
      const at = path === '' ? name : `${path}.${name}`;
      if (typeof value === 'string') return [[at, value]];
      return isPart(value) ? Object.entries(textsOf(value, at)) : [];
    }),
  );
}
