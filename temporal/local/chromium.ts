/** Makes sure that a Chromium runs on this machine: if none does, Playwright installs its own. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '#activities/browser/chromium.ts';

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 10 * 60_000;

/**
 * Resolves when a Chromium runs. A program named by CHROMIUM_PATH is not checked.
 *
 * @throws an error that lists the ways to get one by hand
 */
export async function ensureChromium(say: (line: string) => void): Promise<void> {
  if (process.env['CHROMIUM_PATH'] || (await isFound())) return;
  say('Installing Chromium with Playwright: once, about a minute …');
  const playwright = path.dirname(createRequire(import.meta.url).resolve('playwright/package.json'));
  const installing = [path.join(playwright, 'cli.js'), 'install', '--no-shell', 'chromium'];
  const problem = await run(process.execPath, installing, { timeout: INSTALL_TIMEOUT_MS }).then(
    () => null,
    (error: unknown) => error,
  );
  if (await isFound()) return;
  throw new Error(
    'No Chromium runs on this machine, and Playwright could not install one: install one yourself (apt install chromium) or name one in CHROMIUM_PATH.',
    { cause: problem },
  );
}

const isFound = (): Promise<boolean> =>
  findChromium().then(
    () => true,
    () => false,
  );
