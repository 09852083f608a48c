/**
 * Every test runs on one PostgreSQL and one Temporal server that the run starts for itself. Files that leave nothing in
 * their process follow one another in it and load the product once; the others get a fresh one each (shared-process.ts).
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { servicesPlugin } from '#web/services-plugin.ts';
import { ownProcess, sharedProcess } from './shared-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const WORKERS_MAX = 3;
const shared = sharedProcess.map((folder) => `${folder}/**/*.test.ts`);
const names = sharedProcess.map((folder) => path.basename(folder)).join('|');

/** `order` says which project's files run first. */
function project(name: string, order: number, test: TestProjectInlineConfiguration['test']) {
  return {
    root,
    // Web modules that name services are tested here too.
    plugins: [servicesPlugin()],
    test: {
      name,
      pool: 'forks' as const,
      maxWorkers: WORKERS_MAX,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      env: { NODE_ENV: 'test' },
      setupFiles: ['./tests/harness/messages.ts'],
      sequence: { groupOrder: order },
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
      project('shared process', 0, {
        include: shared,
        exclude: [...ownProcess],
        isolate: false,
      }),
      project('own process', 1, {
        include: [...ownProcess, 'tests/*.test.ts', `tests/!(${names})/**/*.{test,e2e}.ts`],
      }),
    ],
  },
});
