/** Dependencies of routes and activities, built once per process from the environment. */
import { createAuth, type Auth } from '#api/adapters/auth.ts';
import { openFileStore, type FileStore } from '#api/adapters/files.ts';
import { createLogger, type Logger } from '#api/adapters/logger.ts';
import { createCollector } from '#api/adapters/memory.ts';
import type { EventCounters } from '#api/adapters/metrics.ts';
import { createMailer, type Mailer } from '#api/adapters/mailer.ts';
import { openBkash } from '#api/adapters/open-bkash.ts';
import { createPdfLocks, type PdfLocks } from '#api/adapters/pdf-locks.ts';
import { encryptedPayloads } from '#api/adapters/temporal-payloads.ts';
import { startTracing, type Tracing } from '#api/adapters/tracing.ts';
import { createVault, type Vault } from '#api/adapters/vault.ts';
import { createWorkflows } from '#api/adapters/workflows/create-workflows.ts';
import type { Bkash } from '#api/adapters/bkash/types.ts';
import { createReadingTurns, type ReadingTurns } from '#api/domain/jobs/reading-turns.ts';
import { createSemaphore, type Semaphore } from '#api/domain/semaphore.ts';
import type { Workflows } from '#api/domain/workflows-port.ts';
import type { ApiEnv, Env } from './env.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { openDatabase, type Database } from '#prisma/client.ts';
import { connectTemporal, type Temporal } from '#temporal/client.ts';

export type Deps = {
  env: Env;
  db: Database;
  temporal: Temporal;
  workflows: Workflows;
  files: FileStore;
  mailer: Mailer;
  vault: Vault;
  pdfLocks: PdfLocks;
  inReadingTurn: ReadingTurns;
  /** Limits how many jobs are admitted at the same time. */
  inStartTurn: Semaphore;
  auth: Auth;
  bkash: Bkash;
  logger: Logger;
  clock: () => Date;
  /** Null if nothing is traced. */
  tracing: Tracing | null;
  /** Absent in tests that count nothing. */
  metrics?: EventCounters;
  /** Aborted when the process stops, which ends streamed answers. */
  stopping: AbortSignal;
};

/** Dependencies of activities. Only the API needs to know whose session a call belongs to, and has answers to end. */
export type WorkerDeps = Omit<Deps, 'auth' | 'stopping'>;

/** `statementMs` limits the duration of one database statement. */
type Bounds = { statementMs?: number };
const neverStops = new AbortController().signal;

/** `name` identifies the process in its log lines. */
export async function buildDeps(
  { AUTH_SECRET: authSecret, ...env }: ApiEnv,
  name: string,
  { stopping = neverStops, ...bounds }: Bounds & { stopping?: AbortSignal } = {},
): Promise<Deps> {
  const deps = await buildWorkerDeps(env, name, bounds);
  return { ...deps, stopping, auth: createAuth({ ...deps, authSecret }) };
}

/** `name` identifies the process in its log lines. */
export async function buildWorkerDeps(
  env: Env,
  name: string,
  { statementMs }: Bounds = {},
): Promise<WorkerDeps> {
  const logger = createLogger({ level: env.LOG_LEVEL, name });
  const db = openDatabase(
    env.DATABASE_URL,
    env.DATABASE_CONNECTIONS_MAX,
    statementMs === undefined ? {} : { statementMs },
  );
  const mailer = createMailer(env);
  const vault = createVault(env.VAULT_KEYS);
  const clock = () => new Date();
  const tracing = await startTracing(env, name, logger);
  const temporal = await connectTemporal(
    env,
    encryptedPayloads(vault.masters, db),
    tracing?.clientInterceptors ?? [],
  );
  return {
    env,
    db,
    mailer,
    logger,
    tracing,
    temporal,
    workflows: createWorkflows(temporal),
    files: await openFileStore(env),
    vault,
    pdfLocks: createPdfLocks(),
    inReadingTurn: createReadingTurns({
      atOnceMax: limits.readingsAtOnceMax,
      bytesAtOnceMax: limits.readingBytesAtOnceMax,
      waitingMax: limits.readingsWaitingMax,
      waitingPerCustomerMax: limits.readingsWaitingPerCustomerMax,
      collect: createCollector(),
    }),
    inStartTurn: createSemaphore({
      atOnceMax: limits.startsAtOnceMax,
      waitingMax: limits.startsWaitingMax,
      waitMsMax: limits.startWaitMsMax,
      refusal: () => new DomainError('TOO_MANY_STARTS', { details: { retryAfterS: limits.startRetryS } }),
    }),
    bkash: openBkash({ env, db, vault, logger, now: clock }),
    clock,
  };
}
