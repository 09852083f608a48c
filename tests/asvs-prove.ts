/**
 * `npm run asvs [ids]` removes, in a copy of the project, the code that fulfils a requirement of `asvs.md`, and checks
 * that the requirement's test then fails. `--today` checks only today's share.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mutations } from './asvs-mutations.ts';
import type { Mutation } from './asvs/mutation.ts';
import { todaysShare } from './harness/depth.ts';
import { RUNNING_SERVERS, startServers } from './harness/global-setup.ts';
import { splitTestName, tableRows } from './harness/test-table.ts';

const RUN_TIMEOUT_MS = 10 * 60_000;
const TODAY_COUNT = 2;
/** What is not the project's own text; the tests need it all the same. */
const linked = ['node_modules', '.cache'];
const left = [...linked, '.git', '.data'];

/** `test` is the name of a test in the table: file and id. */
type Proof = { id: string; test: string; mutation: Mutation };
type Counts = { numPassedTests: number; numFailedTests: number };
type Run = { passes: number; failures: number; output: string };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Several requirements may name the same test, so its result with the code in place is kept. */
const runsWithCode = new Map<string, Run>();
const copy = mkdtempSync(path.join(tmpdir(), 'chalan-asvs-'));
const { stop, ...servers } = await startServers();
let failed = 0;
try {
  cpSync('.', copy, { recursive: true, filter: (place) => !left.includes(place) });
  // A clone that has run no workflow has none.
  mkdirSync('.cache', { recursive: true });
  for (const name of linked) symlinkSync(path.resolve(name), path.join(copy, name));
  for (const proof of chosen(process.argv.slice(2))) if (!prove(proof)) failed += 1;
} finally {
  await stop();
  rmSync(copy, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);

function chosen(wanted: string[]): Proof[] {
  const proofs = tableRows('tests/asvs.md').flatMap(([id = '', , , , test = '']) => {
    const mutation = mutations[id];
    return mutation ? [{ id, test, mutation }] : [];
  });
  if (wanted.includes('--today')) return todaysShare(proofs, TODAY_COUNT);
  return wanted.length === 0 ? proofs : proofs.filter(({ id }) => wanted.includes(id));
}

/** A test that fails by itself would fail without the code as well. */
function withCode(test: string): Run {
  const run = runsWithCode.get(test) ?? runTest({ test, isSchema: false });
  runsWithCode.set(test, run);
  return run;
}

function prove({ id, test, mutation }: Proof): boolean {
  const before = withCode(test);
  if (before.failures > 0 || before.passes === 0) {
    say(`${id}: the test does not pass as things are\n${before.output}`);
    return false;
  }
  const place = path.join(copy, mutation.file);
  const text = readFileSync(place, 'utf8');
  writeFileSync(
    place,
    text.replace(mutation.code, () => mutation.instead ?? ''),
  );
  // Another table needs another database than the one that all share.
  const isSchema = mutation.file.startsWith('prisma/');
  const { failures, output } = runTest({ test, isSchema });
  writeFileSync(place, text);
  if (failures > 0) {
    say(`${id}: ${failures} red without ${mutation.file} "${mutation.code.trim()}"`);
    return true;
  }
  say(`${id}: NOT red without ${mutation.file} "${mutation.code.trim()}"\n${output}`);
  return false;
}

/**
 * Counts the passed and failed tests with that id; there are several where a test runs for each of a list. A file that
 * can not be read is no failure of its test.
 */
function runTest({ test, isSchema }: { test: string; isSchema: boolean }): Run {
  const { file, id } = splitTestName(test);
  const report = path.join(copy, 'asvs-report.json');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts'];
  const named = ['-t', String.raw`\[${id}\]$`, '--reporter=json', `--outputFile=${report}`, `tests/${file}`];
  rmSync(report, { force: true });
  const run = spawnSync(process.execPath, [...vitest, ...named], {
    cwd: copy,
    encoding: 'utf8',
    timeout: RUN_TIMEOUT_MS,
    env: { ...process.env, [RUNNING_SERVERS]: isSchema ? '' : JSON.stringify(servers) },
  });
  const output = `${run.stdout}${run.stderr}`.slice(-2_000);
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Counts;
    return { passes: numPassedTests, failures: numFailedTests, output };
  } catch {
    return { passes: 0, failures: 0, output };
  }
}
