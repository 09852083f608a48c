/** Every test runs on one PostgreSQL and one Temporal server that the run starts for itself. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { servicesPlugin } from '../web/services-plugin.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // Web modules that name services are tested here too.
  plugins: [servicesPlugin()],
  test: {
    globalSetup: './tests/harness/global-setup.ts',
    include: ['tests/**/*.test.ts', 'tests/**/*.e2e.ts'],
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: 'test' },
  },
});
