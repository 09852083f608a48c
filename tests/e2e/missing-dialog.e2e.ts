/** A dialog whose code cannot be loaded, in a real browser: it can be closed, and the page behind it is used on. */
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();

it('a dialog whose code is missing can be closed, and asked for another time', async () => {
  const page = await web.open(site.address(), laptop);
  await page.route('**/assets/sign-in-dialog-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${site.address()}/contact`);
  await page.getByLabel('Company').fill('Half-typed Ltd.');
  const missing = page.getByText('What should open here could not be loaded.');
  for (let asked = 0; asked < 2; asked += 1) {
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await missing.waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await missing.waitFor({ state: 'hidden' });
  }
  expect(await page.getByLabel('Company').inputValue()).toBe('Half-typed Ltd.');
  await page.context().close();
});

it('the dialog that asks a customer whose session has ended to sign in cannot be closed', async () => {
  const customer = await app.signUpAndVerify();
  const page = await web.openAs(customer, site.address(), '/account');
  await page.route('**/assets/sign-in-dialog-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Company').fill('Half-typed Ltd.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('What should open here could not be loaded.').waitFor();
  expect(await page.getByRole('alert').getByRole('button', { name: 'Close' }).count()).toBe(0);
  await page.context().close();
});
