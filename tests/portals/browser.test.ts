/** The worker's browser: found, replaced when it has died or is too old, and ended when it is closed. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createBrowserPool, type BrowserPool } from '#activities/browser/pool.ts';
import { findChromium } from '#activities/browser/chromium.ts';
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

test('a browser that crashes while it starts is started once more, and one that crashes again is an error', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chalan-crash-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const crashing = async (times: number): Promise<BrowserPool> =>
    createBrowserPool({ chromiumPath: await writeCrashing(folder, times) });

  pool = await crashing(1);
  const context = await pool.openContext(anywhere);
  expect(context.browser()?.isConnected()).toBe(true);
  await pool.close();
  pool = await crashing(2);
  await expect(pool.openContext(anywhere)).rejects.toThrow('SIGSEGV');
});

/** Writes a program that ends in a memory fault as many times as given, and then is the real Chromium. */
async function writeCrashing(folder: string, times: number): Promise<string> {
  const { executablePath, env } = await findChromium(process.env['CHROMIUM_PATH']);
  const variables = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`);
  const program = path.join(folder, `crashes-${times}`);
  const starts = `${program}.starts`;
  // The browser of a worker that runs as root is another user, who must be able to count.
  await writeFile(starts, '');
  await chmod(folder, 0o755);
  await chmod(starts, 0o666);
  const crash = `echo >> '${starts}'; [ "$(wc -l < '${starts}')" -gt ${times} ] || kill -SEGV $$`;
  await writeFile(program, `#!/bin/sh\n${crash}\n${variables.join('')}exec '${executablePath}' "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

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
