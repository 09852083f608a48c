/**
 * The sandbox as a separate process on a free port, with a directory that is removed when the file ends. Use at the top
 * of the file, not in a hook: `const sandbox = await startSandbox()`; `sandbox.url('bb-exp')` is the portal's base URL.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { afterAll } from 'vitest';
import { addressVariable, hostsVariable } from '#activities/portals/facts.ts';
import type { MailSecurity, MailServer } from '#contracts/portals/mail-servers.ts';
import { freePort } from '#temporal/local/ports.ts';
import { buildPrograms } from '#temporal/local/programs.ts';
import type { ReachedHost } from '#activities/browser/destinations.ts';
import type { FaultSwitch as AnyFaultSwitch } from '#tests/sandbox/framework/faults.ts';
import type { Held } from '#tests/sandbox/framework/holds.ts';
import type { JournalEntry, PortalSettings, State } from '#tests/sandbox/framework/store.ts';
import { deltaBank } from '#tests/sandbox/portals/bank-ci/portal.ts';
import { portals } from '#tests/sandbox/portals/registry.ts';

const START_MS = 30_000;
const STOP_MS = 5_000;

/** A fault as the control API accepts it; the portal defaults to `bb-exp`. */
export type FaultSwitch = Omit<AnyFaultSwitch, 'portal'> & { portal?: string };

type SandboxState = State & {
  now: string;
  journalEntries: number;
  /** Requests that a fault makes wait. */
  held: Held[];
};

export type Sandbox = {
  /** Base URL of a portal, which is whole on this host. */
  url: (portal: string) => string;
  /** The mailbox as a customer's own server, by a name that its certificate may or may not have. */
  mailServer: (host: string, security: MailSecurity) => MailServer;
  /** A portal on its own hosts, as the original; one without hosts of its own as `url` has it. */
  site: (portal: string) => PortalSite;
  /** The variables with which a worker finds the portal on its own hosts. */
  siteVariables: (portal: string) => Record<string, string>;
  /** Address of the invented providers of mailboxes. */
  mailProviders: string;
  /** Revokes what was granted there, lets access tokens expire, or stops the providers. */
  changeGrants: (change: 'revoke' | 'expire' | 'down' | 'up') => Promise<void>;
  setFault: (fault: FaultSwitch) => Promise<void>;
  /** Clears the faults of one kind, or all. */
  clearFaults: (kind?: FaultSwitch['kind']) => Promise<void>;
  moveClock: (change: { advanceMs: number } | { now: string } | { reset: true }) => Promise<void>;
  seed: (options?: {
    portal?: string;
    records?: Record<string, unknown>;
    settings?: PortalSettings;
  }) => Promise<void>;
  journal: (portal?: string) => Promise<JournalEntry[]>;
  state: () => Promise<SandboxState>;
  /** Ends the process abruptly as in an outage, or gracefully; `start` starts it again with what it stored. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  start: () => Promise<void>;
};

/** The base URL of a portal, and the further hosts that its pages lead to. */
export type PortalSite = { baseUrl: string; hosts: readonly ReachedHost[] };

export async function startSandbox(): Promise<Sandbox> {
  const directory = await mkdtemp(path.join(tmpdir(), 'chalan-sandbox-'));
  const port = await freePort();
  const imapPort = await freePort();
  const securePorts = { tls: await freePort(), starttls: await freePort() };
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    child = await launch({ port, imapPort, securePorts, directory });
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    if (child) await end(child, signal);
    child = undefined;
  };
  afterAll(async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  });
  await start();

  const call = async (method: string, route: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${origin}/__control${route}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The sandbox answered ${response.status} to ${method} ${route}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const url = (portal: string): string =>
    portal === 'mailbox' ? `imap://127.0.0.1:${imapPort}` : `${origin}/${portal}`;
  const site = (portal: string): PortalSite => {
    const { hosts } = [...portals, deltaBank].find(({ key }) => key === portal) ?? {};
    if (!hosts) return { baseUrl: url(portal), hosts: [] };
    const others = hosts.others.map(({ name, role }) => ({ url: `http://${name}:${port}`, role }));
    return { baseUrl: `http://${hosts.address}:${port}/${portal}`, hosts: others };
  };
  return {
    url,
    mailServer: (host, security) => ({ host, port: { ...securePorts, plain: imapPort }[security], security }),
    site,
    siteVariables: (portal) => {
      const { baseUrl, hosts } = site(portal);
      const listed = hosts.map(({ url: at, role }) => `${role}=${new URL(at).host}`).join(', ');
      return { [addressVariable(portal)]: baseUrl, [hostsVariable(portal)]: listed };
    },
    mailProviders: `${origin}/mail-providers`,
    changeGrants: async (change) => {
      await fetch(`${origin}/mail-providers/__control/${change}`, { method: 'POST' });
    },
    setFault: async (fault) => void (await call('POST', '/faults', { portal: 'bb-exp', ...fault })),
    clearFaults: async (kind) => void (await call('DELETE', kind ? `/faults?kind=${kind}` : '/faults')),
    moveClock: async (change) => void (await call('POST', '/clock', change)),
    seed: async (options = {}) => void (await call('POST', '/seed', options)),
    journal: async (portal = 'bb-exp') => {
      const { entries } = (await call('GET', `/journal?portal=${portal}`)) as { entries: JournalEntry[] };
      return entries;
    },
    state: async () => (await call('GET', '/state')) as SandboxState,
    stop,
    start,
  };
}

type Place = {
  port: number;
  imapPort: number;
  securePorts: Record<'tls' | 'starttls', number>;
  directory: string;
};

async function launch({ port, imapPort, securePorts, directory }: Place): Promise<ChildProcess> {
  const { sandbox } = await buildPrograms('.cache');
  const child = spawn(process.execPath, ['--enable-source-maps', sandbox], {
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_IMAP_PORT: String(imapPort),
      SANDBOX_IMAPS_PORT: String(securePorts.tls),
      SANDBOX_STARTTLS_PORT: String(securePorts.starttls),
      SANDBOX_DIR: directory,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test file that ends without running its hooks must not leave the process behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const lines = readline.createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(START_MS);
  await Promise.race([
    once(lines, 'line', { signal }),
    once(child, 'exit', { signal }).then(() => {
      throw new Error('The sandbox ended before it listened.');
    }),
  ]);
  return child;
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}
