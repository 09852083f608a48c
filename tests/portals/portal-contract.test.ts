/**
 * What every portal with pages has in common, for each one of the index: how a login ends, and how a look-up ends while
 * the portal fails. What a portal has of its own is in its own test; the mailbox, which has no page, in `mailbox.test.ts`.
 * Each run in CI tries other ends on each portal, and each end on some portal; `DEPTH=all` tries every end on every portal.
 */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import type {
  LoginContext,
  LoginResult,
  Portal,
  PortalSession,
  Question,
} from '#activities/portals/contract.ts';
import { portalOf } from '#activities/portals/portals.ts';
import { english } from '#contracts/messages/render.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { lookUpOf, outcomeOf, shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';
import { portals as sandboxPortals } from '#tests/sandbox/portals/registry.ts';

const NAVIGATION_MS = 4_000;
const LOGIN_REQUESTS = 4;
/** Longer than any navigation waits. */
const SLOW_MS = 20_000;

const openSession = useBrowser();
const sandbox = await startSandbox();
afterEach(async () => {
  await sandbox.clearFaults();
  await sandbox.seed();
});

const good = { username: 'padma', password: 'padma1234' };
const websites = portals.flatMap(({ key, login }) => {
  const portal = portalOf(key);
  return 'login' in portal ? [{ key, portal, hasLogin: login !== null }] : [];
});
const sandboxOf = (key: PortalKey) => sandboxPortals.find((portal) => portal.key === key);
const hasUser = (key: PortalKey, trouble: string): boolean =>
  sandboxOf(key)?.users.some((user) => user.trouble === trouble) === true;

test('every portal except the mailbox is tested here', () => {
  const without = portals.filter(({ key }) => !websites.some((website) => website.key === key));
  expect(without.map(({ key }) => key)).toEqual(['mailbox']);
});

/** Portals with a login have turns one after the other, so that each end is tried on some portal every day. */
const inTurn = websites.map((website) => {
  const alike = websites.filter(({ hasLogin }) => hasLogin === website.hasLogin);
  return { ...website, turn: alike.indexOf(website) };
});

describe.each(inTurn)('$key', ({ key, portal, hasLogin, turn }) => {
  beforeAll(() => shortenTimeouts(key, { navigationMs: NAVIGATION_MS, elementMs: 2_000 }));

  describe.runIf(hasLogin)('the login', () => loginContract(key, portal, turn));

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http500' }, 'PORTAL_BUSY'],
    [{ kind: 'http503-maintenance' }, 'PORTAL_DOWN'],
    [{ kind: 'drop-connection' }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page' }, 'PORTAL_BUSY'],
    [{ kind: 'slow', ms: SLOW_MS }, 'TIMEOUT'],
    [{ kind: 'layout-changed' }, 'PORTAL_CHANGED'],
  ];
  const lost: [FaultSwitch, string] = [{ kind: 'session-drop' }, 'SESSION_EXPIRED'];
  const lookUp = lookUpOf(key);

  test.each(todaysShare(hasLogin ? [...faults, lost] : faults, 1, turn))(
    'a look-up that meets %o ends as %s',
    async (fault, outcome) => {
      const session = await openSession(sandbox.site(key));
      if (hasLogin)
        expect(await portal.login(session, good, { ...nobodyAnswers, scope: lookUp.scope })).toEqual({
          outcome: 'ok',
        });
      await sandbox.setFault({ portal: key, times: -1, ...fault });
      expect(await outcomeOf(lookUp.run(session))).toBe(outcome);
    },
  );
});

