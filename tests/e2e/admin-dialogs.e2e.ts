/** The questions that administrators answer: Enter in the one-line Reason does what its button does; what they read is in one language. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const REASON = 'Asked for by phone';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let admin: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});

async function open(place: string): Promise<Page> {
  const page = await web.open(site.address(), laptop);
  await page.context().addCookies(cookiesOf(admin.cookie, site.address()));
  await page.goto(place);
  return page;
}

const reason = (page: Page) => page.getByLabel('Reason');
const enterReason = async (page: Page, text: string): Promise<void> => {
  await reason(page).fill(text);
  await reason(page).press('Enter');
};

it('Enter in the reason of a question confirms it, once the reason is long enough', async () => {
  const customer = await app.signUpAndVerify();
  const statusOf = async () =>
    (await app.deps.db.user.findUniqueOrThrow({ where: { id: customer.id } })).status;
  const page = await open(`/admin?tab=users&search=${customer.email}`);
  await page.getByRole('button', { name: `Details of ${customer.email}` }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await enterReason(page, 'no');
  await page.getByRole('alertdialog').waitFor();
  expect(await statusOf()).toBe('active');
  await enterReason(page, REASON);
  await page.getByText('The user is suspended.').waitFor();
  expect(await statusOf()).toBe('suspended');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Company', { exact: true }).fill('Meghna Knit Ltd.');
  await enterReason(page, REASON);
  await page.getByText('The user has been updated.').waitFor();
  await page.context().close();
});

it('Enter in the reason for changed costs saves them', async () => {
  const page = await open('/admin?tab=services');
  await page.getByLabel('Credits for EXP Search').fill('0.75');
  await enterReason(page, REASON);
  await page.getByText('The costs are saved.').waitFor();
  await page.context().close();
});

it('Enter in the reason for changed settings saves them', async () => {
  const page = await open('/admin?tab=system');
  const form = page.getByRole('region', { name: 'Credit settings' });
  await form.getByLabel('Free trial credits').fill('12.00');
  await form.getByLabel('Reason').fill(REASON);
  await form.getByLabel('Reason').press('Enter');
  await page.getByText('The credit settings are saved.').waitFor();
  await page.context().close();
});

it('Enter in the reason of a rate saves it, and says what is missing', async () => {
  const page = await open('/admin?tab=system&section=rates');
  await page.getByRole('button', { name: 'Add Rate' }).click();
  await enterReason(page, REASON);
  const dialog = page.getByRole('dialog', { name: /rate$/ });
  await dialog.getByText('The first day is needed.').waitFor();
  await dialog.getByLabel('Rate, in % of net FOB').fill('2.50');
  await dialog.getByLabel('First day of shipment').fill('2031-07-01');
  await enterReason(page, REASON);
  await page.getByText('The rate is added.').waitFor();
  await page.context().close();
});

it('the dialogs about a bank name it in the language of the page', async () => {
  const bank = {
    key: 'delta-bank',
    nameEn: 'Delta Bank',
    nameBn: 'ডেল্টা ব্যাংক',
    hasDesk: true,
    reason: REASON,
  };
  expect((await app.post('/api/admin/banks', bank, admin.cookie)).status).toBe(200);
  const page = await open('/admin');
  await page.evaluate(`localStorage.setItem('chalan-language', 'bn')`);
  await page.goto('/admin?tab=system&section=portals');
  for (const [button, role] of [
    ['ডেল্টা ব্যাংক বদলান', 'dialog'],
    ['ডেল্টা ব্যাংক-এর ঠিকানা', 'dialog'],
    ['থামান: ডেল্টা ব্যাংক', 'alertdialog'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole(role, { name: button }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole(role).waitFor({ state: 'hidden' });
  }
  await page.context().close();
});

it('the Bengali sentences about portals end as Bengali sentences do', async () => {
  const page = await open('/admin');
  await page.evaluate(`localStorage.setItem('chalan-language', 'bn')`);
  await page.goto('/admin?tab=system&section=portals');
  await page.getByText('প্রত্যেক গ্রাহক নিজের সার্ভার দেন').first().waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/[\u0980-\u09FF]\.(\s|$)/u);
  await page.context().close();
});
