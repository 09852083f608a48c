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

/**
 * In `.ci/run` (`BROWSER_TESTS=today`) each file of browser tests rests on two days of seven, because they take most of
 * its time.
 */
const browserTests = readdirSync(path.join(root, 'tests/e2e'))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => `tests/e2e/${name}`);
const notToday = process.env['BROWSER_TESTS'] === 'today' ? restingToday(browserTests) : [];

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
        exclude: [...ownProcess],
        isolate: false,
      }),
      project('own process', {
        include: [...ownProcess, 'tests/*.test.ts', `tests/!(${names})/**/*.{test,e2e}.ts`],
        exclude: notToday,
      }),
    ],
  },
});
