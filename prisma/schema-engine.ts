/** Runs Prisma's schema engine as WebAssembly over the PostgreSQL driver, so that no binary is downloaded. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, isDriverAdapterError } from '@prisma/driver-adapter-utils';

const schemaPath = new URL('./schema.prisma', import.meta.url).pathname;
export const migrationsPath = new URL('./migrations', import.meta.url).pathname;
export const noFilters = { externalTables: [], externalEnums: [] };

type Migrations = {
  baseDir: string;
  lockfile: { path: string; content: string | null };
  shadowDbInitScript: string;
  migrationDirectories: {
    path: string;
    migrationFile: { path: string; content: { tag: 'ok'; value: string } };
  }[];
};
type DiffTarget = { tag: 'empty' } | { tag: 'schemaDatamodel'; files: { path: string; content: string }[] };

type Connection = Awaited<ReturnType<PrismaPg['connect']>>;

export type SchemaEngine = {
  diff(input: {
    from: DiffTarget;
    to: DiffTarget;
    script: boolean;
    shadowDatabaseUrl: null;
    exitCode: null;
    filters: typeof noFilters;
  }): Promise<{ stdout: string | null }>;
  applyMigrations(input: { migrationsList: Migrations; filters: typeof noFilters }): Promise<{
    appliedMigrationNames: string[];
  }>;
};

// The package types its bindings as an opaque module, and Node's types leave WebAssembly to those of the browser. These
// are the parts that are used here.
type EngineExports = { __wbindgen_start(): void };
type EngineBindings = {
  __wbg_set_wasm(exports: EngineExports): void;
  SchemaEngine: {
    new: (options: unknown, log: (line: unknown) => void, adapter: unknown) => Promise<SchemaEngine>;
  };
};
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: EngineExports } }>;
  };
};

/** The bindings keep views of the memory of one instance, so a process has only one. */
let loaded: Promise<EngineBindings> | null = null;

async function loadEngine(): Promise<EngineBindings> {
  const moduleName = '@prisma/schema-engine-wasm/schema_engine_bg';
  const bindings = (await import(moduleName)) as EngineBindings;
  const wasmPath = createRequire(import.meta.url)
    .resolve(moduleName)
    .replace(/\.js$/, '.wasm');
  const { instance } = await webAssembly.instantiate(readFileSync(wasmPath), {
    './schema_engine_bg.js': bindings,
  });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

type Scripts = {
  /** How long a statement waits for a lock; without it, there is no limit. */
  lockTimeoutMs?: number;
  /** Returns what is sent in place of a script. */
  sentAs?: (script: string) => string;
  /** Receives PostgreSQL's code, such as 55P03, for a script that fails; the engine only passes on the message. */
  onFailure?: (sqlState: string | undefined) => void;
};

/** Provides the engine while `work` runs. Its connections are closed afterwards, so that the database can be copied. */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<T>,
  { lockTimeoutMs, ...scripts }: Scripts = {},
): Promise<T> {
  const bindings = await (loaded ??= loadEngine());
  const connections: Connection[] = [];
  const settings = {
    connectionString: databaseUrl,
    max: 2,
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
  };
  const factory = wholeScripts(new PrismaPg(settings), connections, scripts);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  try {
    return await work(
      await bindings.SchemaEngine.new({ datamodels: [schemaFile()] }, () => undefined, adapter),
    );
  } finally {
    await Promise.all(connections.map((connection) => connection.dispose()));
  }
}

/** The adapter splits scripts at every semicolon, even inside functions and comments; this sends them whole instead. */
function wholeScripts(
  factory: PrismaPg,
  opened: Connection[],
  { sentAs = (script) => script, onFailure = () => undefined }: Scripts,
): PrismaPg {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    opened.push(adapter);
    adapter.executeScript = async (script) => {
      try {
        await adapter.executeRaw({ sql: sentAs(script), args: [], argTypes: [] });
      } catch (error) {
        onFailure(isDriverAdapterError(error) ? error.cause.originalCode : undefined);
        throw error;
      }
    };
    return adapter;
  };
  return factory;
}

/** Returns the schema's path and content. */
export function schemaFile(): [string, string] {
  return [schemaPath, readFileSync(schemaPath, 'utf8')];
}

export function listMigrations(): Migrations {
  const lock = path.join(migrationsPath, 'migration_lock.toml');
  return {
    baseDir: migrationsPath,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: readdirSync(migrationsPath, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => ({
        path: entry.name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok',
            value: readFileSync(path.join(migrationsPath, entry.name, 'migration.sql'), 'utf8'),
          },
        },
      })),
  };
}
