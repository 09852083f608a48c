/**
 * The whole platform as real processes, started the way `npm start` does, on free ports and with its own data
 * directory.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '#prisma/client.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startStack, type Stack } from '#temporal/local/stack.ts';

/** Connections of the test or benchmark itself, beside those of the platform. */
const CONNECTIONS_MAX = 3;

export type OwnStack = {
  stack: Stack;
  /** Everything the stack writes: logs, files, Temporal's and PostgreSQL's data. */
  directory: string;
  db: Database;
  stop: () => Promise<void>;
};

export async function startOwnStack(environment: Record<string, string>): Promise<OwnStack> {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-stack-'));
  // PostgreSQL runs as a separate user where the tests run as root.
  chmodSync(directory, 0o755);
  Object.assign(process.env, {
    CHALAN_DATA: directory,
    NODE_ENV: 'development',
    PORT: String(await freePort()),
    POSTGRES_PORT: String(await freePort()),
    TEMPORAL_PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_IMAP_PORT: String(await freePort()),
    // Probes would meet the faults that are set for jobs.
    PORTAL_PROBES: 'false',
    ...environment,
  });
  const stack = await startStack(() => undefined);
  void stack.failed.then((sentence) => process.stderr.write(`${sentence}\n`));
  const db = openDatabase(stack.databaseUrl, CONNECTIONS_MAX);
  const stop = async (): Promise<void> => {
    await db.$disconnect();
    await stack.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { stack, directory, db, stop };
}
