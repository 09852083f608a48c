/**
 * What portals say about their own trouble in an alert, with HTTP 200: it is never taken for a refused password or row,
 * nor for a changed page.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import { portalOf } from '#activities/portals/portals.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { firstFiling } from '#tests/harness/sample-rows.ts';

const filingsOn = await useFilings();
const openSession = useBrowser();

/** Portals with a login form, and the route that the password is sent to. */
const forms = portals
  .filter(({ key, login }) => login !== null && key !== 'mailbox')
  .map(({ key }) => ({ key, route: key === 'hm' ? 'password.submit' : 'login.submit' }));

describe.each(todaysShare(forms, 2))(
  'the login of $key',
  ({ key, route }: { key: PortalKey; route: string }) => {
    beforeAll(() => shortenTimeouts(key, { navigationMs: 4_000, elementMs: 2_000 }));

    const says = [
      ['Something went wrong. Please try again later.', 'PORTAL_DOWN'],
      ['Login failed: the server is busy.', 'PORTAL_DOWN'],
      ['Authentication failed: directory not available', 'PORTAL_DOWN'],
      ['Invalid token, please reload', 'PORTAL_DOWN'],
      ['Your session is invalid', 'PORTAL_DOWN'],
      ['Invalid user name or password. Please try again later.', 'CREDENTIALS_INVALID'],
      ['Too many failed attempts. Please try again later.', 'ACCOUNT_LOCKED'],
    ] as const;
    test.each(says)('a login answered with "%s" ends as %s', async (to, outcome) => {
      const { sandbox } = filingsOn(key);
      const portal = portalOf(key);
      if (!('login' in portal)) throw new Error(`${key} has no login page.`);
      await sandbox.setFault({ portal: key, kind: 'says', route, times: -1, to });
      const session = await openSession(sandbox.site(key));
      const result = await portal.login(session, { username: 'padma', password: 'padma1234' }, nobodyAnswers);
      expect(result).toMatchObject({ outcome });
    });
  },
);

describe('after the login', () => {
  beforeAll(async () => {
    for (const key of ['bank-ci', 'epb', 'hm', 'bepza', 'bb-exp'] as const)
      await shortenTimeouts(key, { navigationMs: 4_000, elementMs: 2_000 });
  });

  const beforeClick = [
    [
      'bank-ci',
      'cash-incentive-application',
      'shipment.submit',
      'Your session has expired. Please log in again.',
      'SESSION_EXPIRED',
    ],
    ['bank-ci', 'cash-incentive-application', 'shipment.submit', 'The page has expired.', 'SESSION_EXPIRED'],
    ['hm', 'hm-einvoice-create', 'new.submit', 'You must be logged in.', 'SESSION_EXPIRED'],
    ['hm', 'hm-einvoice-create', 'invoices', 'No valid session found.', 'SESSION_EXPIRED'],
    [
      'bb-exp',
      'exp-duplicate-reporting',
      'search.submit',
      'The system is temporarily unavailable.',
      'PORTAL_DOWN',
    ],
  ] as const;
  test.each(beforeClick)(
    '%s, %s: %s answered with "%s" gives %s',
    async (portal, service, route, to, outcome) => {
      const { sandbox, file, commits } = filingsOn(portal);
      await sandbox.setFault({ portal, kind: 'says', route, times: -1, to });
      expect(await ending(file(service, firstFiling(service)))).toMatchObject({ outcome });
      expect(await commits()).toEqual([]);
    },
  );

  const atClick = [
    [
      'bank-ci',
      'cash-incentive-application',
      'submit.submit',
      'Your session has expired. Please log in again.',
    ],
    ['epb', 'rex-soo-submission', 'create.submit', 'The security token is not valid.'],
    ['epb', 'rex-soo-submission', 'create.submit', 'The system is under maintenance.'],
  ] as const;
  test.each(atClick)(
    '%s, %s: %s answered once with "%s" leaves the answer open, and the row is filed once',
    async (portal, service, route, to) => {
      const { sandbox, file, commits } = filingsOn(portal);
      await sandbox.setFault({ portal, kind: 'says', route, to });
      expect(await file(service, firstFiling(service))).toMatchObject({ outcome: 'SUCCESS' });
      expect(await commits()).toHaveLength(1);
    },
  );

  test('a busy server that answers a search is an outage, and not a changed portal', async () => {
    const portal = 'bepza';
    const { sandbox, file } = filingsOn(portal);
    const service = 'bepza-ep-issue';
    // The page of the search still arrives.
    await sandbox.setFault({
      portal,
      kind: 'says',
      route: 'applications',
      skip: 1,
      times: -1,
      to: 'System overloaded.',
    });
    expect(await ending(file(service, firstFiling(service)))).toMatchObject({ outcome: 'PORTAL_DOWN' });
  });
});
