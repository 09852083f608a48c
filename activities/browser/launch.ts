/**
 * Starts Chromium isolated from the worker: in its sandbox, without the worker's environment, in a process tree of its
 * own, in a network namespace with no route except its egress proxies, and where it cannot read customers' files: as
 * another user if the worker runs as root, otherwise in a view of the files that lacks them. A portal page that breaks
 * out of the browser therefore finds neither secrets nor files, and reaches neither the database nor another machine.
 */
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright';
import { makeHome, NOBODY, removeHome, removeLeftHomes, type Home } from './home.ts';
import { listenOnMachine, openBrowserNetwork, type BrowserNetwork, type Listen } from './network.ts';
import { startChromium, type Chromium } from './chromium.ts';

export type LaunchPolicy = {
  /** If true, refuses to start without the sandbox and a separate network instead of reporting the weaker isolation. */
  mustIsolate: boolean;
  /** Folder with customers' files on this machine, which no browser may read. */
  filesDirectory?: string | undefined;
  /** Called with the isolation of each browser once it runs. */
  onLaunched?: ((how: Isolation) => void) | undefined;
};
/** `hidesFiles`: the browser cannot read customers' files, or there are none on this machine. */
export type Isolation = { sandbox: boolean; ownNetwork: boolean; hidesFiles: boolean };

/** `listen` opens sockets that this browser can reach. */
export type Launched = { browser: Browser; listen: Listen };

const LAUNCH_MS = 60_000;
const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const isRoot = process.getuid?.() === 0;

/** Ways to start Chromium, best first. */
type Way = Isolation & { asNobody: boolean };

/** The ways of a worker that runs as root. A browser that runs as `nobody` can read none of the worker's files. */
const waysOfRoot: readonly Way[] = [
  { ownNetwork: true, sandbox: true, asNobody: true, hidesFiles: true },
  { ownNetwork: false, sandbox: true, asNobody: true, hidesFiles: true },
  { ownNetwork: false, sandbox: false, asNobody: true, hidesFiles: true },
  { ownNetwork: false, sandbox: false, asNobody: false, hidesFiles: false },
];
const waysOfUser: readonly Way[] = [
  { ownNetwork: true, sandbox: true, asNobody: false, hidesFiles: true },
  { ownNetwork: true, sandbox: true, asNobody: false, hidesFiles: false },
  { ownNetwork: false, sandbox: true, asNobody: false, hidesFiles: false },
  { ownNetwork: false, sandbox: false, asNobody: false, hidesFiles: false },
];
const ways = isRoot ? waysOfRoot : waysOfUser;
/** Returns whether a browser started this way confines a portal's page that breaks out of it. */
const isIsolated = ({ ownNetwork, sandbox }: Way): boolean => ownNetwork && sandbox;

/**
 * Starts Chromium in the best way that works here. Throws if none works, or if the policy forbids the weaker ways
 * that would work.
 */
export async function launchIsolated(found: Chromium, policy: LaunchPolicy): Promise<Launched> {
  const allowed = policy.mustIsolate ? ways.filter(isIsolated) : ways;
  await removeLeftHomes();
  const files = await existing(policy.filesDirectory);
  let cause: unknown;
  for (const way of allowed) {
    try {
      const launched = await launch(found, way, files);
      policy.onLaunched?.(way);
      return launched;
    } catch (error) {
      cause ??= error;
      if (!isAboutIsolation(error)) throw error;
    }
  }
  throw new Error(
    'Chromium cannot run isolated on this machine. Allow user namespaces (see docs/security.md, "The browser"), or set ALLOW_UNSANDBOXED_BROWSER=true at your own risk.',
    { cause },
  );
}

/**
 * Returns the folder's real path, in a list. The folder is created first, because only an existing one can be hidden.
 * If it cannot be created, there is nothing to hide, and the browser starts without it.
 */
async function existing(folder: string | undefined): Promise<readonly string[]> {
  if (folder === undefined) return [];
  try {
    await mkdir(folder, { recursive: true });
    return [await realpath(folder)];
  } catch {
    return [];
  }
}

/**
 * Recognises errors caused by the isolation itself: many containers and desktops forbid namespaces, and some lack the
 * programs that create them.
 */
const isAboutIsolation = (error: unknown): boolean =>
  error instanceof Error && /sandbox|setpriv|nsenter|namespace/i.test(error.message);

async function launch(found: Chromium, way: Way, files: readonly string[]): Promise<Launched> {
  const home = await makeHome(way.asNobody);
  let network: BrowserNetwork | undefined;
  try {
    network = way.ownNetwork ? await openBrowserNetwork(way.hidesFiles ? files : []) : undefined;
    const browser = await launchIn({ home, network, found, way });
    browser.once('disconnected', () => {
      network?.close();
      void removeHome(home);
    });
    // Without the process that holds its network namespace the browser cannot open more sessions, so the pool
    // replaces it.
    network?.onEnd(() => void browser.close().catch(() => undefined));
    return { browser, listen: network?.listen ?? listenOnMachine };
  } catch (error) {
    network?.close();
    await removeHome(home);
    throw error;
  }
}

type Launch = { home: Home; network: BrowserNetwork | undefined; found: Chromium; way: Way };

async function launchIn(start: Launch): Promise<Browser> {
  const { home, network, found, way } = start;
  return startChromium({
    executablePath: network || way.asNobody ? await writeStarter(start) : found.executablePath,
    env: environmentIn(home, found),
    args,
    chromiumSandbox: way.sandbox,
    downloadsPath: home.downloads,
    timeout: LAUNCH_MS,
    // The worker closes the browser itself, after the sessions have logged out.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

const environmentIn = ({ folder }: Home, { env }: Chromium): Record<string, string> => ({
  HOME: folder,
  TMPDIR: folder,
  ...env,
});

/**
 * Writes the start script. Playwright passes a profile folder owned by the worker, so the script appends its own:
 * Chromium uses the last one given.
 */
async function writeStarter({ home, network, found, way }: Launch): Promise<string> {
  const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'];
  const variables = Object.entries(environmentIn(home, found)).map(([name, value]) => `${name}=${value}`);
  const profile = `--user-data-dir=${path.join(home.folder, 'profile')}`;
  const before = [...(network?.enter ?? []), ...(way.asNobody ? asNobody : []), 'env', '-i', ...variables];
  const words = [...[...before, found.executablePath].map(quoted), '"$@"', quoted(profile)];
  const starter = path.join(home.outer, 'chromium');
  await writeFile(starter, `#!/bin/sh\nexec ${words.join(' ')}\n`, { mode: 0o755 });
  return starter;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
