/**
 * Runs a cluster in miniature on one machine: Temporal's server on PostgreSQL, two processes of the API behind a proxy,
 * five workers by role, an S3-compatible store, and the sandbox. Each connection between two parts leads through a relay,
 * by which the network between them can be made to fail.
 */
import path from 'node:path';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { readTemporalEnv } from '#api/env.ts';
import { environmentFor, withoutSecrets, type WorkerRole } from '#api/env-parts.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { prepareNamespace } from '#temporal/prepare.ts';
import { writeIdentity, type IdentityFiles } from './certificate.ts';
import { ensureChromium } from './chromium.ts';
import { environmentOf, type Environment } from './environment.ts';
import { waitUntilHealthy } from './health.ts';
import { addProgram } from './parts.ts';
import { freePort, holdPort, LOOPBACK, wantedPort, type HeldPort } from './ports.ts';
import { startPostgres } from './postgres-part.ts';
import { buildPrograms, type Programs } from './programs.ts';
import { openRelay, type Relay } from './relay.ts';
import { runParts, type RunningParts, type Start } from './run-parts.ts';
import {
  findTemporalServer,
  INNER_PORTS,
  prepareTemporalDatabases,
  startTemporalServer,
} from './temporal-server.ts';
import { dataDirectory } from './turn.ts';
import { buildWeb } from './web-build.ts';

/** Connections of all parts together: seven of ours with eight each, and Temporal's. */
const CONNECTIONS_MAX = 150;
const CONNECTIONS_PER_PART = 8;
const BUCKET = 'chalan-test';

/** What each worker does. */
const workers: Record<string, readonly WorkerRole[]> = {
  'worker-portals-1': ['portals', 'practice'],
  'worker-portals-2': ['portals', 'practice'],
  'worker-rows': ['rows'],
  'worker-workflows': ['workflows'],
  'worker-outbound': ['outbound'],
};
const apis = ['api-1', 'api-2'];

type ClusterAddresses = {
  app: string;
  /** The same application by HTTPS and HTTP/2, and the file with the certificate to trust. */
  secure: { address: string; certificate: string };
  temporal: { address: string; namespace: string };
  sandbox: string;
  store: string;
  dataDirectory: string;
};
export type Cluster = RunningParts & {
  addresses: ClusterAddresses;
  databaseUrl: string;
  /** By their two ends, such as `api-1→postgres`. */
  relays: ReadonlyMap<string, Relay>;
  /** Where the file `full` says that the store has no space left. */
  storeControl: string;
};

export type ClusterOptions = {
  /** How far the clocks of parts are off, in milliseconds, by their names. */
  clockOffsetsMs?: Partial<Record<string, number>>;
};

/** Builds or installs what is missing of the parts' programs, which takes minutes the first time. */
export async function buildParts(say: (line: string) => void): Promise<Programs> {
  const [programs] = await Promise.all([
    buildPrograms('.cache'),
    buildWeb(say, process.env['WEB_MODE'] === 'production' ? 'production' : 'development'),
    workflowBundle('.cache'),
    findTemporalServer(say),
    ensureChromium(say),
  ]);
  return programs;
}

type HeldPorts = Record<'app' | 'secure' | 'sandbox' | 'imap' | 'store' | 'api-1' | 'api-2', HeldPort>;
type ClusterStart = ClusterOptions & Start<HeldPorts> & { relays: Map<string, Relay> };

/** Starts all parts and resolves when the platform is healthy; `say` receives progress messages. */
export async function startCluster(
  say: (line: string) => void,
  options: ClusterOptions = {},
): Promise<Cluster> {
  const relays = new Map<string, Relay>();
  const cluster = await runParts(dataDirectory('.data/cluster'), say, {
    holdPorts,
    start: (given) => startParts({ ...options, ...given, relays }),
    end: () => Promise.all([...relays.values()].map((relay) => relay.close())),
  });
  return { ...cluster, relays };
}

