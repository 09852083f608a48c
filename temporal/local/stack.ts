/** The one-machine stack: PostgreSQL, Temporal, sandbox, API with web client, worker; started in order, ended in reverse. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#prisma/embedded.ts';
import { applyMigrations } from '#prisma/migrate.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { startDevServer } from '#temporal/start.ts';
import { credentialPortals, ownLoginPortals } from '#contracts/portal-logins.ts';
import { portalKeys } from '#services/contract.ts';
import { nextFreePort } from './ports.ts';
import { commandOf, endLeftovers, startNode, supervise, type Supervised } from './processes.ts';
import { sandboxBkash } from './sandbox-bkash.ts';
import { buildWeb } from './web-build.ts';

const DATABASE = 'chalan';
const HEALTHY_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

export type StackAddresses = {
  app: string;
  temporalUi: string | null;
  sandbox: string;
  dataDirectory: string;
};
export type Stack = {
  addresses: StackAddresses;
  databaseUrl: string;
  temporalAddress: string;
  parts: Supervised[];
  stop: () => Promise<void>;
};

type Ports = {
  app: number;
  postgres: number;
  temporal: number;
  temporalUi: number;
  sandbox: number;
  imap: number;
};

/** Where the state lives: CHALAN_DATA, or `.data` in the project. */
export function dataDirectory(): string {
  return path.resolve(process.env['CHALAN_DATA'] || '.data');
}

