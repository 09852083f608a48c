/** What the client's modules must not do when they are loaded, because every first view waits for it. */
import { afterEach, expect, test } from 'vitest';

const { DateTimeFormat } = Intl;
afterEach(() => void Object.assign(Intl, { DateTimeFormat }));

/** Counts how many formats of dates are created. */
function countFormats(): () => number {
  let count = 0;
  const construct = (target: object, given: unknown[]): object => {
    count += 1;
    return Reflect.construct(target as typeof DateTimeFormat, given) as object;
  };
  Object.assign(Intl, { DateTimeFormat: new Proxy(Intl.DateTimeFormat, { construct }) });
  return () => count;
}

/** Loads a second instance of a module, because other files of this process have loaded the first. */
const loadAgain = async (module: string): Promise<Record<string, (...given: unknown[]) => unknown>> =>
  import(/* @vite-ignore */ `../../web/lib/${module}.ts?again`);

test('loading the module of dates creates no format, and each date after the first uses the same one', async () => {
  const formats = countFormats();
  const dates = await loadAgain('dates');
  expect(formats()).toBe(0);
  expect(dates['formatDate']?.('2026-11-21T04:00:00Z')).toBe('21 Nov 2026');
  expect(dates['formatDate']?.('2026-11-22T04:00:00Z')).toBe('22 Nov 2026');
  expect(formats()).toBe(1);
});
