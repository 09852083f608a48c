/** On a machine with nothing but Node.js, the Temporal server is downloaded by the SDK. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { findTemporal } from '#temporal/find-server.mjs';
import { startDownloadSite } from './download-site.ts';

const run = promisify(execFile);
const home = mkdtempSync(path.join(tmpdir(), 'chalan-bare-'));
const programs = path.join(home, 'cache', 'chalan', 'bin');
const found = await findTemporal(() => undefined);
const site = await startDownloadSite(path.isAbsolute(found) ? found : await pathOf(found));
beforeEach(() => rmSync(path.join(home, 'cache'), { recursive: true, force: true }));
afterAll(async () => {
  await site.close();
  rmSync(home, { recursive: true });
});

async function pathOf(program: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', `command -v ${program}`]);
  return stdout.trim();
}

/** Looks for the server on a machine with neither Temporal nor Go, and returns what was printed. */
async function findOnBareMachine(): Promise<string[]> {
  const script = `
    const { findTemporal } = await import('./temporal/find-server.mjs');
    console.log(await findTemporal(console.log).catch((error) => error.message));`;
  const env = { ...site.env, HOME: home, PATH: home, XDG_CACHE_HOME: path.join(home, 'cache') };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
  return stdout.trim().split('\n');
}

const byHand =
  'No Temporal server was found, and none could be downloaded: install the Temporal CLI (`temporal` on PATH) or Go 1.23 or later, or set TEMPORAL_ADDRESS to a running server.';

test('the server is downloaded once, said in one line, and runs', async () => {
  const [line, program = ''] = await findOnBareMachine();
  expect(line).toMatch(/^Downloading the Temporal server v[\d.]+: once, about a minute …$/);
  expect((await run(program, ['--version'])).stdout).toContain('temporal version');
  expect(site.requests()).toHaveLength(2);
  expect(await findOnBareMachine()).toEqual([program]);
  expect(site.requests()).toEqual([]);
});

test('a download that breaks leaves nothing behind, and the next one succeeds', async () => {
  site.behave('breaks');
  expect((await findOnBareMachine()).at(-1)).toBe(byHand);
  expect(readdirSync(programs)).toEqual([]);
  site.behave('sends');
  expect((await findOnBareMachine()).at(-1)).toBe(path.join(programs, 'temporal'));
});

test('where the network refuses the download, the ways by hand are said', async () => {
  site.behave('refuses');
  expect((await findOnBareMachine()).at(-1)).toBe(byHand);
});
