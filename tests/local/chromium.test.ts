/** Where no Chromium runs, as the one of the npm package does not on macOS, Playwright installs its own. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { afterAll, beforeEach, expect, test } from 'vitest';
import yazl from 'yazl';

const run = promisify(execFile);
const home = mkdtempSync(path.join(tmpdir(), 'chalan-no-chromium-'));
const browsers = path.join(home, 'browsers');
const { version } = JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8')) as {
  version: string;
};

/** As Playwright's archives: Chromium in a folder, and FFmpeg, which it installs as well. */
function archive(): Promise<Buffer> {
  const inFolder = chromium.executablePath().split(path.sep).slice(-2).join('/');
  const zip = new yazl.ZipFile();
  for (const name of [inFolder, 'ffmpeg-linux', 'ffmpeg-mac'])
    zip.addBuffer(Buffer.from('#!/bin/sh\necho Chromium 1\n'), name, { mode: 0o100755 });
  zip.end();
  return buffer(zip.outputStream);
}

const installable = await archive();

let refuses = false;
let downloads = 0;
const site = createServer((_request, response) => {
  if (refuses) {
    response.writeHead(404).end();
    return;
  }
  downloads += 1;
  response.end(installable);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  site.close();
  rmSync(home, { recursive: true });
});
beforeEach(() => {
  rmSync(browsers, { recursive: true, force: true });
  // The program of the npm package is there, and does not run.
  const packaged = path.join(home, 'cache', 'chalan', `chromium-${version}`);
  mkdirSync(packaged, { recursive: true });
  writeFileSync(path.join(packaged, 'chromium'), 'of another machine', { mode: 0o755 });
});

/** Sees to a Chromium on a machine that has none, and returns what was printed. */
async function ensure(settings: Record<string, string> = {}): Promise<string> {
  const script = `
    const { ensureChromium } = await import('./temporal/local/chromium.ts');
    await ensureChromium(console.log).catch((error) => console.log(error.message));`;
  const env = {
    HOME: home,
    PATH: home,
    XDG_CACHE_HOME: path.join(home, 'cache'),
    PLAYWRIGHT_BROWSERS_PATH: browsers,
    PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    ...settings,
  };
  const program = ['--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout } = await run(process.execPath, program, { env });
  return stdout.trim();
}

const installing = 'Installing Chromium with Playwright: once, about a minute …';

test('Chromium is installed once, and said in one line', async () => {
  expect(await ensure()).toBe(installing);
  expect(downloads).toBeGreaterThan(0);
  expect(await ensure()).toBe('');
});

test('where the network refuses the download, the ways by hand are said', async () => {
  refuses = true;
  expect(await ensure()).toBe(
    `${installing}\nNo Chromium runs on this machine, and Playwright could not install one: install one yourself (apt install chromium) or name one in CHROMIUM_PATH.`,
  );
});

test('a Chromium that is named is not looked for', async () => {
  expect(await ensure({ CHROMIUM_PATH: '/usr/bin/true' })).toBe('');
  expect(existsSync(browsers)).toBe(false);
});
