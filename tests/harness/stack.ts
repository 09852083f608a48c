/**
 * The whole platform as real processes for a test file, started the way `npm start` does, on free ports and a data
 * directory of its own. Use: `const stack = await startTestStack()`; it is stopped when the file ends.
 */
import { afterAll } from 'vitest';
import type { PortalBoardEntry } from '#contracts/portals.ts';
import type { Database } from '#prisma/client.ts';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import type { Stack } from '#temporal/local/stack.ts';
import type { JournalEntry } from '#tests/sandbox/framework/store.ts';
import { startOwnStack, type OwnStack } from './own-stack.ts';

const WAIT_MS = 60_000;
const POLL_MS = 50;

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
  /** Opens the portals again that a test has had paused. */
  resumePortals: () => Promise<void>;
  /** `kill -9`; resolves when the part has been started again. */
  kill: (part: 'api' | 'worker' | 'postgres' | 'temporal') => Promise<void>;
  control: (method: 'POST' | 'DELETE', route: string, body?: unknown) => Promise<void>;
  journal: (portal?: string) => Promise<JournalEntry[]>;
};

const running: OwnStack[] = [];
// Registered while the file is read: a hook that is registered inside another hook never runs.
afterAll(async () => {
  for (const own of running.splice(0)) await own.stop();
});

export async function startTestStack(environment: Record<string, string> = {}): Promise<TestStack> {
  const own = await startOwnStack({
    LOG_LEVEL: 'warn',
    // What a hash costs is held by unit tests; here every story signs in.
    PASSWORD_HASH_LOG2_N: '12',
    PORTAL_RETRY_FIRST_MS: '1000',
    PORTAL_RETRY_MAX_MS: '2000',
    ...environment,
  });
  running.push(own);
  const { stack, directory, db } = own;
  const { app, sandbox } = stack.addresses;
  return {
    app,
    sandbox,
    directory,
    temporalAddress: stack.addresses.temporal.address,
    temporalNamespace: stack.addresses.temporal.namespace,
    db,
    demo: () => signIn(app, 'demo@chalan.test', 'demo1234'),
    admin: () => signIn(app, 'admin@chalan.test', 'admin1234'),
    resumePortals: async () => resumePortals(await signIn(app, 'admin@chalan.test', 'admin1234')),
    kill: (part) => killPart(stack, part),
    control: async (method, route, body) => {
      const response = await fetch(`${sandbox}/__control${route}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} ${route}.`);
    },
    journal: async (portal = 'bb-exp') => {
      const response = await fetch(`${sandbox}/__control/journal?portal=${portal}`);
      return ((await response.json()) as { entries: JournalEntry[] }).entries;
    },
  };
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

async function killPart(stack: Stack, name: string): Promise<void> {
  const part = stack.parts.find((candidate) => candidate.name === name);
  const pid = part?.pid();
  if (!part || !pid) throw new Error(`${name} is not running.`);
  process.kill(pid, 'SIGKILL');
  await until(`${name} to be started again`, () => part.pid() !== undefined && part.pid() !== pid);
}

export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = WAIT_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
