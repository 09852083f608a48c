/**
 * A portal's page that escapes from its browser finds no secrets, runs as another user's account, and is inside a
 * sandbox.
 */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { Isolation } from '#activities/browser/launch.ts';
import { createBrowserPool, type BrowserPool } from '#activities/browser/pool.ts';
import { findChromium } from '#activities/browser/chromium.ts';
import {
  browsersBelow,
  descendants,
  fieldOf,
  isMainBrowser,
  isRenderer,
  networksOf,
  ofProcess,
} from '#tests/harness/proc.ts';
import { chromiumWithoutSandbox } from '#tests/harness/unsandboxed-chromium.ts';

const run = promisify(execFile);
const CONNECT_MS = 20_000;
const anywhere = 'http://127.0.0.1:9';
const secrets = ['VAULT_KEYS', 'AUTH_SECRET', 'DATABASE_URL', 'BKASH_PASSWORD', 'SMTP_URL'];
const isRoot = process.getuid?.() === 0;

let pool: BrowserPool | undefined;
beforeEach(() => {
  for (const name of secrets) vi.stubEnv(name, `planted-${name}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await pool?.close();
});

const usePool = (options: Parameters<typeof createBrowserPool>[0] = {}): BrowserPool =>
  (pool = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'], ...options }));

const ofWorker = String(process.pid);
const browserProcesses = (): string[] => browsersBelow(ofWorker);
const doormen = (): string[] =>
  descendants(ofWorker).filter((pid) => ofProcess(pid, 'cmdline').includes('browser/doorman'));
const renderers = (): string[] => browserProcesses().filter(isRenderer);

/** What a program in the process's network namespace receives from an address, or why it cannot connect. */
function asBrowser(pid: string, port: number, host: string): Promise<string> {
  const script = `require('net').connect(${port}, '${host}')
    .on('data', (said) => console.log(String(said))).on('error', ({ code }) => console.log(code))`;
  const words = [`--net=/proc/${pid}/ns/net`, process.execPath, '-e', script];
  return run('nsenter', words, { timeout: CONNECT_MS }).then(({ stdout }) => stdout.trim());
}

describe.skipIf(process.platform !== 'linux')('a running browser', () => {
  test("a running browser has no value of the worker's environment [browser-without-secrets]", async () => {
    const context = await usePool().openContext(anywhere);
    await (await context.newPage()).setContent('<p>A page</p>');
    const processes = browserProcesses();
    expect(processes.length).toBeGreaterThan(2);
    for (const pid of processes) expect(ofProcess(pid, 'environ')).not.toContain('planted-');
  });

  test.runIf(isRoot)(
    'a browser of a root worker runs as another user and in a sandbox [browser-of-root]',
    async () => {
      const context = await usePool({ mustIsolate: true }).openContext(anywhere);
      await (await context.newPage()).setContent('<p>A page</p>');
      for (const pid of browserProcesses()) expect(fieldOf(pid, 'Uid')).toMatch(/^65534\t65534/);
      const [renderer = ''] = renderers();
      expect(fieldOf(renderer, 'Seccomp')).toBe('2');
      expect(fieldOf(renderer, 'NoNewPrivs')).toBe('1');
      // A separate process namespace gives the process another number inside it.
      expect(fieldOf(renderer, 'NSpid').split('\t').length).toBeGreaterThan(1);
    },
  );

  test('a browser has a process tree of its own, in which no process of the worker has a number', async () => {
    const launches: Isolation[] = [];
    await usePool({ onLaunched: (how) => void launches.push(how) }).openContext(anywhere);
    expect(launches).toMatchObject([{ ownNetwork: true }]);
    const [browser = ''] = browserProcesses().filter(isMainBrowser);
    expect(fieldOf(browser, 'NSpid').split('\t')).toHaveLength(2);
  });

  test.runIf(isRoot)(
    "a root worker's browser has a loopback network only and cannot reach the database or other hosts [browser-network]",
    async () => {
      const launches: Isolation[] = [];
      const onLaunched = (how: Isolation): void => void launches.push(how);
      const database = net.createServer((client) => client.end('reached')).listen(0, '127.0.0.1');
      await once(database, 'listening');
      const { port } = database.address() as net.AddressInfo;
      await usePool({ mustIsolate: true, onLaunched }).openContext(anywhere);
      expect(launches).toMatchObject([{ sandbox: true, ownNetwork: true }]);
      const [browser = ''] = browserProcesses().filter(isMainBrowser);
      expect(networksOf(browser)).toEqual(['lo']);
      expect(await asBrowser(browser, port, '127.0.0.1')).toBe('ECONNREFUSED');
      expect(await asBrowser(browser, 80, '169.254.169.254')).toBe('ENETUNREACH');
      expect(await asBrowser('self', port, '127.0.0.1')).toBe('reached');
      database.close();
    },
  );

  test.runIf(isRoot)('a browser runs from a cache that a root worker made for itself alone', async () => {
    const { executablePath } = await findChromium(process.env['CHROMIUM_PATH']);
    const unpacked = path.dirname(executablePath);
    const folder = mkdtempSync(path.join(tmpdir(), 'chalan-cache-'));
    chmodSync(folder, 0o755);
    const cache = path.join(folder, 'chalan');
    mkdirSync(cache, { mode: 0o700 });
    symlinkSync(unpacked, path.join(cache, path.basename(unpacked)));
    vi.stubEnv('XDG_CACHE_HOME', folder);
    const context = await usePool({ mustIsolate: true }).openContext(anywhere);
    expect(context.browser()?.isConnected()).toBe(true);
  });

  test('a browser on a portal of this machine reaches no other port of it, such as the database', async () => {
    const portal = http.createServer((_, answer) => answer.end('portal')).listen(0, '127.0.0.1');
    const database = http.createServer((_, answer) => answer.end('database')).listen(0, '127.0.0.1');
    await Promise.all([once(portal, 'listening'), once(database, 'listening')]);
    const urlOf = (server: net.Server): string =>
      `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
    const context = await usePool().openContext(urlOf(portal));
    const page = await context.newPage();
    expect(await (await page.goto(urlOf(portal)))?.text()).toBe('portal');
    await expect(page.goto(urlOf(database))).rejects.toThrow('net::ERR_SOCKS_CONNECTION');
    portal.close();
    database.close();
  });

  test('a browser is replaced when its network has ended', async () => {
    const { openContext } = usePool();
    const first = await openContext(anywhere);
    for (const pid of doormen()) process.kill(Number(pid), 'SIGKILL');
    await expect.poll(() => first.browser()?.isConnected()).toBe(false);
    const second = await openContext(anywhere);
    expect(second.browser()).not.toBe(first.browser());
  });

  test('a browser leaves nothing behind when it ends', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'chalan-homes-'));
    chmodSync(folder, 0o755);
    vi.stubEnv('TMPDIR', folder);
    const homes = (): string[] => readdirSync(folder).filter((name) => name.startsWith('chalan-browser-'));
    const { openContext, close } = usePool();
    await openContext(anywhere);
    expect(homes()).toHaveLength(1);
    await close();
    await expect.poll(homes).toEqual([]);
  });
});

