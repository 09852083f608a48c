/** The browser of a worker that is not root, as in the container, is as isolated as that of one that is. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { findChromium } from '#activities/browser/chromium.ts';
import {
  browsersBelow,
  fieldOf,
  isMainBrowser,
  isRenderer,
  networksOf,
  ofProcess,
} from '#tests/harness/proc.ts';

const CONNECT_MS = 20_000;
const PROGRAM = 'tests/harness/browser-process.ts';
const isRoot = process.getuid?.() === 0;
/** The user and the group of the worker, who own nothing of the machine. */
const USER = isRoot ? 12_345 : (process.getuid?.() ?? 0);
const asUser = isRoot ? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'] : ['env'];
const namespaces = ['unshare', '--net', '--user', '--map-current-user', '--keep-caps'];

/** Why this machine cannot run the test: it refuses the user namespaces, or the program's file. Empty if it can. */
function refusal(): string {
  if (process.platform !== 'linux') return 'There are no namespaces here.';
  const [program, ...words] = [...asUser, ...namespaces, 'test', '-r', PROGRAM];
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  return status === 0 ? '' : `User namespaces are refused to user ${USER}: ${error?.message ?? stderr}`;
}

const home = mkdtempSync(path.join(tmpdir(), 'chalan-user-'));
chmodSync(home, 0o700);
if (isRoot) chownSync(home, USER, USER);
let worker: ChildProcess | undefined;
const portal = http.createServer((_, answer) => answer.end('the page of the portal'));
afterAll(async () => {
  worker?.kill('SIGKILL');
  portal.close();
  // The killed browser's processes write until the kernel has ended them.
  rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

/** A customer's file, and one beside that nobody hides. */
const files = path.join(home, 'files');
const [hidden, visible] = [path.join(files, 'result.csv'), path.join(home, 'visible.txt')];
mkdirSync(files);
for (const file of [hidden, visible]) writeFileSync(file, 'what is in the file');
if (isRoot) for (const each of [files, hidden, visible]) chownSync(each, USER, USER);

type Said = { launches: unknown[]; shown: string; read: Record<string, string> };
async function startWorker(address: string): Promise<{ pid: string; said: Said }> {
  const [program, ...words] = [
    ...asUser,
    process.execPath,
    '--import',
    'tsx',
    PROGRAM,
    address,
    files,
    hidden,
    visible,
  ];
  worker = spawn(program, words, {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: home,
      XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] ?? (isRoot ? '/var/cache' : undefined),
      CHROMIUM_PATH: process.env['CHROMIUM_PATH'],
      VAULT_KEYS: 'planted-vault-keys',
      DATABASE_URL: 'planted-database-url',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(readline.createInterface({ input: worker.stdout! }), 'line')) as [string];
  return { pid: String(worker.pid), said: JSON.parse(line) as Said };
}

/** What a program in the browser's network meets at an address: `reached`, or why it cannot connect. */
function inNetworkOf(pid: string, port: number, host: string): string {
  const script = `require('net').connect(${port}, '${host}')
    .on('connect', function () { console.log('reached'); this.destroy(); }).on('error', ({ code }) => console.log(code))`;
  const enter = isRoot
    ? [`--net=/proc/${pid}/ns/net`]
    : [`--target=${pid}`, '--user', '--preserve-credentials', '--net'];
  const words = [...enter, '--', process.execPath, '-e', script];
  return execFileSync('nsenter', words, { timeout: CONNECT_MS, encoding: 'utf8' }).trim();
}

test('the browser of a worker that is not root has a sandbox, no network but its proxy, and none of the secrets and files [browser-of-a-user]', async ({
  skip,
}) => {
  const why = refusal();
  skip(why !== '', why);
  // Root unpacks the browser, which the user cannot.
  await findChromium(process.env['CHROMIUM_PATH']);
  portal.listen(0, '127.0.0.1');
  await once(portal, 'listening');
  const { port } = portal.address() as AddressInfo;
  const { pid, said } = await startWorker(`http://127.0.0.1:${port}/`);

  expect(said).toEqual({
    launches: [{ sandbox: true, ownNetwork: true, hidesFiles: true }],
    shown: 'the page of the portal',
    read: {
      [hidden]: 'net::ERR_FILE_NOT_FOUND',
      [visible]: 'what is in the file',
      [`/proc/${pid}/environ`]: 'net::ERR_ACCESS_DENIED',
    },
  });
  expect(fieldOf(pid, 'Uid')).toMatch(new RegExp(`^${USER}\t${USER}\t`));
  // Some processes of Chromium end soon after its start; one that has ended has no fields.
  const processes = browsersBelow(pid).filter((each) => fieldOf(each, 'Uid') !== '');
  expect(processes.length).toBeGreaterThan(2);
  for (const each of processes) {
    expect(fieldOf(each, 'Uid')).toMatch(new RegExp(`^${USER}\t${USER}\t`));
    expect(ofProcess(each, 'environ')).not.toContain('planted-');
  }
  const [browser = ''] = processes.filter(isMainBrowser);
  // Its number in the tree outside and in its own one, which the worker, of the same user, is not in.
  expect(fieldOf(browser, 'NSpid').split('\t')).toHaveLength(2);
  expect(networksOf(browser)).toEqual(['lo']);
  expect(inNetworkOf(browser, port, '127.0.0.1')).toBe('ECONNREFUSED');
  expect(inNetworkOf(browser, 80, '169.254.169.254')).toBe('ENETUNREACH');
  const [renderer = ''] = processes.filter(isRenderer);
  expect([fieldOf(renderer, 'Seccomp'), fieldOf(renderer, 'NoNewPrivs')]).toEqual(['2', '1']);
  expect(fieldOf(renderer, 'NSpid').split('\t').length).toBeGreaterThan(1);
});
