/** The worker's browser: found, replaced when it has died or is too old, and ended when it is closed. */
import { afterEach, expect, test } from 'vitest';
import { createBrowserPool, type BrowserPool } from '#activities/browser.ts';
import { findChromium } from '#activities/chromium.ts';
import { limits } from '#contracts/limits.ts';

const anywhere = 'http://127.0.0.1:9';
let pool: BrowserPool | undefined;
const usePool = (): BrowserPool => (pool = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] }));
afterEach(() => pool?.close());

test('a configured path without a program is refused by its name, and no other browser is used', async () => {
  await expect(findChromium('/nowhere/chromium')).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium');
});

test('sessions share one browser, and a browser that died is replaced for the next session', async () => {
  const { openContext } = usePool();
  const [first, second] = await Promise.all([openContext(anywhere), openContext(anywhere)]);
  expect(first.browser()).toBe(second.browser());
  await first.browser()?.close();
  const third = await openContext(anywhere);
  expect(third.browser()?.isConnected()).toBe(true);
  expect(third.browser()).not.toBe(first.browser());
});

test('an old browser takes no new session and ends with its last one', async () => {
  const { openContext } = usePool();
  const kept = await openContext(anywhere);
  for (let n = 1; n < limits.contextsPerBrowserMax; n += 1) await (await openContext(anywhere)).close();
  const next = await openContext(anywhere);
  expect(next.browser()).not.toBe(kept.browser());
  expect(kept.browser()?.isConnected()).toBe(true);
  await kept.close();
  await expect.poll(() => kept.browser()?.isConnected()).toBe(false);
  expect(next.browser()?.isConnected()).toBe(true);
});

test('a closed pool leaves no browser behind and opens no session [closed-pool]', async () => {
  const { openContext, close } = usePool();
  const context = await openContext(anywhere);
  await close();
  expect(context.browser()?.isConnected()).toBe(false);
  await expect(openContext(anywhere)).rejects.toThrow('closed');
});
