/**
 * Proves the generators: makes a portal and a service in a copy of the checkout, checks them as CI checks everything,
 * and shows that nothing changed but their own folders and the generated indexes.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { RUNNING_SERVERS } from '#tests/harness/global-setup.ts';

const PORTAL = 'border-post';
const SERVICE = 'border-post-orders';
const STEP_MS = 300_000;

/** What a new portal and a new service may change: their own files, and what `npm run index` writes. */
const expected = [
  ' M activities/portals/adapters.ts',
  ' M activities/portals/catalogue.ts',
  ' M activities/portals/go-live-lists.ts',
  ' M activities/portals/page-maps.ts',
  ' M activities/services/catalogue.ts',
  ' M activities/services/runners.ts',
  ' M api/contracts/messages/catalogue.ts',
  ' M docker-compose.yml',
  ' M tests/sandbox/portals/registry.ts',
  `?? activities/portals/${PORTAL}/`,
  `?? activities/services/${SERVICE}/`,
  `?? tests/portals/${PORTAL}.test.ts`,
  `?? tests/sandbox/portals/${PORTAL}/`,
];
type TestRun = { files: string[]; name?: string; needsServers?: true };
/** What each test file is asked for; the tests of other services and portals run elsewhere. */
const testsOfFolders: TestRun[] = [
  {
    files: [
      'tests/architecture.test.ts',
      'tests/unit/catalogue.test.ts',
      'tests/unit/messages.test.ts',
      `tests/portals/${PORTAL}.test.ts`,
    ],
  },
  { files: ['tests/portals/portal-contract.test.ts', 'tests/portals/service-samples.test.ts'], name: PORTAL },
];
const testsOnServers: TestRun[] = [
  // The file on the whole platform starts its own servers.
  { files: ['tests/services/every-service.test.ts'], name: `${SERVICE} the service turns` },
  // Counts of services and portals follow the catalogue. The last test starts two workers and is left out.
  {
    files: ['tests/api/portals/portal-addresses.test.ts'],
    name: 'a service without a portal address|the worker finds missing',
    needsServers: true,
  },
];
const environment = {
  ...process.env,
  // What is new is tried in full, whatever takes its turn today.
  DEPTH: 'all',
  // The copy has no cache of its own.
  CHALAN_CACHE: process.env['CHALAN_CACHE'] ?? path.resolve('.cache'),
};
/** Keeps a test run from starting servers that its tests do not need. */
const withoutServers = { [RUNNING_SERVERS]: JSON.stringify({ postgresUrl: '', temporalAddress: '' }) };

const copy = mkdtempSync(path.join(tmpdir(), 'chalan-copy-'));
const options = { cwd: copy, encoding: 'utf8', env: environment, timeout: STEP_MS } as const;
const runFile = promisify(execFile);

function run(command: string, ...given: string[]): string {
  return execFileSync(command, given, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
}
const toolPath = (name: string): string => path.resolve('node_modules/.bin', name);
const tool = (name: string, ...given: string[]) => runFile(toolPath(name), given, options);

/** Fails as well if the name matches no test of a file, because Vitest counts that as success. */
async function proveTests({ files, name, needsServers }: TestRun): Promise<void> {
  const given = ['run', '--config', 'tests/vitest.config.ts', ...files, ...(name ? ['-t', name] : [])];
  const env = needsServers ? environment : { ...environment, ...withoutServers };
  const ended = await runFile(toolPath('vitest'), given, { ...options, env }).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) process.stdout.write(String(error.stdout));
    throw error;
  });
  process.stdout.write(ended.stdout);
  const passed = /^\s*Test Files\s+(\d+) passed/m.exec(stripVTControlCharacters(ended.stdout))?.[1];
  if (Number(passed) !== files.length) throw new Error(`Not all of ${files.join(', ')} had a test to run.`);
}

function copyCheckout(): void {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ':!node_modules'],
    { encoding: 'utf8' },
  );
  for (const file of listed.split('\0').filter((name) => name !== '')) cpSync(file, path.join(copy, file));
  for (const ignored of ['node_modules', 'prisma/generated'])
    symlinkSync(path.resolve(ignored), path.join(copy, ignored));
  run('git', 'init', '-q');
  run('git', 'add', '--all', '--', '.', ':!node_modules', ':!prisma/generated');
  run('git', '-c', 'user.name=copy', '-c', 'user.email=copy@chalan.test', 'commit', '-qm', 'copy');
}

function proveStatus(): void {
  const status = run('git', 'status', '--porcelain')
    .split('\n')
    .filter((line) => line !== '' && !/ (node_modules|prisma\/generated)\/?$/.test(line));
  const unexpected = status.filter((line) => !expected.includes(line));
  const missing = expected.filter((line) => !status.includes(line));
  if (unexpected.length + missing.length > 0)
    throw new Error(
      `changed beyond the folders: ${unexpected.join(', ')}; not changed: ${missing.join(', ')}`,
    );
}

/** Types, lint and format of the copy, then the tests that need no servers. */
async function proveFolders(): Promise<void> {
  await tool('tsc', '-p', 'tsconfig.json');
  await tool('oxlint', '-c', '.oxlintrc.json', '--deny-warnings', 'activities', 'tests', 'api');
  await tool('oxfmt', '--check', 'activities', 'tests/portals', 'tests/sandbox');
  for (const each of testsOfFolders) await proveTests(each);
}

/** These tests mostly wait, so they run beside the others. */
async function proveOnServers(): Promise<void> {
  for (const each of testsOnServers) await proveTests(each);
}

try {
  copyCheckout();
  await tool('tsx', 'tests/kit/indexes.ts', '--check');
  await tool('tsx', 'tests/kit/new.ts', 'portal', PORTAL);
  await tool('tsx', 'tests/kit/new.ts', 'service', SERVICE, '--portal', PORTAL);
  await tool('tsx', 'tests/kit/indexes.ts', '--check');
  // Both end before the copy is removed.
  const ends = await Promise.allSettled([proveFolders(), proveOnServers()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  proveStatus();
  process.stdout.write(`A new portal and a new service pass, and ${expected.length} places changed.\n`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
