/** Entry of `npm start`, `npm test`, `npm run demo` and `npm run bench`: installs what is missing, then runs the command. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTemporal } from '../find-server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);

const [, , command = 'up', ...rest] = process.argv;
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

try {
  requireNode();
  await Promise.all([install(), process.env['TEMPORAL_ADDRESS'] ? null : findTemporal(say)]);
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
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
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
 * Runs `work` unless it ran before for the same contents of `sources`.
 * @param {string} marker
 * @param {string[]} sources
 * @param {() => Promise<void>} work
 */
async function whenChanged(marker, sources, work) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source));
  const wanted = hash.digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  await work();
  writeFileSync(marker, wanted);
}

async function runCommand() {
  if (command === 'setup') return;
  if (command === 'test') {
    await run(process.execPath, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'tests/vitest.config.ts',
      ...rest,
    ]);
  } else if (command === 'bench') {
    await run(process.execPath, ['--import', 'tsx', 'tests/bench/run.ts', ...rest]);
  } else {
    // In this process, so that a signal to it reaches the supervisor.
    const { register } = await import('tsx/esm/api');
    register();
    await import(path.join(root, 'temporal', 'local', command === 'demo' ? 'demo.ts' : 'up.ts'));
  }
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
