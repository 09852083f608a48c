/**
 * The whole platform as real processes for a test file, started the way `npm start` does, on free ports and with its
 * own data directory. Use: `const stack = await startTestStack()`; it is stopped when the file ends. The same tests run
 * on a cluster when `npm run cluster -- story` asks for it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from 'vitest';
import type { DataConverter } from '@temporalio/common';
import { readMasterKeys } from '#api/adapters/master-keys.ts';
import { encryptedPayloads } from '#api/adapters/temporal-payloads.ts';
import { keptSecrets } from '#temporal/local/secrets.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import type { Database } from '#prisma/client.ts';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import type { Cluster, ClusterOptions } from '#temporal/local/cluster.ts';
import type { Part } from '#temporal/local/parts.ts';
import type { Stack } from '#temporal/local/stack.ts';
import { connectTemporal, type Temporal } from '#temporal/client.ts';
import type { Fault } from '#tests/sandbox/framework/faults.ts';
import type { Held } from '#tests/sandbox/framework/holds.ts';
import type { JournalEntry } from '#tests/sandbox/framework/store.ts';
import { demoAdministrator, demoCustomer, type Login } from './demo-logins.ts';
import { startOwnCluster, startOwnStack, type OwnStack } from './own-stack.ts';
import { descendants, fieldOf } from './proc.ts';
import { until } from './until.ts';

export type TestStack = {
  app: string;
  sandbox: string;
  /** Everything the stack writes: logs, files, Temporal's and PostgreSQL's data. */
  directory: string;
  temporalAddress: string;
  temporalNamespace: string;
  db: Database;
  demo: () => Promise<Customer>;
  admin: () => Promise<Customer>;
  /** Resumes the portals that a test has paused. */
  resumePortals: () => Promise<void>;
  /** `kill -9`; resolves when the part has been started again. */
  kill: (part: StackPart) => Promise<void>;
  /**
   * Sends `SIGSTOP`, as when a machine is paused or a core is starved, and `SIGCONT` after the time in milliseconds or
   * once the promise has settled. Resolves when it is over.
   */
  freeze: (part: StackPart, time: number | Promise<unknown>) => Promise<void>;
  /** Continues the part after a fault point has frozen it. */
  thaw: (part: StackPart) => void;
  /** Lets the part finish what it has begun and end; resolves when it has been started again. */
  restart: (part: StackPart) => Promise<void>;
  /** Starts one more worker; it ends when the returned function is called, or with the file. */
  addWorker: (settings?: Record<string, string>) => Promise<() => Promise<void>>;
  /** Stops the stack, does the work, and starts it again; sessions and clients from before are of no use then. */
  whileStopped: (work: () => Promise<void>) => Promise<void>;
  /** A client of the stack's Temporal server. */
  temporal: () => Promise<Temporal>;
  /** Reads and writes what that server stores. */
  dataConverter: DataConverter;
  control: (method: 'POST' | 'DELETE', route: string, body?: unknown) => Promise<void>;
  /**
   * Gives the sandbox its first contents. The portals lose their filings, so the platform forgets them too: it would
   * wait for those that it has just made to appear, and look for uncertain ones.
   */
  seed: () => Promise<void>;
  journal: (portal?: string) => Promise<JournalEntry[]>;
  /** Requests that a fault of the sandbox makes wait. */
  held: () => Promise<Held[]>;
  /** The faults of the sandbox that are not spent. */
  faults: () => Promise<Fault[]>;
};

/** The name of a part, such as `api`, `worker`, `postgres` and `temporal`. */
type StackPart = string;

/** A cluster of many processes: its API is behind a proxy, and its parts reach each other through relays. */
export type TestCluster = Omit<TestStack, 'addWorker' | 'whileStopped'> & { cluster: Cluster };

/** What a test stack is made of. */
type Own = Omit<OwnStack, 'stack'> & { stack: Pick<Stack, 'parts'> & { addresses: OwnAddresses } };
type OwnAddresses = Pick<Stack['addresses'], 'app' | 'sandbox' | 'temporal'>;

const running: { stop: () => Promise<void> }[] = [];
// Registered at the file's top level: a hook that is registered inside another hook never runs.
afterAll(async () => {
  for (const each of running.splice(0).toReversed()) await each.stop();
});

const forTests = {
  LOG_LEVEL: 'warn',
  // Unit tests check the cost of a hash; here every scenario signs in, so hashes are cheap.
  PASSWORD_HASH_LOG2_N: '12',
  PORTAL_RETRY_FIRST_MS: '1000',
  PORTAL_RETRY_MAX_MS: '2000',
};

/** Set by `npm run cluster -- story`. */
const isOnCluster = process.env['CHALAN_TEST_STACK'] === 'cluster';

export async function startTestStack(environment: Record<string, string> = {}): Promise<TestStack> {
  if (isOnCluster) return asStack(await startTestCluster(environment));
  const own = await startOwnStack({ ...forTests, ...environment });
  running.push(own);
  return {
    ...testStackOf(own),
    addWorker: async (settings) => {
      const worker = await own.stack.startWorker(settings);
      running.push(worker);
      return worker.stop;
    },
    whileStopped: own.whileStopped,
  };
}

