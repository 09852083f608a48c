/** Pages that refuse a form by themselves, without a request: the words are the portal's answer, and not an outage. */
import { beforeAll, describe, expect, test } from 'vitest';
import { portalOf } from '#activities/portals/portals.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { saying } from '#tests/harness/saying.ts';
import { firstFiling } from '#tests/harness/sample-rows.ts';

const filingsOn = await useFilings();
const openSession = useBrowser();

beforeAll(async () => {
  for (const key of ['bank-ci', 'bepza', 'damco'] as const)
    await shortenTimeouts(key, { navigationMs: 4_000, elementMs: 2_000, filingMs: 4_000 });
});

describe('a form that refuses by itself', () => {
  const claim = ['bank-ci', 'cash-incentive-application'] as const;
  const permit = ['bepza', 'bepza-ep-issue'] as const;
  const booking = ['damco', 'damco-booking'] as const;
  const ways = [
    [...claim, 'scheme.submit', 'dialog', 'PRC No must not be empty.', 'REJECTED'],
    [...claim, 'scheme.submit', 'beside', 'PRC No must not be empty.', 'REJECTED'],
    [...claim, 'scheme.submit', 'field', 'PRC No is not valid.', 'REJECTED'],
    [...claim, 'scheme.submit', 'dialog', 'Do you want to go on?', 'PORTAL_CHANGED'],
    [...claim, 'scheme.submit', 'silence', '', 'TIMEOUT'],
    // At the click that files.
    [...claim, 'certificates.submit', 'dialog', 'The claim is late: 181 days.', 'REJECTED'],
    [...claim, 'certificates.submit', 'silence', '', 'TIMEOUT'],
    [...permit, 'new', 'dialog', 'Invoice No is required.', 'REJECTED'],
    [...booking, 'book', 'dialog', 'Cargo Ready Date is required.', 'REJECTED'],
  ] as const;
  test.each(ways)(
    '%s, %s: %s refused by %s with "%s" gives %s',
    async (portal, service, route, from, to, outcome) => {
      const { sandbox, file, commits } = filingsOn(portal);
      await sandbox.setFault({ portal, kind: 'refused-in-page', route, times: -1, from, to });
      const end = await ending(file(service, firstFiling(service)));
      expect(end).toMatchObject({ outcome });
      if (outcome === 'REJECTED') expect(end).toMatchObject({ message: saying(to) });
      expect(await commits()).toEqual([]);
    },
  );

  test('a login form that refuses by itself is not an outage', async () => {
    const portal = 'bank-ci';
    const { sandbox } = filingsOn(portal);
    const adapter = portalOf(portal);
    if (!('login' in adapter)) throw new Error('The bank has a login page.');
    const to = 'Invalid password: 8 characters are needed.';
    await sandbox.setFault({
      portal,
      kind: 'refused-in-page',
      route: 'login',
      times: -1,
      from: 'dialog',
      to,
    });
    const session = await openSession(sandbox.site(portal));
    expect(
      await adapter.login(session, { username: 'padma', password: 'short' }, nobodyAnswers),
    ).toMatchObject({
      outcome: 'CREDENTIALS_INVALID',
    });
  });
});
