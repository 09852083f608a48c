/**
 * Files rows on sandbox portals as a job does, for tests of portals through which something is filed. Each test finds
 * its portal freshly seeded, and its filings have their own keys in the database.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';
import type { PortalKey } from '#activities/portals/catalogue.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { findService, type ServiceId } from '#services/catalogue.ts';
import { sampleHasZip } from '#services/contract.ts';
import type { Filing, RowResult, RunContext, SubmitRunner } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { useBrowser } from './browser.ts';
import { createTestDatabase } from './database.ts';
import { fileRows } from './filing.ts';
import { logInTo, type GivenLogin } from './portal-adapter.ts';
import { filedKeys } from './row-ends.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';
import { naturalKeyOf } from './sample-rows.ts';
import { unzip } from './unzip.ts';

type FileOptions = {
  /** The job that files; the same one for the whole test if absent. */
  job?: string | undefined;
  /** A session that is logged in already. */
  session?: PortalSession | undefined;
  /** Opens a session for each attempt in place of `session`. */
  openSession?: () => Promise<PortalSession>;
  context?: Partial<RunContext> | undefined;
};

type PortalFilings = {
  sandbox: Sandbox;
  logIn: (given?: GivenLogin) => Promise<PortalSession>;
  file: (serviceId: string, rows: Filing, options?: FileOptions) => Promise<RowResult>;
  /** Natural keys of what the test has filed so far. */
  commits: () => Promise<string[]>;
};

/** The rates for which the samples are written, in thousandths of a per cent. */
const sampleRates: Record<string, number> = {
  LOCAL_TEXTILE: 1500,
  SME: 3000,
  EURO_ZONE: 500,
  NEW_MARKET: 2000,
  SPECIAL_RMG: 300,
};

/** What a service's sample needs beside its rows: its documents and rates. */
export async function sampleContext(serviceId: string): Promise<Partial<RunContext>> {
  const service = findService(serviceId);
  const documents =
    service && sampleHasZip(service)
      ? await unzip(readFileSync(`activities/services/${serviceId}/sample.zip`))
      : new Map<string, Buffer>();
  return {
    readDocument: async (name) => {
      const bytes = documents.get(name);
      return bytes ? { name, bytes } : null;
    },
    incentiveRate: async (scheme) => sampleRates[scheme] ?? null,
  };
}

function submitRunnerOf(serviceId: string): SubmitRunner {
  const runner = runners[serviceId as ServiceId];
  if (!('check' in runner)) throw new Error(`${serviceId} files nothing.`);
  return runner;
}

export const scopeOf = (serviceId: string, rows: Filing): string =>
  findService(serviceId)?.sessionScope?.(rows[0]) ?? '';

/** Use at the top of the file, not in a hook: `const filingsOn = await useFilings()`, then `filingsOn('hm')`. */
export async function useFilings(): Promise<(key: PortalKey) => PortalFilings> {
  const openSession = useBrowser();
  const sandbox = await startSandbox();
  const { db } = await createTestDatabase();
  const current = { jobId: '' };
  beforeEach(async () => {
    await sandbox.seed();
    current.jobId = randomUUID();
  });
  afterEach(() => sandbox.clearFaults());

  return (key) => {
    const logIn: PortalFilings['logIn'] = async (given) => {
      const session = await openSession(sandbox.site(key));
      await logInTo(key, session, given);
      return session;
    };
    return {
      sandbox,
      logIn,
      file: async (serviceId, rows, { job = current.jobId, session, openSession: open, context } = {}) =>
        fileRows({
          db,
          serviceId,
          portal: key,
          login: `padma-${current.jobId}`,
          runner: submitRunnerOf(serviceId),
          rows,
          naturalKey: naturalKeyOf(serviceId, rows[0]),
          openSession: open ?? (async () => session ?? logIn({ scope: scopeOf(serviceId, rows) })),
          context: { ...(await sampleContext(serviceId)), ...context },
          jobId: job,
        }),
      commits: () => filedKeys(sandbox, key),
    };
  };
}