test('a browser that starts removes what the browsers of killed workers left more than a day ago', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-homes-'));
  chmodSync(folder, 0o755);
  vi.stubEnv('TMPDIR', folder);
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS);
  const left = (pid: number, changedAt: Date): string => {
    const home = mkdtempSync(path.join(folder, `chalan-browser-${pid}-`));
    mkdirSync(path.join(home, 'home'));
    utimesSync(home, changedAt, changedAt);
    return path.basename(home);
  };
  // In a container, a worker often has the process id of the one before it.
  const old = [left(ended, twoDaysAgo), left(process.pid, twoDaysAgo)];
  const kept = [left(ended, new Date()), left(process.ppid, twoDaysAgo)];
  const { openContext } = usePool();
  await openContext(anywhere);
  const found = readdirSync(folder);
  expect(found.filter((name) => old.includes(name))).toEqual([]);
  expect(found).toEqual(expect.arrayContaining(kept));
});

describe('on a machine that allows no sandbox', () => {
  test('a browser that must be sandboxed does not start without a sandbox, and the error says what to do', async () => {
    const { prove, openContext } = usePool({
      chromiumPath: await chromiumWithoutSandbox(),
      mustIsolate: true,
    });
    await expect(prove()).rejects.toThrow('ALLOW_UNSANDBOXED_BROWSER');
    await expect(openContext(anywhere)).rejects.toThrow('ALLOW_UNSANDBOXED_BROWSER');
  });

  test('a browser that need not be sandboxed starts without a sandbox and reports it', async () => {
    const launches: boolean[] = [];
    const onLaunched = ({ sandbox }: Isolation): void => void launches.push(sandbox);
    const { openContext } = usePool({ chromiumPath: await chromiumWithoutSandbox(), onLaunched });
    const context = await openContext(anywhere);
    expect(context.browser()?.isConnected()).toBe(true);
    expect(launches).toEqual([false]);
  });
});
