/**
 * Builds our processes from TypeScript, once per change of their sources: loading hundreds of files separately costs
 * each start several seconds of processor time.
 */
import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withoutSecrets } from '#api/env-parts.ts';
import { buildOnce } from '#temporal/build-once.ts';
import { sourcesHash } from './sources-hash.ts';

const run = promisify(execFile);
const BUILD_TIMEOUT_MS = 120_000;
const sources = [
  'api',
  'activities',
  'workflows',
  'prisma',
  'temporal',
  'tests/sandbox',
  'package.json',
  'package-lock.json',
];

/** Paths of the built programs. */
export type Programs = Record<'api' | 'worker' | 'sandbox' | 'store' | 'proxy', string>;

/** Returns the programs in `cacheDirectory`, and builds them if their sources have changed. */
export async function buildPrograms(cacheDirectory: string): Promise<Programs> {
  // The programs find files beside their sources by absolute addresses, so another checkout needs its own.
  const hash = sourcesHash(sources.map((place) => path.resolve(place)));
  const directory = path.resolve(cacheDirectory, `programs-${hash.slice(0, 16)}`);
  await buildOnce({
    lock: `${directory}.lock`,
    isBuilt: () => existsSync(directory),
    build: () => buildInto(directory),
  });
  const program = (name: keyof Programs): string => path.join(directory, `${name}.js`);
  return {
    api: program('api'),
    worker: program('worker'),
    sandbox: program('sandbox'),
    store: program('store'),
    proxy: program('proxy'),
  };
}

/** Builds into a draft folder and renames it, so that nobody finds a half-finished one. */
async function buildInto(directory: string): Promise<void> {
  const draft = `${directory}-${process.pid}`;
  const script = fileURLToPath(new URL('./programs-vite.ts', import.meta.url));
  await run(process.execPath, ['--import', 'tsx', script, draft], {
    timeout: BUILD_TIMEOUT_MS,
    env: withoutSecrets(process.env),
  });
  try {
    renameSync(draft, directory);
  } catch (error) {
    // Another start has built the same programs in the meantime.
    if (!existsSync(directory)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}
