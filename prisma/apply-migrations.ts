/**
 * Applies the migrations. A run that is interrupted leaves nothing that a person must repair, and no migration holds up the
 * processes that run beside it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listMigrations, noFilters, withSchemaEngine } from './schema-engine.ts';

/** Statements of other processes queue behind one that waits for a lock, so it waits this long at a time. */
const LOCK_TIMEOUT_MS = 5_000;
const PAUSE_MS = 5_000;
/** With the time-out and the pause, about five minutes. */
const ATTEMPTS_MAX = 30;
/** Two runs at the same time come one after the other. Prisma's engine uses another number. */
const RUN_LOCK = 72_707_001;
/** lock_not_available, and deadlock_detected. */
const refusedLocks: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/**
 * The engine marks a migration as finished by a statement of its own. With this one, which is in the transaction of the
 * script, a migration is never applied without being marked.
 */
const FINISH = `
;UPDATE _prisma_migrations SET finished_at = clock_timestamp() WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

type Options = {
  migrations?: ReturnType<typeof listMigrations>;
  lockTimeoutMs?: number;
  pauseMs?: number;
  attemptsMax?: number;
  say?: (line: string) => void;
};

/**
 * Applies the missing migrations and returns their names. Each is one transaction; those that an earlier run began and
 * did not finish have left nothing, and are applied again. Throws if one fails, or never gets its locks.
 */
export async function applyMigrations(databaseUrl: string, options: Options = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [RUN_LOCK]);
    return await applyAlone(client, databaseUrl, options);
  } finally {
    await client.end();
  }
}

async function applyAlone(client: pg.Client, databaseUrl: string, options: Options): Promise<string[]> {
  const { migrations = listMigrations(), pauseMs = PAUSE_MS, attemptsMax = ATTEMPTS_MAX } = options;
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, say = () => undefined } = options;
  const scripts = new Set(
    migrations.migrationDirectories.map(({ migrationFile }) => migrationFile.content.value),
  );
  const sentAs = (script: string): string => (scripts.has(script) ? script + FINISH : script);
  let refusal: string | undefined;
  const onFailure = (sqlState: string | undefined): void => {
    refusal = sqlState;
  };
  const before = new Set(await finishedIn(client));
  for (let attempt = 1; ; attempt += 1) {
    for (const name of await forgetUnfinished(client))
      say(`The migration ${name} was not finished by an earlier attempt, and is applied again.`);
    try {
      await withSchemaEngine(
        databaseUrl,
        (engine) => engine.applyMigrations({ migrationsList: migrations, filters: noFilters }),
        { lockTimeoutMs, sentAs, onFailure },
      );
      return (await finishedIn(client)).filter((name) => !before.has(name));
    } catch (error) {
      if (!refusedLocks.has(refusal) || attempt >= attemptsMax) throw error;
      say(`A migration waited too long for a lock: attempt ${attempt} of ${attemptsMax}.`);
      await sleep(pauseMs);
    }
  }
}

/** Allows the engine to apply what it has begun; it refuses every migration while one is unfinished. */
const forgetUnfinished = (client: pg.Client): Promise<string[]> =>
  namesFrom(
    client,
    `UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL RETURNING migration_name AS name`,
  );

const finishedIn = (client: pg.Client): Promise<string[]> =>
  namesFrom(
    client,
    `SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );

/** A new database has no table of migrations until the engine makes it. */
async function namesFrom(client: pg.Client, statement: string): Promise<string[]> {
  const table = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
  );
  if (!table.rows[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>(statement);
  return rows.map(({ name }) => name);
}
