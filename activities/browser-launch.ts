/**
 * Starts Chromium apart from the worker: with its sandbox, without the worker's environment, and as another user where the
 * worker is root, so that a portal's page which breaks out of the browser finds neither secrets nor their files.
 */
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright';
import type { Chromium } from './chromium.ts';

export type LaunchPolicy = {
  /** Refuses to run without the sandbox, instead of saying that it does. */
  mustSandbox: boolean;
  /** Told of every browser, once it runs. */
  onLaunched?: ((how: { isSandboxed: boolean }) => void) | undefined;
};

const LAUNCH_MS = 60_000;
const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** What the browser is started as where the worker is root: `nobody`, which owns nothing. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** The ways to start it, the best one first; only the first one keeps a portal's page away from the machine. */
type Way = { sandbox: boolean; asNobody: boolean };
const ways: readonly Way[] = isRoot
  ? [
      { sandbox: true, asNobody: true },
      { sandbox: false, asNobody: true },
      { sandbox: false, asNobody: false },
    ]
  : [
      { sandbox: true, asNobody: false },
      { sandbox: false, asNobody: false },
    ];

/** Throws when no way works, or when only ways without the sandbox would and the policy forbids them. */
export async function launchIsolated(found: Chromium, policy: LaunchPolicy): Promise<Browser> {
  const allowed = policy.mustSandbox ? ways.slice(0, 1) : ways;
  let cause: unknown;
  for (const way of allowed) {
    try {
      const browser = await launch(found, way);
      policy.onLaunched?.({ isSandboxed: way.sandbox });
      return browser;
    } catch (error) {
      cause ??= error;
      if (!isAboutIsolation(error)) throw error;
    }
  }
  throw new Error(
    'Chromium cannot run with its sandbox on this machine. Allow user namespaces (see README, "Security"), or set ALLOW_UNSANDBOXED_BROWSER=true at your own risk.',
    { cause },
  );
}

/** Many containers and desktops forbid user namespaces, which the sandbox needs; some lack the program that changes the user. */
const isAboutIsolation = (error: unknown): boolean =>
  error instanceof Error && /sandbox|setpriv|namespace/i.test(error.message);

async function launch(found: Chromium, { sandbox, asNobody }: Way): Promise<Browser> {
  const home = await makeHome(asNobody);
  const env = { HOME: home.folder, TMPDIR: home.folder, ...found.env };
  try {
    const browser = await chromium.launch({
      executablePath: asNobody ? await writeStarter(home, found) : found.executablePath,
      env,
      args,
      chromiumSandbox: sandbox,
      downloadsPath: home.downloads,
      timeout: LAUNCH_MS,
      // The worker ends the browser itself, after the sessions have logged out.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    browser.once('disconnected', () => void removeHome(home));
    return browser;
  } catch (error) {
    await removeHome(home);
    throw error;
  }
}

/** `outer` is the worker's; `folder`, in it, is all that the browser may write to. */
type Home = { outer: string; folder: string; downloads: string };

async function makeHome(forNobody: boolean): Promise<Home> {
  const outer = await mkdtemp(path.join(tmpdir(), 'chalan-browser-'));
  const folder = path.join(outer, 'home');
  const downloads = path.join(folder, 'downloads');
  await mkdir(downloads, { recursive: true, mode: 0o700 });
  if (forNobody) {
    await Promise.all([folder, downloads].map((each) => chown(each, NOBODY, NOBODY)));
    await chmod(outer, 0o711);
  }
  return { outer, folder, downloads };
}

const removeHome = ({ outer }: Home): Promise<void> =>
  rm(outer, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);

/** The profile that Playwright makes belongs to root: the last one named is the one that Chromium takes. */
async function writeStarter({ outer, folder }: Home, { executablePath, env }: Chromium): Promise<string> {
  const variables = Object.entries({ HOME: folder, TMPDIR: folder, ...env });
  const asNobody = `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs`;
  const profile = `--user-data-dir=${path.join(folder, 'profile')}`;
  const environment = variables.map(([name, value]) => quoted(`${name}=${value}`));
  const words = [asNobody, 'env -i', ...environment, quoted(executablePath), '"$@"', quoted(profile)];
  const starter = path.join(outer, 'chromium');
  await writeFile(starter, `#!/bin/sh\n${words.join(' ')}\n`, { mode: 0o755 });
  return starter;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