export async function startStack(say: (line: string) => void): Promise<Stack> {
  const directory = dataDirectory();
  const runDirectory = path.join(directory, 'run');
  mkdirSync(directory, { recursive: true });
  takeTurn(runDirectory);
  endLeftovers(runDirectory, (command) => command.includes('temporal') || command.includes('tsx'));

  const ports = await choosePorts();
  const parts: Supervised[] = [];
  const stop = async (): Promise<void> => {
    for (const part of [...parts].reverse()) await part.stop();
    rmSync(path.join(runDirectory, 'supervisor.pid'), { force: true });
    rmSync(path.join(runDirectory, 'stack.json'), { force: true });
  };
  try {
    const watch = (name: string, start: Parameters<typeof supervise>[0]['start']) =>
      supervise({ name, runDirectory, start, onDeath: say }).then((part) => parts.push(part));
    const [environment] = await Promise.all([
      startServers({ directory, ports, watch, say }),
      buildWeb(say),
      workflowBundle('.cache'),
    ]);
    await watch('sandbox', () =>
      startNode({
        entry: 'tests/sandbox/server.ts',
        env: environment,
        logFile: path.join(directory, 'sandbox.log'),
      }),
    );
    await Promise.all([
      watch('api', () =>
        startNode({ entry: 'api/server.ts', env: environment, logFile: path.join(directory, 'api.log') }),
      ),
      watch('worker', () =>
        startNode({
          entry: 'temporal/worker.ts',
          env: environment,
          logFile: path.join(directory, 'worker.log'),
        }),
      ),
    ]);
    const addresses: StackAddresses = {
      app: environment['APP_URL'] ?? '',
      temporalUi: environment['TEMPORAL_UI_URL'] ?? null,
      sandbox: environment['SANDBOX_URL'] ?? '',
      dataDirectory: directory,
    };
    await waitUntilHealthy(addresses.app);
    writeFileSync(path.join(runDirectory, 'stack.json'), JSON.stringify(addresses));
    return {
      addresses,
      databaseUrl: environment['DATABASE_URL'] ?? '',
      temporalAddress: environment['TEMPORAL_ADDRESS'] ?? '',
      parts,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The running stack's addresses, or null. */
export function runningStack(): StackAddresses | null {
  const file = path.join(dataDirectory(), 'run', 'stack.json');
  if (!existsSync(file) || !supervisorIsAlive(path.join(dataDirectory(), 'run'))) return null;
  return JSON.parse(readFileSync(file, 'utf8')) as StackAddresses;
}

/** Only one start owns a data directory; the file of one that was killed is taken over. */
function takeTurn(runDirectory: string): void {
  mkdirSync(runDirectory, { recursive: true });
  if (supervisorIsAlive(runDirectory)) {
    throw new Error(
      `Chalan is already running on ${path.dirname(runDirectory)}. Set CHALAN_DATA to run a second one beside it.`,
    );
  }
  writeFileSync(path.join(runDirectory, 'supervisor.pid'), String(process.pid));
}

function supervisorIsAlive(runDirectory: string): boolean {
  const file = path.join(runDirectory, 'supervisor.pid');
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8'));
  return pid > 0 && pid !== process.pid && commandOf(pid).includes('bootstrap.mjs');
}

async function choosePorts(): Promise<Ports> {
  const taken = new Set<number>();
  const choose = async (wanted: number): Promise<number> => {
    const port = await nextFreePort(wanted, taken);
    taken.add(port);
    return port;
  };
  return {
    app: await choose(Number(process.env['PORT'] || 3000)),
    postgres: await choose(Number(process.env['POSTGRES_PORT'] || 5442)),
    temporal: await choose(Number(process.env['TEMPORAL_PORT'] || 7233)),
    temporalUi: await choose(Number(process.env['TEMPORAL_UI_PORT'] || 8233)),
    sandbox: await choose(Number(process.env['SANDBOX_PORT'] || 3900)),
    imap: await choose(Number(process.env['SANDBOX_IMAP_PORT'] || 3943)),
  };
}

/** PostgreSQL with its migrations and Temporal, side by side; answers the environment of our own processes. */
async function startServers(options: {
  directory: string;
  ports: Ports;
  watch: (name: string, start: Parameters<typeof supervise>[0]['start']) => Promise<unknown>;
  say: (line: string) => void;
}): Promise<Record<string, string | undefined>> {
  const { directory, ports, watch, say } = options;
  const external = { database: process.env['DATABASE_URL'], temporal: process.env['TEMPORAL_ADDRESS'] };
  const databaseUrl =
    external.database || `postgresql://chalan:chalan@127.0.0.1:${ports.postgres}/${DATABASE}`;
  const startDatabase = async (): Promise<void> => {
    if (!external.database) {
      await watch('postgres', () =>
        startEmbeddedPostgres({
          directory: path.join(directory, 'postgres'),
          port: ports.postgres,
          settings: { max_connections: '100' },
          detached: true,
        }),
      );
      await createDatabase(databaseUrl);
    }
    const applied = await applyMigrations(databaseUrl);
    if (applied.length > 0) say(`Database: ${applied.length} migrations applied.`);
  };
  const startTemporal = async (): Promise<void> => {
    if (external.temporal) return;
    await watch('temporal', () =>
      startDevServer({
        port: ports.temporal,
        uiPort: ports.temporalUi,
        databaseFile: path.join(directory, 'temporal.sqlite'),
        logFile: path.join(directory, 'temporal.log'),
        detached: true,
        onProgress: say,
      }),
    );
  };
  await Promise.all([startDatabase(), startTemporal()]);
  const sandbox = `http://127.0.0.1:${ports.sandbox}`;
  return {
    ...process.env,
    ...secrets(directory),
    CHALAN_EMBEDDED: external.database ? '' : '1',
    CHALAN_CACHE: path.resolve('.cache'),
    PORT: String(ports.app),
    APP_URL: process.env['APP_URL'] || `http://localhost:${ports.app}`,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: external.temporal || `127.0.0.1:${ports.temporal}`,
    TEMPORAL_UI_URL:
      process.env['TEMPORAL_UI_URL'] ||
      (external.temporal ? undefined : `http://localhost:${ports.temporalUi}`),
    FILES_DIR: process.env['FILES_DIR'] || path.join(directory, 'files'),
    MAILBOX_DIR: process.env['MAILBOX_DIR'] || path.join(directory, 'mailbox'),
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_IMAP_PORT: String(ports.imap),
    SANDBOX_DIR: path.join(directory, 'sandbox'),
    SANDBOX_URL: sandbox,
    // Closing the window after the PIN is no wish to lose the purchase.
    BKASH_EXECUTE_LATE: process.env['BKASH_EXECUTE_LATE'] || 'true',
    ...sandboxPortals(sandbox, `imap://127.0.0.1:${ports.imap}`),
    // A merchant of one's own is not mixed with the sandbox's.
    ...(process.env['BKASH_USERNAME'] ? {} : sandboxBkash(sandbox)),
    BKASH_IPN_TARGET: `http://127.0.0.1:${ports.app}/api/bkash/ipn`,
  };
}

/** Every portal that has no address of its own is played by the sandbox, where the platform has a login too. */
function sandboxPortals(sandbox: string, mailbox: string): Record<string, string> {
  const addresses = portalKeys.map((key) => [
    `${key.toUpperCase().replaceAll('-', '_')}_URL`,
    key === 'mailbox' ? mailbox : `${sandbox}/${key}`,
  ]);
  const login = { username: 'chalan', password: 'chalan1234' };
  const platformLogins = credentialPortals.filter((portal) => !ownLoginPortals.has(portal));
  const given = Object.entries({
    ...Object.fromEntries(addresses),
    PLATFORM_LOGINS: JSON.stringify(Object.fromEntries(platformLogins.map((portal) => [portal, login]))),
  });
  return Object.fromEntries(given.map(([name, value]) => [name, process.env[name] || String(value)]));
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Keys of this data directory: made once, so that sessions and saved portal logins outlive a restart. */
function secrets(directory: string): Record<string, string> {
  const file = path.join(directory, 'secrets.json');
  if (!existsSync(file)) {
    const made = {
      AUTH_SECRET: randomBytes(32).toString('hex'),
      VAULT_KEYS: `local:${randomBytes(32).toString('base64')}`,
    };
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

async function waitUntilHealthy(app: string): Promise<void> {
  const deadline = Date.now() + HEALTHY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`${app}/api/health`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(
    `Chalan did not become healthy at ${app} within ${HEALTHY_TIMEOUT_MS / 1000} s; see the logs in the data directory.`,
  );
}
