/**
 * Finds a Temporal server program, or builds one with Go. Plain JavaScript, because it also runs before dependencies
 * are installed.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Temporal Server 1.29.1 with UI 2.42.1. */
const CLI_VERSION = 'v1.5.1';
const BUILD_OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Returns the program on PATH, in the cache, or built with Go, in this order.
 * @param {(line: string) => void} onProgress
 * @returns {Promise<string>} the program to run
 * @throws an error that lists the ways to get the program
 */
export async function findTemporal(onProgress) {
  if (await works('temporal', ['--version'])) return 'temporal';
  const directory = path.join(
    process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
    'chalan',
    'bin',
  );
  const cached = path.join(directory, 'temporal');
  if (existsSync(cached) && (await works(cached, ['--version']))) return cached;
  if (await works('go', ['version'])) {
    onProgress(`Building the Temporal server ${CLI_VERSION} with Go: once, 2 to 4 minutes …`);
    // Built in a separate directory and renamed, because another clone may be building or starting the same program.
    const fresh = path.join(directory, `build-${process.pid}`);
    mkdirSync(fresh, { recursive: true });
    try {
      await run('go', ['install', `github.com/temporalio/cli/cmd/temporal@${CLI_VERSION}`], {
        env: { ...process.env, GOBIN: fresh },
        maxBuffer: BUILD_OUTPUT_BYTES_MAX,
      });
      renameSync(path.join(fresh, 'temporal'), cached);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
    return cached;
  }
  throw new Error(
    'No Temporal server found: install the Temporal CLI (`temporal` on PATH) or Go 1.23 or later, or set TEMPORAL_ADDRESS to a running server.',
  );
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
