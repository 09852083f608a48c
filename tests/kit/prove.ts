/**
 * Proves the generators: makes a portal and a service in a copy of the checkout, checks them as CI checks everything,
 * and shows that nothing changed but their own folders and the generated indexes.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RUNNING_SERVERS } from '#tests/harness/global-setup.ts';

const PORTAL = 'border-post';
const SERVICE = 'border-post-orders';
const STEP_MS = 300_000;

/** What a new portal and a new service may change: their own files, and what `npm run index` writes. */
const expected = [
  ' M activities/portals/adapters.ts',
  ' M activities/portals/catalogue.ts',
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
/** What each test file is asked for; the tests of other services and portals run elsewhere. */
const tests: [files: string[], name?: string][] = [
  [
    [
      'tests/architecture.test.ts',
      'tests/unit/catalogue.test.ts',
      'tests/unit/messages.test.ts',
      `tests/portals/${PORTAL}.test.ts`,
    ],
  ],
  [['tests/portals/portal-contract.test.ts', 'tests/portals/service-samples.test.ts'], PORTAL],
];
/** These tests need neither a database nor Temporal; the copy has no cache of its own. */
const environment = {
  ...process.env,
  [RUNNING_SERVERS]: JSON.stringify({ postgresUrl: '', temporalAddress: '' }),
  CHALAN_CACHE: process.env['CHALAN_CACHE'] ?? path.resolve('.cache'),
};

const copy = mkdtempSync(path.join(tmpdir(), 'chalan-copy-'));

function run(command: string, ...given: string[]): string {
  return execFileSync(command, given, {
    cwd: copy,
    encoding: 'utf8',
    env: environment,
    timeout: STEP_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
const tool = (name: string, ...given: string[]): string =>
  run(path.resolve('node_modules/.bin', name), ...given);

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

try {
  copyCheckout();
  tool('tsx', 'tests/kit/indexes.ts', '--check');
  tool('tsx', 'tests/kit/new.ts', 'portal', PORTAL);
  tool('tsx', 'tests/kit/new.ts', 'service', SERVICE, '--portal', PORTAL);
  tool('tsx', 'tests/kit/indexes.ts', '--check');
  tool('tsc', '-p', 'tsconfig.json');
  tool('oxlint', '-c', '.oxlintrc.json', '--deny-warnings', 'activities', 'tests', 'api');
  tool('oxfmt', '--check', 'activities', 'tests/portals', 'tests/sandbox');
  for (const [files, name] of tests)
    process.stdout.write(
      tool('vitest', 'run', '--config', 'tests/vitest.config.ts', ...files, ...(name ? ['-t', name] : [])),
    );
  proveStatus();
  process.stdout.write(`A new portal and a new service pass, and ${expected.length} places changed.\n`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
