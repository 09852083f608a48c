/**
 * A portal's page that escapes from its browser finds no secrets, runs as another user's account, and is inside a
 * sandbox.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Isolation } from '#activities/browser-launch.ts';
import { createBrowserPool, type BrowserPool } from '#activities/browser.ts';
import { findChromium } from '#activities/chromium.ts';

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

const ofProcess = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};
const fieldOf = (pid: string, name: string): string =>
  new RegExp(`^${name}:\\t(.*)$`, 'm').exec(ofProcess(pid, 'status'))?.[1] ?? '';

/** Process ids of the descendants of a process. */
function descendants(pid: string): string[] {
  const children = ofProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

const browserProcesses = (): string[] =>
  descendants(String(process.pid)).filter((pid) => /chrom/i.test(ofProcess(pid, 'cmdline')));
const doormen = (): string[] =>
  descendants(String(process.pid)).filter((pid) => ofProcess(pid, 'cmdline').includes('browser-doorman'));
const renderers = (): string[] =>
  browserProcesses().filter((pid) => ofProcess(pid, 'cmdline').includes('--type=renderer'));

/** What a program in the process's network namespace receives from an address, or why it cannot connect. */
function asBrowser(pid: string, port: number, host: string): Promise<string> {
  const script = `require('net').connect(${port}, '${host}')
    .on('data', (said) => console.log(String(said))).on('error', ({ code }) => console.log(code))`;
  const words = [`--net=/proc/${pid}/ns/net`, process.execPath, '-e', script];
  return run('nsenter', words, { timeout: CONNECT_MS }).then(({ stdout }) => stdout.trim());
}

describe.skipIf(process.platform !== 'linux')('a running browser', () => {
  test("a running browser has no value of the worker's environment", async () => {
    const context = await usePool().openContext(anywhere);
    await (await context.newPage()).setContent('<p>A page</p>');
    const processes = browserProcesses();
    expect(processes.length).toBeGreaterThan(2);
    for (const pid of processes) expect(ofProcess(pid, 'environ')).not.toContain('planted-');
  });

  test.runIf(isRoot)('a browser of a root worker runs as another user and in a sandbox', async () => {
    const context = await usePool({ mustIsolate: true }).openContext(anywhere);
    await (await context.newPage()).setContent('<p>A page</p>');
    for (const pid of browserProcesses()) expect(fieldOf(pid, 'Uid')).toMatch(/^65534\t65534/);
    const [renderer = ''] = renderers();
    expect(fieldOf(renderer, 'Seccomp')).toBe('2');
    expect(fieldOf(renderer, 'NoNewPrivs')).toBe('1');
    // A separate process namespace gives the process another number inside it.
    expect(fieldOf(renderer, 'NSpid').split('\t').length).toBeGreaterThan(1);
  });

  test.runIf(isRoot)(
    "a root worker's browser has a loopback network only and cannot reach the database or other hosts",
    async () => {
      const launches: Isolation[] = [];
      const onLaunched = (how: Isolation): void => void launches.push(how);
      const database = net.createServer((client) => client.end('reached')).listen(0, '127.0.0.1');
      await once(database, 'listening');
      const { port } = database.address() as net.AddressInfo;
      await usePool({ mustIsolate: true, onLaunched }).openContext(anywhere);
      expect(launches).toMatchObject([{ sandbox: true, ownNetwork: true }]);
      const [browser = ''] = browserProcesses().filter(
        (pid) => !ofProcess(pid, 'cmdline').includes('--type='),
      );
      const networks = ofProcess(browser, 'net/dev').match(/^\s*(\w+):/gm);
      expect(networks?.map((name) => name.trim())).toEqual(['lo:']);
      expect(await asBrowser(browser, port, '127.0.0.1')).toBe('ECONNREFUSED');
      expect(await asBrowser(browser, 80, '169.254.169.254')).toBe('ENETUNREACH');
      expect(await asBrowser('self', port, '127.0.0.1')).toBe('reached');
      database.close();
    },
  );

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

describe('on a machine that allows no sandbox', () => {
  /** A stub that ends as Chromium does there, unless it may run without a sandbox. */
  async function withoutSandbox(): Promise<string> {
    const { executablePath, env } = await findChromium(process.env['CHROMIUM_PATH']);
    const variables = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
    const folder = mkdtempSync(path.join(tmpdir(), 'chalan-no-sandbox-'));
    chmodSync(folder, 0o755);
    const file = path.join(folder, 'chromium');
    writeFileSync(
      file,
      `#!/bin/sh
case "$*" in *--no-sandbox*) ;; *) echo 'FATAL: No usable sandbox!' >&2; exit 1;; esac
exec env ${variables.join(' ')} '${executablePath}' "$@"
`,
    );
    chmodSync(file, 0o755);
    return file;
  }

  test('a browser that must be sandboxed does not start without a sandbox, and the error says what to do', async () => {
    const { prove, openContext } = usePool({ chromiumPath: await withoutSandbox(), mustIsolate: true });
    await expect(prove()).rejects.toThrow('ALLOW_UNSANDBOXED_BROWSER');
    await expect(openContext(anywhere)).rejects.toThrow('ALLOW_UNSANDBOXED_BROWSER');
  });

  test('a browser that need not be sandboxed starts without a sandbox and reports it', async () => {
    const launches: boolean[] = [];
    const onLaunched = ({ sandbox }: Isolation): void => void launches.push(sandbox);
    const { openContext } = usePool({ chromiumPath: await withoutSandbox(), onLaunched });
    const context = await openContext(anywhere);
    expect(context.browser()?.isConnected()).toBe(true);
    expect(launches).toEqual([false]);
  });
});
