/** Calls of a page that still shows one person, made under the session of another who has signed in in the browser. */
import { beforeAll, describe, expect, it } from 'vitest';
import { shownUserHeader } from '#contracts/accounts/shown-user.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
let [ana, bela] = [] as unknown as [Account, Account];

beforeAll(async () => {
  [ana, bela] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
});

/** A call with Bela's session from a page that shows somebody. */
const callFrom = (shown: Pick<Account, 'id'>, method: string, route: string, json?: object) =>
  app.request(route, { method, json, cookie: bela.cookie, headers: { [shownUserHeader]: shown.id } });

describe('a page under the session of another person', () => {
  it.each([
    ['POST', '/api/bkash/create-payment', { amount: 500, merchantInvoiceNumber: 'order-of-ana-1' }],
    ['POST', '/api/saved-views', { name: 'Failed', query: 'state=failed' }],
    ['GET', '/api/jobs', undefined],
  ])(
    '%s %s of a page that shows somebody else is refused as if nobody were signed in',
    async (method, route, json) => {
      const refused = await callFrom(ana, method, route, json);
      expect(refused).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      expect(await app.deps.db.purchaseOrder.count()).toBe(0);
      expect(await app.deps.db.savedView.count()).toBe(0);
    },
  );

  it('a page that shows somebody else learns who is signed in', async () => {
    const answer = await callFrom(ana, 'GET', '/api/auth/me');
    expect(answer).toMatchObject({ status: 200, body: { user: { id: bela.id } } });
  });

  it('a page that shows the person who is signed in is answered', async () => {
    expect(await callFrom(bela, 'GET', '/api/jobs')).toMatchObject({ status: 200 });
  });
});
