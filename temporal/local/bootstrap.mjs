/**
 * Entry point of `npm start`, `npm test` and those of `npm run` that need servers: installs what is missing, then runs
 * the command.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTemporal } from '../find-server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);

const [, , command = 'up', ...rest] = process.argv;
/** @type {Record<string, string>} */
const programs = { demo: 'demo.ts', cluster: 'cluster-up.ts', backup: 'backup.ts', restore: 'restore.ts' };
/** The tests that `npm run cluster -- story` runs unless it names others: what customers do, from signing up to files. */
const story = ['scenarios', 'first-result', 'keyboard', 'payments', 'page-maps', 'sign-in-factors'];
/** Contains the process id of the start that sets up this checkout. */
const turnFile = path.join('.cache', 'set-up.pid');
/** The longest set-up installs the dependencies over a slow connection. */
const TURN_TIMEOUT_MS = 10 * 60_000;
const TURN_POLL_MS = 200;
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

try {
  requireNode();
  const dependencies = install();
  await Promise.all([dependencies, process.env['TEMPORAL_ADDRESS'] ? null : findTemporal(say, dependencies)]);
  await generate();
  await runCommand();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(
      `Chalan needs Node.js 20.19 or later; this is ${process.versions.node}. Install it from https://nodejs.org.`,
    );
  }
}

async function install() {
  await whenChanged('node_modules/.chalan-installed', ['package-lock.json', '.npmrc'], async () => {
    say('Installing the dependencies: once, 1 to 2 minutes …');
    // npm names its own script. Windows starts no program called "npm".
    const script = process.env['npm_execpath'];
    const [program, start] = script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
    await run(program, [...start, 'ci', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

async function generate() {
  await whenChanged(
    'prisma/generated/.chalan-generated',
    ['prisma/schema.prisma', 'package-lock.json'],
    async () => {
      say('Writing the database client …');
      await run(process.execPath, ['--import', 'tsx', 'prisma/generate.ts']);
    },
  );
}

/**
 * Runs `work` unless it already ran for the same contents of `sources`.
 * @param {string} marker
 * @param {string[]} sources
 * @param {() => Promise<void>} work
 */
async function whenChanged(marker, sources, work) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source));
  const wanted = hash.digest('hex');
  const isDone = () => existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
  if (isDone()) return;
  await oneAtATime(async () => {
    // Another start of this checkout may have done the work while this one waited.
    if (isDone()) return;
    await work();
    writeFileSync(marker, wanted);
  });
}

/**
 * Runs `work` while no other start of this checkout runs such work.
 * @param {() => Promise<void>} work
 */
async function oneAtATime(work) {
  mkdirSync('.cache', { recursive: true });
  const deadline = Date.now() + TURN_TIMEOUT_MS;
  while (!takeTurn()) {
    if (Date.now() > deadline) {
      throw new Error(
        `Another start has been setting this checkout up for long; remove ${turnFile} if there is none.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, TURN_POLL_MS));
  }
  try {
    await work();
  } finally {
    rmSync(turnFile, { force: true });
  }
}

/** Returns whether the turn was free. A file that a killed start left behind is removed for the next attempt. */
function takeTurn() {
  try {
    writeFileSync(turnFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (!isRunning(pidIn(turnFile))) rmSync(turnFile, { force: true });
    return false;
  }
}

/** @param {string} file */
function pidIn(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function runCommand() {
  if (command === 'setup') return;
  if (command === 'test') {
    await runTests(rest);
  } else if (command === 'chaos') {
    process.env['DEPTH'] = 'all';
    const { names, options } = namesAndOptions(rest);
    const files = names.length > 0 ? names.map((name) => `tests/chaos/${name}`) : ['tests/chaos'];
    await runOneByOne(files, options);
  } else if (command === 'cluster' && rest[0] === 'story') {
    const { names, options } = namesAndOptions(rest.slice(1));
    await run(process.execPath, ['--import', 'tsx', 'temporal/local/cluster-build.ts']);
    process.env['CHALAN_TEST_STACK'] = 'cluster';
    const files = (names.length > 0 ? names : story).map((name) => `tests/e2e/${name}.e2e.ts`);
    await runOneByOne(files, options);
  } else if (command === 'bench') {
    await run(process.execPath, ['--import', 'tsx', 'tests/bench/run.ts', ...rest]);
  } else {
    // Runs in this process, so that a signal to it reaches the supervisor.
    const { register } = await import('tsx/esm/api');
    register();
    await import(path.join(root, 'temporal', 'local', programs[command] ?? 'up.ts'));
  }
}

/** @param {string[]} words */
function namesAndOptions(words) {
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const names = firstOption < 0 ? words : words.slice(0, firstOption);
  return { names, options: words.slice(names.length) };
}

/**
 * Runs files one after another, because each of them uses the whole machine.
 * @param {string[]} files
 * @param {string[]} options
 */
function runOneByOne(files, options) {
  return runTests([...files, '--no-file-parallelism', ...options]);
}

/** @param {string[]} chosen */
function runTests(chosen) {
  return run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/vitest.config.ts',
    ...chosen,
  ]);
}

/**
 * @param {string} program
 * @param {string[]} programArguments
 * @returns {Promise<void>}
 */
function run(program, programArguments) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`${path.basename(program)} ${programArguments[0]} ended with ${code ?? 'a signal'}.`),
        );
    });
  });
}
