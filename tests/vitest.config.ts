/**
 * Every test runs on one PostgreSQL and one Temporal server that the run starts for itself. Files that leave nothing in
 * their process follow one another in it and load the product once; the others get a fresh one each (shared-process.ts).
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { servicesPlugin } from '#web/services-plugin.ts';
import { restingToday } from './harness/depth.ts';
import { ownProcess, sharedProcess } from './shared-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** More than a CI machine has cores, because many files mostly wait: for a portal, a retry, a killed process. */
const WORKERS_MAX = 5;
const shared = sharedProcess.map((folder) => `${folder}/**/*.test.ts`);
const names = sharedProcess.map((folder) => path.basename(folder)).join('|');

/** The folders that take most of a run's time, and on how many days of seven each of their files rests in `.ci/run`. */
const restDays = {
  'tests/api': 6,
  'tests/chaos': 3,
  'tests/e2e': 6,
  'tests/faults': 5,
  'tests/local': 5,
  'tests/portals': 5,
  'tests/services': 5,
  'tests/unit/pdf': 4,
  'tests/workflows': 5,
};
/** What these guarantee, a change anywhere in the product can break, so they run every day. */
const everyDay = [
  'first-view-budget.e2e.ts',
  'isolation.test.ts',
  'ledger-properties.test.ts',
  'spec-calls.test.ts',
];
const mayRest = (name: string): boolean =>
  /\.(test|e2e)\.ts$/.test(name) && !everyDay.includes(path.basename(name));
const restingIn = ([folder, days]: [string, number]): string[] => {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return restingToday(names.filter(mayRest).sort(), days).map((name) => `${folder}/${name}`);
};
const notToday = process.env['LONG_TESTS'] === 'today' ? Object.entries(restDays).flatMap(restingIn) : [];

/**
 * The projects run side by side in the order of their names, larger files first. So the long files of "own process" come
 * first, and the short ones of "shared process" fill the end of the run.
 */
function project(name: string, test: TestProjectInlineConfiguration['test']) {
  return {
    root,
    // Web modules that name services are tested here too.
    plugins: [servicesPlugin()],
    test: {
      name,
      pool: 'forks' as const,
      maxWorkers: WORKERS_MAX,
      testTimeout: 240_000,
      // A busy machine takes seconds for what a quiet one does at once.
      expect: { poll: { timeout: 30_000 } },
      hookTimeout: 240_000,
      env: { NODE_ENV: 'test' },
      setupFiles: ['./tests/harness/messages.ts'],
      ...test,
    },
  };
}

export default defineConfig({
  root,
  test: {
    globalSetup: './tests/harness/global-setup.ts',
    maxWorkers: WORKERS_MAX,
    projects: [
      project('shared process', {
        include: shared,
        exclude: [...ownProcess, ...notToday],
        isolate: false,
      }),
      project('own process', {
        include: [...ownProcess, 'tests/*.test.ts', `tests/!(${names})/**/*.{test,e2e}.ts`],
        exclude: notToday,
      }),
    ],
  },
});