/** Stopped by the returned function, or when the file ends. */
export async function startTestCluster(
  environment: Record<string, string>,
  options: ClusterOptions = {},
): Promise<TestCluster & { stop: () => Promise<void> }> {
  const own = await startOwnCluster({ ...forTests, ...environment }, options);
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= own.stop());
  running.push({ stop });
  return { ...testStackOf({ ...own, stack: own.cluster }), cluster: own.cluster, stop };
}

/** What a file does to the processes of one machine, it cannot do to those of a cluster. */
function asStack(cluster: TestCluster): TestStack {
  const refuse = (): never => {
    throw new Error(
      'A cluster gets no further worker and is not stopped in between: run this file on a stack.',
    );
  };
  return { ...cluster, addWorker: refuse, whileStopped: refuse };
}

function testStackOf(own: Own): Omit<TestStack, 'addWorker' | 'whileStopped'> {
  const { stack, directory, db } = own;
  const { app, sandbox } = stack.addresses;
  const dataConverter = encryptedPayloads(readMasterKeys(keptSecrets(directory).VAULT_KEYS));
  const control: TestStack['control'] = async (method, route, body) => {
    const response = await fetch(`${sandbox}/__control${route}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} ${route}.`);
  };
  const signInAs = ({ email, password }: Login) => signIn(app, email, password);
  return {
    app,
    sandbox,
    directory,
    temporalAddress: stack.addresses.temporal.address,
    temporalNamespace: stack.addresses.temporal.namespace,
    db,
    demo: () => signInAs(demoCustomer),
    admin: () => signInAs(demoAdministrator),
    resumePortals: async () => resumePortals(await signInAs(demoAdministrator)),
    kill: (part) => endPart(stack, part, 'SIGKILL'),
    freeze: (part, time) => freezePart(stack, part, time),
    thaw: (part) => void process.kill(runningPart(stack, part).pid, 'SIGCONT'),
    restart: (part) => endPart(stack, part, 'SIGTERM'),
    dataConverter,
    temporal: async () => {
      const { address, namespace } = stack.addresses.temporal;
      const client = await connectTemporal(
        { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace },
        dataConverter,
      );
      running.push({ stop: () => client.connection.close() });
      return client;
    },
    control,
    seed: async () => {
      await control('POST', '/seed');
      await db.portalIntent.deleteMany();
    },
    held: async () => (await sandboxState(sandbox)).held,
    faults: async () => (await sandboxState(sandbox)).faults,
    journal: async (portal = 'bb-exp') => {
      const response = await fetch(`${sandbox}/__control/journal?portal=${portal}`);
      return ((await response.json()) as { entries: JournalEntry[] }).entries;
    },
  };
}

async function sandboxState(sandbox: string): Promise<{ held: Held[]; faults: Fault[] }> {
  const response = await fetch(`${sandbox}/__control/state`);
  return (await response.json()) as { held: Held[]; faults: Fault[] };
}

async function resumePortals(admin: Customer): Promise<void> {
  const { portals } = await admin.read<{ portals: PortalBoardEntry[] }>('/api/admin/portals');
  for (const { portal, state } of portals) {
    if (state !== 'paused') continue;
    await admin.call(`/api/admin/portals/${portal}/resume`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'The end of a test.' }),
    });
  }
}

function runningPart(stack: Own['stack'], name: string): { part: Part; pid: number } {
  const part = stack.parts.find((candidate) => candidate.name === name);
  const pid = part?.pid();
  if (!part || !pid) throw new Error(`${name} is not running.`);
  return { part, pid };
}

async function endPart(stack: Own['stack'], name: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { part, pid } = runningPart(stack, name);
  process.kill(pid, signal);
  await until(`${name} to be started again`, () => part.pid() !== undefined && part.pid() !== pid);
}

/**
 * Freezes the part with all processes it has started. PostgreSQL answers from processes in groups of their own, so a
 * signal to the part's group would leave its open connections working.
 */
async function freezePart(stack: Own['stack'], name: string, time: number | Promise<unknown>): Promise<void> {
  const { pid } = runningPart(stack, name);
  process.kill(pid, 'SIGSTOP');
  const frozen = descendants(String(pid)).map(Number);
  for (const each of frozen) signalIfAlive(each, 'SIGSTOP');
  try {
    await (typeof time === 'number' ? delay(time) : time);
  } finally {
    // Children first: `nsenter` stops itself for as long as it sees its child stopped.
    for (const each of [pid, ...frozen].toReversed()) signalIfAlive(each, 'SIGCONT');
  }
  // On a busy machine `nsenter` may notice only now that its child was stopped, and would stay stopped for good.
  await until('everything that was frozen to go on', () => {
    const stopped = frozen.filter((each) => fieldOf(String(each), 'State').startsWith('T'));
    for (const each of stopped) signalIfAlive(each, 'SIGCONT');
    return stopped.length === 0;
  });
}

function signalIfAlive(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, or was killed while it was frozen.
  }
}
