/** Builds the web client if its sources have changed, without disturbing a stack that serves the previous build. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { withoutSecrets } from '#api/env-parts.ts';
import { buildOnce } from '#temporal/build-once.ts';
import { sourcesHash } from './sources-hash.ts';

const served = path.join('web', 'dist');
/** The build for the server, which renders visitors' pages with it. */
const servedByServer = path.join('web', 'dist-server');
const marker = path.join(served, '.built');
/** Pages that were opened before a build still request the previous build's assets for a while. */
const OLD_ASSETS_KEPT_MS = 24 * 3600 * 1000;
const REPLACE_TRIES_MAX = 10;
/** Sources of the bundle: the client, the contracts and the catalogue. */
const sources = ['web', 'api/contracts', 'activities/services', 'package-lock.json'];

/** In `development` the client also validates the API's responses. */
type Mode = 'development' | 'production';

/** Throws if the build fails; the previous build then stays in place. */
export async function buildWeb(say: (line: string) => void, mode: Mode): Promise<void> {
  const hash = clientHash(mode);
  await buildOnce({
    lock: path.join('.cache', 'web.lock'),
    isBuilt: () => existsSync(marker) && readFileSync(marker, 'utf8') === hash,
    build: async () => {
      say('Building the web client …');
      await buildAndReplace(mode);
      writeFileSync(marker, hash);
    },
  });
}

/** Returns a hash that is equal for equal builds. */
export const clientHash = (mode: Mode): string => `${mode}-${sourcesHash(sources, [served, servedByServer])}`;

async function buildAndReplace(mode: Mode): Promise<void> {
  const fresh = path.join('web', `dist-${process.pid}`);
  const freshForServer = `${fresh}-server`;
  try {
    await buildClient(mode, { client: fresh, server: freshForServer });
    putInPlace(fresh);
    replaceFolder(servedByServer, freshForServer);
  } finally {
    for (const folder of [fresh, freshForServer]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the client for browsers and for the server, into two folders. */
export async function buildClient(mode: Mode, into: { client: string; server: string }): Promise<void> {
  await runBuild(mode, ['--outDir', path.resolve(into.client)]);
  await runBuild(mode, ['--ssr', 'server.tsx', '--outDir', path.resolve(into.server)]);
}

/** Replaces a folder. Another stack may put the same build in place at the same moment. */
function replaceFolder(old: string, fresh: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      rmSync(old, { recursive: true, force: true });
      renameSync(fresh, old);
      return;
    } catch (error) {
      if (tries >= REPLACE_TRIES_MAX) throw error;
    }
  }
}

/** Copies the assets before the page that refers to them, so that a request in between finds everything. */
function putInPlace(fresh: string): void {
  const files = readdirSync(fresh, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(fresh, path.join(entry.parentPath, entry.name)));
  const pagesLast = files.sort((a, b) => Number(a.endsWith('.html')) - Number(b.endsWith('.html')));
  for (const file of pagesLast) {
    mkdirSync(path.join(served, path.dirname(file)), { recursive: true });
    renameSync(path.join(fresh, file), path.join(served, file));
  }
  removeOldAssets(path.join(served, 'assets'), new Set(files.map((file) => path.basename(file))));
}

function removeOldAssets(assets: string, current: ReadonlySet<string>): void {
  for (const name of readdirSync(assets)) {
    const file = path.join(assets, name);
    if (current.has(name) || Date.now() - statSync(file).mtimeMs < OLD_ASSETS_KEPT_MS) continue;
    rmSync(file, { force: true });
  }
}

function runBuild(mode: Mode, options: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      `node_modules/vite/bin/vite.js build --config web/vite.config.ts --mode ${mode} --logLevel error ${options.join(' ')}`.split(
        ' ',
      ),
      // Libraries are always bundled for production; our own helpers depend on the mode.
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...withoutSecrets(process.env), NODE_ENV: 'production' },
      },
    );
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The web client could not be built.')),
    );
  });
}
