/**
 * A portal on several hosts, on the sandbox: it is signed in to, worked and filed on across its own hosts, and whatever
 * leads to another host is refused by name before anything is sent or typed there.
 */
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowserPool } from '#activities/browser/pool.ts';
import type { PortalKey } from '#activities/portals/catalogue.ts';
import type { LoginResult, PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/damco/config.ts';
import { portalOf } from '#activities/portals/portals.ts';
import { logIn, logOut } from '#activities/sessions/sign-in.ts';
import { damcoBookingDownload } from '#services/damco-booking-download/run.ts';
import { english } from '#contracts/messages/render.ts';
import { testEnv } from '#tests/harness/app.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { lookUpOf, outcomeOf } from '#tests/harness/portal-look-up.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { firstFiling } from '#tests/harness/sample-rows.ts';

const filingsOn = await useFilings();
const { sandbox, file, commits } = filingsOn('damco');
const openSession = useBrowser();
const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
afterAll(() => browsers.close());
config.timeouts.elementMs = 2_000;

const login = { username: 'padma', password: 'padma1234' };

/** The environment of a worker whose portal is on the sandbox's several hosts. */
const envOf = (key: PortalKey) =>
  testEnv({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1/nothing',
    FILES_DIR: '/tmp',
    MAILBOX_DIR: '/tmp',
    ...sandbox.siteVariables(key),
  });

async function logInTo(key: PortalKey): Promise<PortalSession & { visited: Set<string> }> {
  const session = await logIn({ env: envOf(key), browsers }, { portal: key, login, ...nobodyAnswers });
  if (!('page' in session)) throw new Error('The portal has no pages.');
  const visited = new Set<string>();
  session.context.on('request', (request) => visited.add(new URL(request.url()).hostname));
  return { ...session, visited };
}

describe('a portal on several hosts', () => {
  test('a booking is made once on a portal that signs in, works and books on three hosts', async () => {
    const session = await logInTo('damco');
    const result = await file('damco-booking', firstFiling('damco-booking'), { session });
    expect(result).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toHaveLength(1);
    expect([...session.visited].sort()).toEqual(['booking.damco.localhost', 'portal.damco.localhost']);
    const cookies = (await session.context.cookies()).map(({ domain }) => domain);
    expect(cookies.sort()).toEqual(['booking.damco.localhost', 'portal.damco.localhost']);
    await logOut('damco', session);
    expect(session.visited).toContain('auth.damco.localhost');
    const kinds = (await sandbox.journal('damco')).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'lookup')).toEqual(['login', 'commit', 'logout']);
  });

  test('a portal that signs in on a host of its own is looked up on its other host', async () => {
    const session = await logInTo('hm');
    expect(new URL(session.page.url()).hostname).toBe('supplier.hm.localhost');
    expect(await lookUpOf('hm').run(session)).toMatchObject({ outcome: 'SUCCESS' });
    await sandbox.setFault({ portal: 'hm', kind: 'session-drop' });
    expect(await outcomeOf(lookUpOf('hm').run(session))).toBe('SESSION_EXPIRED');
    expect(new URL(session.page.url()).hostname).toBe('login.hm.localhost');
    await session.context.close();
  });

  test('a filing whose answer is lost on its own host is looked up, and not made again', async () => {
    await sandbox.setFault({
      portal: 'damco',
      kind: 'drop-connection',
      route: 'save.submit',
      afterCommit: true,
    });
    const openSession = (): Promise<PortalSession> => logInTo('damco');
    expect(await file('damco-booking', firstFiling('damco-booking'), { openSession })).toMatchObject({
      outcome: 'SUCCESS',
    });
    expect(await commits()).toHaveLength(1);
  });
});

describe('a portal that leads to an unknown host', () => {
  /** A host that is none of the portal's. */
  const stranger = net.createServer((client) => client.destroy());
  let connections = 0;
  let elsewhere = '';
  beforeAll(async () => {
    stranger.on('connection', () => (connections += 1)).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    elsewhere = `elsewhere.localhost:${(stranger.address() as net.AddressInfo).port}`;
  });
  afterAll(() => void stranger.close());
  beforeEach(() => {
    connections = 0;
  });
  const sentence = (): string => `The portal leads to ${elsewhere}, which is not one of its known hosts.`;
  const leadAway = (route: string, given: { afterCommit?: boolean } = {}): Promise<void> =>
    sandbox.setFault({ portal: 'damco', kind: 'leads-away', route, to: `http://${elsewhere}/`, ...given });

  async function end(result: Promise<LoginResult>): Promise<string> {
    const given = await result;
    return given.outcome === 'ok' ? 'ok' : `${given.outcome}: ${english(given.message)}`;
  }

  test.each(['damco', 'hm'] as const)(
    'the sign-in of %s on a host that is not named is not opened, the host is named, and no password is decrypted',
    async (key) => {
      const { baseUrl, hosts } = sandbox.site(key);
      const portal = portalOf(key);
      if (!('login' in portal)) throw new Error('The portal has no login.');
      let decrypted = 0;
      const session = await openSession({ baseUrl, hosts: hosts.filter(({ role }) => role !== 'sign-in') });
      const password = async (): Promise<string> => `${(decrypted += 1)}`;
      const [signIn] = hosts.filter(({ role }) => role === 'sign-in').map(({ url }) => new URL(url).host);
      expect(await end(portal.login(session, { ...login, password }, nobodyAnswers))).toBe(
        `PORTAL_CHANGED: The portal leads to ${signIn}, which is not one of its known hosts.`,
      );
      expect(decrypted).toBe(0);
    },
  );

  test('a login page that leads away is refused before a password is decrypted', async () => {
    const { baseUrl, hosts } = sandbox.site('damco');
    const portal = portalOf('damco');
    if (!('login' in portal)) throw new Error('The portal has no login.');
    await leadAway('login');
    const password = async (): Promise<string> => {
      throw new Error('The password was decrypted.');
    };
    const session = await openSession({ baseUrl, hosts });
    expect(await end(portal.login(session, { ...login, password }, nobodyAnswers))).toBe(
      `PORTAL_CHANGED: ${sentence()}`,
    );
    expect(connections).toBe(0);
  });

  test.each([
    ['page', 'shipper'],
    ['frame', 'search-so'],
    ['document', 'booking-pdf'],
  ])('a %s that leads away is refused, and the host is named', async (_what, route) => {
    const session = await filingsOn('damco').logIn();
    await leadAway(route);
    const row = damcoBookingDownload.run({ so_no: '43680233' }, runContext({ session }));
    expect(await ending(row)).toEqual({ outcome: 'PORTAL_CHANGED', message: sentence() });
    expect(connections).toBe(0);
  });

  test('a window that leads away is refused, and nothing is filed', async () => {
    const session = await filingsOn('damco').logIn();
    await leadAway('upload');
    const row = file('damco-edoc-upload', firstFiling('damco-edoc-upload'), { session });
    expect(await ending(row)).toEqual({ outcome: 'PORTAL_CHANGED', message: sentence() });
    expect(connections).toBe(0);
    expect(await commits()).toEqual([]);
  });

  test('a filing that is answered by leading away is looked up, and not made again', async () => {
    await leadAway('save.submit', { afterCommit: true });
    expect(await file('damco-booking', firstFiling('damco-booking'))).toMatchObject({
      outcome: 'SUCCESS',
    });
    expect(connections).toBe(0);
    expect(await commits()).toHaveLength(1);
  });
});
