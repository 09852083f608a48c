/** Dialogs in a real browser that must not be closed by a tap beside them, because what was typed would be lost. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { phone, reviewOf, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const clickBeside = (page: Page): Promise<void> => page.mouse.click(4, 4);

it('a page whose session has ended is left only by the button that says so', async () => {
  const page = await web.openAs(customer, site.address(), '/account', phone);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Company').fill('Half-typed Ltd.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Password', { exact: true }).waitFor();
  const review = reviewOf(page);
  await review.look('the dialog');
  await clickBeside(page);
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Company').inputValue()).toBe('Half-typed Ltd.');

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Leave this page' }).click();
  await page.waitForURL(`${site.address()}/`);
  expect(review.problems).toEqual([]);
  await page.context().close();
});

it('the dialog of a portal login stays open, with what was typed, when somebody taps beside it', async () => {
  const page = await web.openAs(customer, site.address(), '/dashboard?tab=credentials');
  await page.getByRole('button', { name: /^Add/ }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('exporter01');
  await clickBeside(page);
  await dialog.getByLabel('Password', { exact: true }).fill('exporter1234');
  expect(await dialog.getByLabel('Username').inputValue()).toBe('exporter01');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.context().close();
});