async function holdPorts(): Promise<HeldPorts> {
  const free = async (): Promise<HeldPort> => holdPort(await freePort(), LOOPBACK);
  return {
    app: await holdPort(wantedPort('PORT', 3000), process.env['HOST'] ?? LOOPBACK),
    secure: await holdPort(wantedPort('HTTPS_PORT', 3443), process.env['HOST'] ?? LOOPBACK),
    sandbox: await holdPort(wantedPort('SANDBOX_PORT', 3900), LOOPBACK),
    imap: await holdPort(wantedPort('SANDBOX_IMAP_PORT', 3943), LOOPBACK),
    store: await free(),
    'api-1': await free(),
    'api-2': await free(),
  };
}

async function relayed(start: ClusterStart, from: string, to: string, port: number): Promise<number> {
  const relay = await openRelay({ port });
  start.relays.set(`${from}→${to}`, relay);
  return relay.port;
}

/** Returns the address with another port of this machine. */
function throughPort(address: string, port: number): string {
  const url = new URL(address);
  url.host = `${LOOPBACK}:${port}`;
  return url.href;
}

async function startParts(
  start: ClusterStart,
): Promise<Pick<Cluster, 'addresses' | 'databaseUrl' | 'storeControl'>> {
  const { directory, secrets, parts, held, say } = start;
  const databaseUrl = await startPostgres({
    directory,
    secrets,
    parts,
    port: wantedPort('POSTGRES_PORT', 5442),
    connectionsMax: CONNECTIONS_MAX,
  });
  const [programs, temporalPort] = await Promise.all([
    buildParts(say),
    startTemporal(start, databaseUrl),
    applyMigrations(databaseUrl),
  ]);
  const temporal = {
    address: `${LOOPBACK}:${temporalPort}`,
    namespace: secrets.TEMPORAL_NAMESPACE,
    uiUrl: undefined,
  };
  await prepareNamespace({
    ...readTemporalEnv(process.env),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
  });
  const ports = {
    app: held.app.port,
    // Workers record the portals' addresses, which must be the same for all of them.
    sandbox: await relayed(start, 'workers', 'sandbox', held.sandbox.port),
    imap: await relayed(start, 'workers', 'mailbox', held.imap.port),
  };
  const environment: Environment = {
    ...environmentOf({ directory, secrets, database: { url: databaseUrl, isOurs: true }, temporal, ports }),
    SANDBOX_PORT: String(held.sandbox.port),
    SANDBOX_IMAP_PORT: String(held.imap.port),
    DATABASE_CONNECTIONS_MAX: String(CONNECTIONS_PER_PART),
    TRUSTED_PROXIES: '1',
    FILES_DIR: path.join(directory, 'incoming'),
    S3_BUCKET: BUCKET,
    S3_REGION: 'ap-southeast-1',
    S3_ENDPOINT: `http://${LOOPBACK}:${held.store.port}`,
    S3_ACCESS_KEY_ID: 'cluster',
    S3_SECRET_ACCESS_KEY: secrets.AUTH_SECRET.slice(0, 32),
  };
  const storeControl = path.join(directory, 'store-control');
  const identity = await writeIdentity(path.join(directory, 'proxy'));
  await startOwnProcesses(start, { programs, environment, storeControl, identity });
  await waitUntilHealthy(`http://localhost:${ports.app}`);
  const sandbox = `http://${LOOPBACK}:${held.sandbox.port}`;
  const addresses = {
    app: environment['APP_URL'] ?? '',
    secure: { address: `https://localhost:${held.secure.port}`, certificate: identity.certificate },
    temporal: { address: temporal.address, namespace: temporal.namespace },
    sandbox,
    store: environment['S3_ENDPOINT'] ?? '',
    dataDirectory: directory,
  };
  return { databaseUrl, storeControl, addresses };
}

/** Starts Temporal's server on our PostgreSQL; returns its port. */
async function startTemporal(start: ClusterStart, databaseUrl: string): Promise<number> {
  const { directory, secrets, parts, say } = start;
  const programs = await findTemporalServer(say);
  const { username: user, password, port } = new URL(databaseUrl);
  const direct = { host: LOOPBACK, port: Number(port), user, password: decodeURIComponent(password) };
  await prepareTemporalDatabases(programs, direct);
  const sql = { ...direct, port: await relayed(start, 'temporal', 'postgres', direct.port) };
  const inner: number[] = [];
  while (inner.length < INNER_PORTS) inner.push(await freePort());
  const grpc = process.env['TEMPORAL_PORT'] ? Number(process.env['TEMPORAL_PORT']) : await freePort();
  const logFile = path.join(directory, 'temporal.log');
  const options = {
    programs,
    directory: path.join(directory, 'temporal'),
    sql,
    ports: { grpc, inner },
    namespace: secrets.TEMPORAL_NAMESPACE,
    logFile,
  };
  await parts.add({ name: 'temporal', logFile, start: () => startTemporalServer(options) });
  return grpc;
}

