/** A portal's page that breaks out of its browser finds no secrets, another user's account, and a sandbox around it. */
import { chmodSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserPool, type BrowserPool } from '#activities/browser.ts';
import { findChromium } from '#activities/chromium.ts';

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

/** This process's children, theirs, and so on. */
function descendants(pid: string): string[] {
  const children = ofProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

const browserProcesses = (): string[] =>
  descendants(String(process.pid)).filter((pid) => /chrom/i.test(ofProcess(pid, 'cmdline')));
const renderers = (): string[] =>
  browserProcesses().filter((pid) => ofProcess(pid, 'cmdline').includes('--type=renderer'));

describe.skipIf(process.platform !== 'linux')('a running browser', () => {
  test('has nothing of the worker in its environment', async () => {
    const context = await usePool().openContext(anywhere);
    await (await context.newPage()).setContent('<p>A page</p>');
    const processes = browserProcesses();
    expect(processes.length).toBeGreaterThan(2);
    for (const pid of processes) expect(ofProcess(pid, 'environ')).not.toContain('planted-');
  });

  test.runIf(isRoot)('is another user than the worker, in a sandbox, where the worker is root', async () => {
    const told: boolean[] = [];
    const onLaunched = ({ isSandboxed }: { isSandboxed: boolean }): void => void told.push(isSandboxed);
    const context = await usePool({ mustSandbox: true, onLaunched }).openContext(anywhere);
    await (await context.newPage()).setContent('<p>A page</p>');
    for (const pid of browserProcesses()) expect(fieldOf(pid, 'Uid')).toMatch(/^65534\t65534/);
    const [renderer = ''] = renderers();
    expect(fieldOf(renderer, 'Seccomp')).toBe('2');
    expect(fieldOf(renderer, 'NoNewPrivs')).toBe('1');
    // A process namespace of its own: it has another number in there.
    expect(fieldOf(renderer, 'NSpid').split('\t').length).toBeGreaterThan(1);
    expect(told).toEqual([true]);
  });

  test('leaves nothing behind when it ends', async () => {
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
  /** A browser that ends as Chromium does there, unless it may do without. */
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

  test('no portal is worked where the sandbox is asked for, and the error says what to do', async () => {
    const { prove, openContext } = usePool({ chromiumPath: await withoutSandbox(), mustSandbox: true });
    await expect(prove()).rejects.toThrow('ALLOW_UNSANDBOXED_BROWSER');
    await expect(openContext(anywhere)).rejects.toThrow('ALLOW_UNSANDBOXED_BROWSER');
  });

  test('a browser that may do without it runs, and says so', async () => {
    const told: boolean[] = [];
    const onLaunched = ({ isSandboxed }: { isSandboxed: boolean }): void => void told.push(isSandboxed);
    const { openContext } = usePool({ chromiumPath: await withoutSandbox(), onLaunched });
    const context = await openContext(anywhere);
    expect(context.browser()?.isConnected()).toBe(true);
    expect(told).toEqual([false]);
  });
});
