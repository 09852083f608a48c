/** What routes and activities work with, built once per process from the environment. */
import { createAuth, type Auth } from '#api/adapters/auth.ts';
import { openFileStore, type FileStore } from '#api/adapters/files.ts';
import { createLogger, type Logger } from '#api/adapters/logger.ts';
import { createMailer, type Mailer } from '#api/adapters/mailer.ts';
import { openBkash } from '#api/adapters/open-bkash.ts';
import { createPdfLocks, type PdfLocks } from '#api/adapters/pdf-locks.ts';
import { createVault, type Vault } from '#api/adapters/vault.ts';
import type { Bkash } from '#api/adapters/bkash/types.ts';
import type { Env } from '#api/env.ts';
import { openDatabase, type Database } from '#prisma/client.ts';
import { connectTemporal, type Temporal } from '#temporal/client.ts';

export type Deps = {
  env: Env;
  db: Database;
  temporal: Temporal;
  files: FileStore;
  mailer: Mailer;
  vault: Vault;
  pdfLocks: PdfLocks;
  auth: Auth;
  bkash: Bkash;
  logger: Logger;
  clock: () => Date;
};

export async function buildDeps(env: Env, name: string): Promise<Deps> {
  const logger = createLogger({ level: env.LOG_LEVEL, name });
  const db = openDatabase(env.DATABASE_URL);
  const mailer = createMailer(env);
  const vault = createVault(env.VAULT_KEYS);
  const clock = () => new Date();
  return {
    env,
    db,
    mailer,
    logger,
    temporal: await connectTemporal(env),
    files: await openFileStore(env),
    vault,
    pdfLocks: createPdfLocks(),
    auth: createAuth({ env, db, vault, mailer, logger }),
    bkash: openBkash({ env, db, vault, logger, now: clock }),
    clock,
  };
}
