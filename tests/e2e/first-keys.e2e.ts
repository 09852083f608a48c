/** Keys that are pressed on the pages of whoever is signed in before the client has come. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, openBeforeScripts, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

/** A busy machine may not read what a page begins with within the time after which the server sends it without that. */
const VIEWS_MAX = 3;

async function openEarly(address: string): Promise<{ page: Page; letGo: () => void }> {
  for (let views = 1; ; views += 1) {
    const page = await web.open(site.address(), laptop);
    await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
    const letGo = await openBeforeScripts(page, address);
    await page.locator('#root').waitFor({ state: 'attached' });
    const hasData = await page.locator('#page-state, #first-data').count();
    if (hasData > 0 || views === VIEWS_MAX) return { page, letGo };
    await page.context().close();
  }
}

const search = (page: Page) => page.getByRole('combobox', { name: /^Search pages/ });

describe('the key of the search', () => {
  // The server renders the first of them, and leaves the others to the client.
  it.each(['/dashboard', '/dashboard/jobs', '/account', '/dashboard/portals'])(
    'the key of the search opens that of %s, with what was typed after it, also before the scripts came',
    async (address) => {
      const { page, letGo } = await openEarly(address);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('exp iss');
      letGo();
      await search(page).waitFor();
      await expect.poll(() => search(page).inputValue()).toBe('exp iss');
      await page.getByRole('option', { name: /^EXP Issue/ }).waitFor();
      await page.keyboard.type('ue');
      await expect.poll(() => search(page).inputValue()).toBe('exp issue');
      await page.context().close();
    },
  );

  it('the key of the search opens nothing for a visitor, whose page has no search', async () => {
    const page = await web.open(site.address(), laptop);
    const letGo = await openBeforeScripts(page, '/services');
    await page.getByRole('searchbox').waitFor();
    const isLeft = await page.evaluate<boolean>(
      "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))",
    );
    expect(isLeft).toBe(true);
    letGo();
    await page.context().close();
  });
});
