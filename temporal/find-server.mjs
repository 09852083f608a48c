/**
 * Finds a Temporal server program, builds one with Go, or downloads one. Plain JavaScript, because it also runs before
 * dependencies are installed.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Temporal Server 1.29.1 with UI 2.42.1. */
const CLI_VERSION = 'v1.5.1';
const BUILD_OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * Returns the program on PATH, in the cache, built with Go, or downloaded, in this order.
 * @param {(line: string) => void} onProgress
 * @param {Promise<unknown>} dependencies resolves when the dependencies are installed; the download is made by one
 * @returns {Promise<string>} the program to run
 * @throws an error that lists the ways to get the program
 */
export async function findTemporal(onProgress, dependencies = Promise.resolve()) {
  if (await works('temporal', ['--version'])) return 'temporal';
  const directory = path.join(
    process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
    'chalan',
    'bin',
  );
  const cached = path.join(directory, process.platform === 'win32' ? 'temporal.exe' : 'temporal');
  if (existsSync(cached) && (await works(cached, ['--version']))) return cached;
  if (await works('go', ['version'])) {
    onProgress(`Building the Temporal server ${CLI_VERSION} with Go: once, 2 to 4 minutes …`);
    await replace(cached, build);
  } else {
    await dependencies;
    onProgress(`Downloading the Temporal server ${CLI_VERSION}: once, about a minute …`);
    await replace(cached, download);
  }
  return cached;
}

/**
 * Lets `make` write the program into a new folder and renames it, because another clone may be making or starting the
 * same program.
 *
 * @param {string} program
 * @param {(folder: string) => Promise<unknown>} make leaves the program as the only file of the folder
 */
async function replace(program, make) {
  const folder = path.join(path.dirname(program), `new-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    await make(folder);
    const [made] = readdirSync(folder);
    if (made === undefined) throw new Error(`No program was left in ${folder}.`);
    renameSync(path.join(folder, made), program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
const build = (folder) =>
  run('go', ['install', `github.com/temporalio/cli/cmd/temporal@${CLI_VERSION}`], {
    env: { ...process.env, GOBIN: folder },
    maxBuffer: BUILD_OUTPUT_BYTES_MAX,
  });

/** @param {string} folder */
async function download(folder) {
  const script = fileURLToPath(new URL('download-server.mjs', import.meta.url));
  try {
    await run(process.execPath, [script, CLI_VERSION, folder], { timeout: DOWNLOAD_TIMEOUT_MS });
  } catch (error) {
    throw new Error(
      'No Temporal server was found, and none could be downloaded: install the Temporal CLI (`temporal` on PATH) or Go 1.23 or later, or set TEMPORAL_ADDRESS to a running server.',
      { cause: error },
    );
  }
}

/**
 * @param {string} program
 * @param {string[]} programArguments
 */
async function works(program, programArguments) {
  return run(program, programArguments).then(
    () => true,
    () => false,
  );
}
