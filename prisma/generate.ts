/** Writes the typed Prisma client from the schema, without the engine that `prisma generate` would download. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const prismaCli = fileURLToPath(import.meta.resolve('prisma/build/index.js'));
const config = fileURLToPath(new URL('./prisma.config.ts', import.meta.url));
const done = spawnSync(process.execPath, [prismaCli, 'generate', '--config', config], {
  stdio: ['ignore', 'ignore', 'inherit'],
  // Generating never runs the schema engine, but naming any program prevents Prisma from downloading one.
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
});
process.exit(done.status ?? 1);