type Own = { programs: Programs; environment: Environment; storeControl: string; identity: IdentityFiles };

async function startOwnProcesses(
  start: ClusterStart,
  { programs, environment, storeControl, identity }: Own,
): Promise<void> {
  const { directory, held } = start;
  const add = (
    name: string,
    program: keyof Programs,
    env: Environment,
    sockets: Record<string, HeldPort> = {},
  ): Promise<void> => addProgram(start, { name, entry: programs[program], env, sockets });
  const outside = withoutSecrets(environment);
  await Promise.all([
    add('sandbox', 'sandbox', outside, { http: held.sandbox, imap: held.imap }),
    add('store', 'store', storeEnvironment(directory, environment, storeControl), { http: held.store }),
  ]);
  const [first = '', ...more] = apis;
  const addApi = async (name: string): Promise<void> => {
    const env = environmentFor('api', await throughRelays(start, name, environment));
    await add(name, 'api', clocked(start, name, env), { http: held[name as 'api-1' | 'api-2'] });
  };
  // The first one seeds the demo accounts.
  await addApi(first);
  await Promise.all([
    ...more.map(addApi),
    ...Object.entries(workers).map(async ([name, roles]) => {
      const env = environmentFor('worker', await throughRelays(start, name, environment));
      await add(name, 'worker', clocked(start, name, { ...env, WORKER_QUEUES: roles.join(',') }));
    }),
  ]);
  const targets: string[] = [];
  for (const name of apis) {
    const port = await relayed(start, 'proxy', name, held[name as 'api-1' | 'api-2'].port);
    targets.push(`http://${LOOPBACK}:${port}`);
  }
  const env = {
    ...outside,
    PROXY_TARGETS: targets.join(','),
    PROXY_KEY_FILE: identity.key,
    PROXY_CERTIFICATE_FILE: identity.certificate,
  };
  await add('proxy', 'proxy', env, { http: held.app, https: held.secure });
}

const storeEnvironment = (directory: string, environment: Environment, control: string): Environment => ({
  ...withoutSecrets(environment),
  STORE_DIR: path.join(directory, 'store'),
  STORE_CONTROL_DIR: control,
  STORE_REGION: environment['S3_REGION'],
  STORE_KEY_ID: environment['S3_ACCESS_KEY_ID'],
  STORE_KEY: environment['S3_SECRET_ACCESS_KEY'],
});

/** Returns the environment of a part, which reaches all others by relays of its own. */
async function throughRelays(
  start: ClusterStart,
  name: string,
  environment: Environment,
): Promise<Environment> {
  const {
    DATABASE_URL: database = '',
    TEMPORAL_ADDRESS: temporal = '',
    S3_ENDPOINT: store = '',
  } = environment;
  const portOf = (address: string): number => Number(new URL(address).port);
  const toPostgres = await relayed(start, name, 'postgres', portOf(database));
  const toTemporal = await relayed(start, name, 'temporal', portOf(`http://${temporal}`));
  const toStore = await relayed(start, name, 'store', portOf(store));
  return {
    ...environment,
    DATABASE_URL: throughPort(database, toPostgres),
    TEMPORAL_ADDRESS: `${LOOPBACK}:${toTemporal}`,
    S3_ENDPOINT: throughPort(store, toStore),
  };
}

/** Shifts the clock of JavaScript in a part; its timers, Temporal's core, its browser and PostgreSQL keep theirs. */
function clocked({ clockOffsetsMs = {} }: ClusterStart, name: string, env: Environment): Environment {
  const offsetMs = clockOffsetsMs[name];
  if (offsetMs === undefined) return env;
  const preload = new URL('./shifted-clock.mjs', import.meta.url).href;
  return { ...env, NODE_OPTIONS: `--import=${preload}`, CHALAN_CLOCK_OFFSET_MS: String(offsetMs) };
}
