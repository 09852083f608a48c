/** Contract of the MyShipment adapter and of its service, against the sandbox portal. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PortalFault, type LoginContext, type PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/myshipment/config.ts';
import { myshipmentPortal } from '#activities/portals/myshipment/portal.ts';
import { myshipmentTracking } from '#services/myshipment-tracking/run.ts';
import { myshipmentTrackingService } from '#services/myshipment-tracking/service.ts';
import type { RowResult } from '#services/runner.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { expectedRows, sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
const portal = 'myshipment';
const good = { username: 'padma', password: 'padma1234' };
const known = { search_type: 'SO', search_value: '43680233' };

beforeAll(() => {
  Object.assign(config.timeouts, { navigationMs: 4_000, elementMs: 2_000 });
});
afterEach(() => sandbox.clearFaults());

const open = (): Promise<PortalSession> => openSession(sandbox.url(portal));

async function loggedIn(login = good): Promise<PortalSession> {
  const session = await open();
  expect(await myshipmentPortal.login(session, login, nobodyAnswers)).toEqual({ outcome: 'ok' });
  return session;
}

async function outcomeOf(result: Promise<RowResult>): Promise<string> {
  return result.then(
    ({ outcome }) => outcome,
    (error: unknown) => {
      if (error instanceof PortalFault) return error.outcome;
      throw error;
    },
  );
}

const track = (session: PortalSession, row: Record<string, string>): Promise<RowResult> =>
  myshipmentTracking.run(row, runContext({ session }));

describe('login', () => {
  const refused = [
    ['a wrong password', { ...good, password: 'wrong' }, 'CREDENTIALS_INVALID'],
    ['a locked account', { username: 'locked', password: 'locked1234' }, 'ACCOUNT_LOCKED'],
    ['an expired password', { username: 'expired', password: 'expired1234' }, 'CREDENTIALS_INVALID'],
    ['a code that nobody answers', { username: 'otp', password: 'otp1234' }, 'HUMAN_REQUIRED'],
  ] as const;
  test.each(refused)('%s ends it with its own outcome', async (_, login, outcome) => {
    expect(await myshipmentPortal.login(await open(), login, nobodyAnswers)).toMatchObject({ outcome });
  });

  test('a code that a person answers, at the second try, lets the job in', async () => {
    const answers = ['000000', '123456'];
    const context: LoginContext = { scope: '', ask: async () => answers.shift() ?? '' };
    const login = { username: 'otp', password: 'otp1234' };
    expect(await myshipmentPortal.login(await open(), login, context)).toEqual({ outcome: 'ok' });
    expect(answers).toEqual([]);
  });

  test('a login without permission stops the job as a matter of the login', async () => {
    const session = await loggedIn({ username: 'noperm', password: 'noperm1234' });
    expect(await outcomeOf(track(session, known))).toBe('CREDENTIALS_INVALID');
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http500', route: 'login' }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page', route: 'login' }, 'PORTAL_DOWN'],
    [{ kind: 'layout-changed', route: 'login' }, 'PORTAL_CHANGED'],
  ];
  test.each(faults)('%o is %s', async (fault, outcome) => {
    await sandbox.setFault({ portal, ...fault });
    expect(await myshipmentPortal.login(await open(), good, nobodyAnswers)).toMatchObject({ outcome });
  });
});

test('the rows of the sample give exactly the expected values', async () => {
  const session = await loggedIn();
  const rows: object[] = [];
  for (const row of sampleRows('myshipment-tracking')) {
    const { outcome, portalReference, values = {} } = await track(session, row);
    rows.push({ outcome, ...(portalReference ? { portalReference } : {}), values });
  }
  expect(rows).toEqual(expectedRows('myshipment-tracking'));
});

test('a PO in two shipments brings both back, with the milestones of each', async () => {
  const result = await track(await loggedIn(), { search_type: 'PO', search_value: '4500781223' });
  expect(result.values).toMatchObject({ matches: 2, so_no: '43680233' });
  expect(result.sheets?.['Shipments']?.map((line) => line['so_no'])).toEqual(['43680233', '43680234']);
  expect(result.sheets?.['Milestones']).toHaveLength(14);
});

const faults: [FaultSwitch, string][] = [
  [{ kind: 'http500', route: 'track' }, 'PORTAL_BUSY'],
  [{ kind: 'http503-maintenance', route: 'shipment' }, 'PORTAL_DOWN'],
  [{ kind: 'drop-connection', route: 'track', times: -1 }, 'PORTAL_DOWN'],
  [{ kind: 'session-drop', route: 'shipment' }, 'SESSION_EXPIRED'],
  [{ kind: 'layout-changed', route: 'track' }, 'PORTAL_CHANGED'],
  [{ kind: 'layout-changed', route: 'shipment' }, 'PORTAL_CHANGED'],
];
test.each(faults)('%o ends the row as %s', async (fault, outcome) => {
  const session = await loggedIn();
  await sandbox.setFault({ portal, ...fault });
  expect(await outcomeOf(track(session, known))).toBe(outcome);
});

test('a container with a wrong check digit is refused before the look-up', () => {
  const { check } = myshipmentTrackingService.input;
  expect(check({ search_type: 'CONTAINER', search_value: 'MSKU0383251' })).toHaveLength(1);
  expect(check({ search_type: 'PO', search_value: 'MSKU0383251' })).toEqual([]);
});
