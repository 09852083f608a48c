/** A look-up on any portal, as a job makes it: the first sample row of a service that reads, or else of one that files. */
import { readFileSync } from 'node:fs';
import type { PortalKey } from '#activities/portals/catalogue.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { services, type ServiceId } from '#services/catalogue.ts';
import type { SubmitContext } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { runContext } from './run-context.ts';
import { sampleFilings } from './sample-rows.ts';

type LookUp = {
  /** The scope in which the login is made. */
  scope: string;
  /** Looks up; a filing service looks up as before a filing, and files nothing. */
  run: (session: PortalSession) => Promise<{ outcome: string }>;
};

export function lookUpOf(key: PortalKey): LookUp {
  const onPortal = services.filter(({ portal }) => portal === key);
  const service = onPortal.find(({ effect }) => effect === 'read') ?? onPortal[0];
  const [rows] = service ? sampleFilings(service.id) : [];
  if (!service || !rows) throw new Error(`No service with a sheet looks something up on ${key}.`);
  const runner = runners[service.id as ServiceId];
  const { documents } = service.input.kind === 'sheet' ? service.input : {};
  const scope = service.sessionScope?.(rows[0]) ?? '';
  const context = runContext({
    readDocument: async (name) =>
      documents ? { name, bytes: readFileSync(`activities/services/${service.id}/sample.zip`) } : null,
  });
  return {
    scope,
    run: async (session) => {
      if (!('check' in runner)) return runner.run(rows[0], { ...context, session });
      const submit: SubmitContext = {
        ...context,
        session,
        earlier: { reference: null, committed: false },
        noteReference: async () => undefined,
        commit: () => Promise.reject(new Error('A look-up files nothing.')),
      };
      return { outcome: (await runner.check(rows, submit)).found };
    },
  };
}

/** The outcome of a row, or that of the fault that ended it. */
export const outcomeOf = (work: Promise<{ outcome: string }>): Promise<string> =>
  work.then(
    ({ outcome }) => outcome,
    (error: unknown) => {
      if (error instanceof PortalFault) return error.outcome;
      throw error;
    },
  );

/**
 * Shortens the timeouts of a portal's config, so that a test of a slow portal does not take long. Returns a function that
 * makes them so again, after a test has changed some.
 */
export async function shortenTimeouts(key: PortalKey, timeouts: Record<string, number>): Promise<() => void> {
  const { config } = (await import(`#activities/portals/${key}/config.ts`)) as {
    config: { timeouts: Record<string, number> };
  };
  const shortened = { ...config.timeouts, ...timeouts };
  const shorten = (): void => {
    Object.assign(config.timeouts, shortened);
  };
  shorten();
  return shorten;
}