function loginContract(key: PortalKey, portal: Portal, turn: number): void {
  const open = (): Promise<PortalSession> => openSession(sandbox.site(key));
  const logIn = async (username: string, password: string, context = nobodyAnswers): Promise<LoginResult> =>
    portal.login(await open(), { username, password }, context);

  test('a login gives ok, and a logout ends its session and never fails', async () => {
    const session = await open();
    expect(await portal.login(session, good, nobodyAnswers)).toEqual({ outcome: 'ok' });
    await portal.logout(session);
    await portal.logout(session);
    expect((await sandbox.journal(key)).map(({ kind }) => kind)).toEqual(['login', 'logout']);
  });

  const refusals = [
    ['a wrong password', 'padma', 'wrong', 'CREDENTIALS_INVALID'],
    ['an unknown user', 'nobody', 'x', 'CREDENTIALS_INVALID'],
    ['a locked account', 'locked', 'locked1234', 'ACCOUNT_LOCKED'],
    ['an expired password', 'expired', 'expired1234', 'CREDENTIALS_INVALID'],
  ] as const;
  test.each(todaysShare(refusals, 1, turn))(
    "a login with %s is refused after one try, in the portal's words or with what to do",
    async (_, ...given) => {
      const [username, password, outcome] = given;
      const session = await open();
      const result = await portal.login(session, { username, password }, nobodyAnswers);
      if (result.outcome === 'ok') throw new Error('The portal let it in.');
      expect(result.outcome).toBe(outcome);
      const shown = await session.page.locator('body').innerText();
      const said = english(result.message);
      const isOfPortal = /\w/.test(said) && shown.includes(said);
      expect(isOfPortal || /Change it on the portal/.test(said), said).toBe(true);
      const kinds = (await sandbox.journal(key)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind !== 'login-refused')).toEqual([]);
      expect(kinds.length).toBeLessThanOrEqual(1);
    },
  );

  test.runIf(hasUser(key, 'no-permission'))(
    'a look-up with a login that lacks permission gives CREDENTIALS_INVALID',
    async () => {
      const lookUp = lookUpOf(key);
      const session = await open();
      const login = { username: 'noperm', password: 'noperm1234' };
      const context = { ...nobodyAnswers, scope: lookUp.scope };
      expect(await portal.login(session, login, context)).toEqual({ outcome: 'ok' });
      expect(await outcomeOf(lookUp.run(session))).toBe('CREDENTIALS_INVALID');
    },
  );

  test('a session that ends while it is being opened is an outage, and not a changed portal', async () => {
    const outcomes: string[] = [];
    // The requests of a login differ from portal to portal, so the session is ended at each of the first ones in turn.
    for (const skip of todaysShare([...Array(LOGIN_REQUESTS).keys()], 2, turn)) {
      await sandbox.clearFaults();
      await sandbox.setFault({ portal: key, kind: 'session-drop', skip, times: 1 });
      outcomes.push((await logIn('padma', 'padma1234')).outcome);
    }
    expect(outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'PORTAL_DOWN')).toEqual([]);
  });

  const code = sandboxOf(key)?.code;
  describe.runIf(code !== undefined)('the code', () => {
    test('a login that asks for a code gives HUMAN_REQUIRED if nobody answers', async () => {
      expect(await logIn('otp', 'otp1234')).toMatchObject({ outcome: 'HUMAN_REQUIRED' });
    });

    test("a person who mistypes the code is asked again in the portal's words, and the right code logs in", async () => {
      const asked: Question[] = [];
      const answers = ['000000', ` ${code} `];
      const context: LoginContext = {
        scope: '',
        ask: async (question) => {
          asked.push(question);
          return answers.shift() ?? '';
        },
      };
      expect(await logIn('otp', 'otp1234', context)).toEqual({ outcome: 'ok' });
      const [first, second] = asked.map(({ prompt }) => english(prompt));
      expect(asked.map(({ kind }) => kind)).toEqual(['otp', 'otp']);
      expect(second).toMatch(new RegExp(`^.+ ${first}$`));
    });
  });

  const faults: [FaultSwitch, LoginResult['outcome']][] = [
    [{ kind: 'http500' }, 'PORTAL_DOWN'],
    [{ kind: 'http503-maintenance' }, 'PORTAL_DOWN'],
    // The login page itself still arrives.
    [{ kind: 'http503-maintenance', skip: 1 }, 'PORTAL_DOWN'],
    [{ kind: 'drop-connection' }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page' }, 'PORTAL_DOWN'],
    [{ kind: 'slow', ms: SLOW_MS }, 'PORTAL_DOWN'],
    [{ kind: 'layout-changed' }, 'PORTAL_CHANGED'],
  ];
  test.each(todaysShare(faults, 1, turn))('a login that meets %o ends as %s', async (fault, outcome) => {
    await sandbox.setFault({ portal: key, times: -1, ...fault });
    expect(await logIn(good.username, good.password)).toMatchObject({ outcome });
  });
}
