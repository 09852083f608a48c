/** Sets up the tests of one portal's adapter: its sandbox, seeded for each test, with short timeouts and without faults. */
import { afterEach, beforeEach, expect } from 'vitest';
import type { PortalKey } from '#activities/portals/catalogue.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { portalOf } from '#activities/portals/portals.ts';
import { useBrowser } from './browser.ts';
import { shortenTimeouts } from './portal-look-up.ts';
import { nobodyAnswers } from './run-context.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';

export type GivenLogin = { username?: string; password?: string; scope?: string };

/** Logs in as a customer of the seed, who is "padma" if nobody else is given. */
export async function logInTo(key: PortalKey, session: PortalSession, given: GivenLogin = {}): Promise<void> {
  const { username = 'padma', password = `${username}1234`, scope = '' } = given;
  const portal = portalOf(key);
  if (!('login' in portal)) throw new Error(`${key} has no login page.`);
  const result = await portal.login(session, { username, password }, { ...nobodyAnswers, scope });
  expect(result).toEqual({ outcome: 'ok' });
}

type PortalAdapter = {
  sandbox: Sandbox;
  open: () => Promise<PortalSession>;
  loggedIn: (given?: GivenLogin) => Promise<PortalSession>;
};

/** Use at the top of the file. Before each test the portal has these timeouts, and otherwise those of its config. */
export async function useAdapter(key: PortalKey, timeouts: Record<string, number>): Promise<PortalAdapter> {
  const openSession = useBrowser();
  const sandbox = await startSandbox();
  const restoreTimeouts = await shortenTimeouts(key, timeouts);
  beforeEach(() => sandbox.seed({ portal: key }));
  afterEach(async () => {
    restoreTimeouts();
    await sandbox.clearFaults();
  });
  const open = (): Promise<PortalSession> => openSession(sandbox.site(key));
  return {
    sandbox,
    open,
    loggedIn: async (given) => {
      const session = await open();
      await logInTo(key, session, given);
      return session;
    },
  };
}
