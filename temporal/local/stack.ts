/**
 * Runs the one-machine stack: PostgreSQL, Temporal, sandbox, API with web client, worker. They are started in this
 * order and ended in reverse.
 */
import path from 'node:path';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { readTemporalEnv } from '#api/env.ts';
import { environmentFor, withoutSecrets } from '#api/env-parts.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { prepareNamespace } from '#temporal/prepare.ts';
import { startDevServer } from '#temporal/start.ts';
import { ensureChromium } from './chromium.ts';
import { environmentOf, type Environment, type Addresses } from './environment.ts';
import { waitUntilHealthy } from './health.ts';
import { addProgram } from './parts.ts';
import { holdPort, keepPorts, LOOPBACK, wantedPort, type HeldPort } from './ports.ts';
import { startPostgres } from './postgres-part.ts';
import { startNode, type Running } from './processes.ts';
import { buildPrograms, type Programs } from './programs.ts';
import { runParts, type RunningParts, type Start } from './run-parts.ts';
import { dataDirectory, notedAddresses } from './turn.ts';
import { buildWeb } from './web-build.ts';

const CONNECTIONS_MAX = 100;

export type StackAddresses = {
  app: string;
  temporal: { address: string; namespace: string };
  temporalUi: string | null;
  sandbox: string;
  dataDirectory: string;
};
export type Stack = RunningParts & {
  addresses: StackAddresses;
  databaseUrl: string;
  /** Starts an additional worker, which the caller has to end. */
  startWorker: (settings?: Record<string, string>) => Promise<Running>;
};

/**
 * The development server would read the search attributes from its database again at every use, which is a twentieth of
 * its processor time. They are part of the namespace before it starts; one that is added later is known within 2 s.
 */
const dynamicConfig = { 'system.forceSearchAttributesCacheRefreshOnRead': 'false' };

type HeldPorts = { app: HeldPort; sandbox: HeldPort; imap: HeldPort };
type StackStart = Start<HeldPorts>;

/** Starts all parts and resolves when the API is healthy; `say` receives progress messages. */
export const startStack = (say: (line: string) => void): Promise<Stack> =>
  runParts(dataDirectory(), say, { holdPorts, start: startParts });

/** Returns the running stack's addresses, or null if none runs. */
export const runningStack = (): StackAddresses | null =>
  notedAddresses(dataDirectory()) as StackAddresses | null;

/**
 * Holds the ports of our own processes. They refer to each other's addresses, so all ports are taken before the first
 * process starts.
 */
async function holdPorts(): Promise<HeldPorts> {
  return {
    app: await holdPort(wantedPort('PORT', 3000), process.env['HOST'] ?? LOOPBACK),
    sandbox: await holdPort(wantedPort('SANDBOX_PORT', 3900), LOOPBACK),
    imap: await holdPort(wantedPort('SANDBOX_IMAP_PORT', 3943), LOOPBACK),
  };
}

async function startParts(start: StackStart): Promise<Omit<Stack, keyof RunningParts>> {
  const { directory, runDirectory, secrets, held, say } = start;
  const [programs, database, temporal] = await Promise.all([
    buildPrograms('.cache'),
    startDatabase(start),
    startTemporal(start),
    buildWeb(say, process.env['WEB_MODE'] === 'production' ? 'production' : 'development'),
    workflowBundle('.cache'),
    ensureChromium(say),
  ]);
  const ports = { app: held.app.port, sandbox: held.sandbox.port, imap: held.imap.port };
  const environment = environmentOf({ directory, secrets, database, temporal, ports });
  await prepareNamespace({
    ...readTemporalEnv(process.env),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
  });
  await startOwnProcesses(start, programs, environment);
  await waitUntilHealthy(`http://localhost:${ports.app}`);
  const logFile = path.join(directory, 'worker-more.log');
  return {
    databaseUrl: database.url,
    startWorker: (settings) => {
      const env = { ...environmentFor('worker', environment), ...settings };
      return startNode({ entry: programs.worker, runDirectory, env, logFile });
    },
    addresses: {
      app: environment['APP_URL'] ?? '',
      temporal: { address: temporal.address, namespace: temporal.namespace },
      temporalUi: environment['TEMPORAL_UI_URL'] ?? null,
      sandbox: environment['SANDBOX_URL'] ?? '',
      dataDirectory: directory,
    },
  };
}

/** Starts PostgreSQL with its database and migrations, unless DATABASE_URL names one. */
async function startDatabase({ directory, secrets, parts, say }: StackStart): Promise<Addresses['database']> {
  const given = process.env['DATABASE_URL'];
  const url =
    given ||
    (await startPostgres({
      directory,
      secrets,
      parts,
      port: wantedPort('POSTGRES_PORT', 5442),
      connectionsMax: CONNECTIONS_MAX,
    }));
  const applied = await applyMigrations(url);
  if (applied.length > 0) say(`Database: ${applied.length} migrations applied.`);
  return { url, isOurs: !given };
}

/** Starts Temporal's server, unless TEMPORAL_ADDRESS names one. */
async function startTemporal({
  directory,
  secrets,
  parts,
  held,
  say,
}: StackStart): Promise<Addresses['temporal']> {
  const given = { address: process.env['TEMPORAL_ADDRESS'], namespace: process.env['TEMPORAL_NAMESPACE'] };
  if (given.address)
    return { address: given.address, namespace: given.namespace || 'default', uiUrl: undefined };
  const namespace = given.namespace || secrets.TEMPORAL_NAMESPACE;
  const wanted = { grpc: wantedPort('TEMPORAL_PORT', 7233), ui: wantedPort('TEMPORAL_UI_PORT', 8233) };
  const logFile = path.join(directory, 'temporal.log');
  const server = keepPorts(wanted, ({ grpc, ui }) =>
    startDevServer({
      port: grpc,
      uiPort: ui,
      codecUrl: `http://localhost:${held.app.port}/api/admin/temporal-payloads`,
      namespaces: [secrets.TEMPORAL_NAMESPACE, ...(given.namespace ? [given.namespace] : [])],
      databaseFile: path.join(directory, 'temporal.sqlite'),
      logFile,
      dynamicConfig,
      detached: true,
      onProgress: say,
    }),
  );
  await parts.add({ name: 'temporal', logFile, start: server.start });
  const { grpc, ui } = server.ports();
  return { address: `${LOOPBACK}:${grpc}`, namespace, uiUrl: `http://localhost:${ui}` };
}

/** Starts our own processes. Each gets only the secrets that it needs; the simulated outside world gets none. */
async function startOwnProcesses(
  start: StackStart,
  programs: Programs,
  environment: Environment,
): Promise<void> {
  const { held } = start;
  const add = (
    name: keyof Programs,
    env: Environment,
    sockets: Record<string, HeldPort> = {},
  ): Promise<void> => addProgram(start, { name, entry: programs[name], env, sockets });
  const outside = withoutSecrets(environment);
  await add('sandbox', outside, { http: held.sandbox, imap: held.imap });
  await Promise.all([
    add('api', environmentFor('api', environment), { http: held.app }),
    add('worker', environmentFor('worker', environment)),
  ]);
}
