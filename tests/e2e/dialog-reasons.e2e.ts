/** Dialogs whose button cannot be used yet say beside it what is still needed. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
  await keptJob(app.deps.db, customer, { fileName: 'a.csv' });
});

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** What assistive technology reads with the disabled button of the open dialog, which must also be in sight. */
async function reasonOf(page: Page): Promise<string> {
  const button = dialog(page).locator('button[type=submit]:disabled');
  await button.waitFor();
  const reason = dialog(page).locator(`[id="${await button.getAttribute('aria-describedby')}"]`);
  await reason.waitFor();
  return reason.innerText();
}

const ofCustomers: [string, string, string][] = [
  ['/dashboard/jobs?state=failed', 'Save This View', 'Still needed: Name of the view'],
  ['/account/api', 'New Token', 'Still needed: Name, Current password'],
  ['/account/api', 'Add Webhook', 'Still needed: Current password'],
  ['/account/schedules', 'New Schedule', 'Still needed: A file, Name'],
  ['/account?tab=security', 'Delete Account', 'Type '],
  ['/account?tab=security', 'Switch On', 'Still needed: Current password'],
];

describe('a dialog with a disabled button', () => {
  it.each(ofCustomers)(
    'a disabled button of a dialog of %s says what it waits for: %s',
    async (at, name, reason) => {
      const page = await web.openAs(customer, site.address(), at);
      await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
      expect(await reasonOf(page)).toContain(reason);
      await page.context().close();
    },
  );

  it('the reason of a disabled button goes field by field, and leaves its line empty when nothing is missing', async () => {
    const page = await web.openAs(customer, site.address(), '/account/api');
    await page.getByRole('main').getByRole('button', { name: 'New Token', exact: true }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('ERP');
    expect(await reasonOf(page)).toBe('Still needed: Current password');
    const button = dialog(page).locator('button[type=submit]');
    const before = await button.boundingBox();
    await dialog(page).getByLabel('Current password', { exact: true }).fill('jute and tea');
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await button.boundingBox()).toEqual(before);
    expect(await dialog(page).getByText('Still needed').count()).toBe(0);
    await page.context().close();
  });

  it("a disabled button of an administrator's question asks for the reason", async () => {
    const page = await web.openAs(admin, site.address(), `/admin?tab=users&search=${customer.email}`);
    await page.getByRole('button', { name: `Details of ${customer.email}` }).click();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    expect(await reasonOf(page)).toBe('Please give a reason.');
    await page.context().close();
  });

  it.each(todaysLooks(3))('the reason of a disabled button has room and contrast: $name', async (look) => {
    const page = await web.open(site.address(), look.viewport, look.colorScheme);
    await page.addInitScript(`localStorage.setItem('chalan-language', '${look.language}')`);
    await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
    await page.goto('/account/api');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(New Token|নতুন টোকেন)$/ })
      .click();
    await reasonOf(page);
    const review = reviewOf(page);
    await review.look('a new token');
    expect(review.problems).toEqual([]);
    await page.context().close();
  });
});
