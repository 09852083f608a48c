/** What a form shows and does after its session has ended and the same person has signed in again over it. */
import { beforeAll, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { fillSignIn, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const open = (address: string): Promise<Page> => web.openAs(customer, site.address(), address);

const refusal = (page: Page): Locator =>
  page.getByText('Please sign in to continue.').and(page.locator(':visible'));

async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

it('a form no longer asks to sign in once the person has signed in again, and keeps what was typed', async () => {
  const page = await open('/account');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const company = page.getByLabel('Company');
  await company.fill('Half-typed Ltd.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  await refusal(page).waitFor();
  await signInAgain(page);
  expect(await refusal(page).count()).toBe(0);
  expect(await company.inputValue()).toBe('Half-typed Ltd.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await company.waitFor({ state: 'hidden' });
  await page.context().close();
});

it('a sheet that was added after the session had ended is checked once the person has signed in again', async () => {
  const page = await open('/dashboard?service=exp-search');
  await page.context().clearCookies();
  await page.locator('input[type=file]').setInputFiles('activities/services/exp-search/sample.csv');
  await signInAgain(page);
  await page.getByText('8 rows ready').waitFor();
  expect(await refusal(page).count()).toBe(0);
  await page.context().close();
});

it('a portal login that was typed while the session ended is kept without the request to sign in', async () => {
  const page = await open('/dashboard?tab=credentials');
  await page.getByRole('button', { name: /^Add/ }).first().click();
  const login = page.getByRole('dialog').last();
  await login.getByLabel('Username').fill('exporter01');
  await login.getByLabel('Password', { exact: true }).fill('exporter1234');
  await page.context().clearCookies();
  await login.getByRole('button', { name: 'Test' }).click();
  await signInAgain(page);
  expect(await refusal(page).count()).toBe(0);
  expect(await login.getByLabel('Username').inputValue()).toBe('exporter01');
  await page.context().close();
});

it('somebody else who signs in where a session has ended finds nothing of it in the tab', async () => {
  const other = await app.signUpAndVerify();
  const page = await open('/dashboard?service=exp-search');
  await page.locator('input[type=file]').setInputFiles('activities/services/exp-search/sample.csv');
  await page.getByText('8 rows ready').waitFor();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Company').fill('Half-typed Ltd.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email').fill(other.email);
  await dialog.getByLabel('Password', { exact: true }).fill(other.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.getByText('Drop your file here').or(page.getByText('Choose a service first')).first().waitFor();
  expect(await page.getByText('sample.csv').count()).toBe(0);
  expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('exp-search');
  await page.context().close();
});

it('somebody else who signs in on the home page after a session has ended finds no sheet of it', async () => {
  const other = await app.signUpAndVerify();
  const page = await open('/dashboard?service=exp-search');
  await page.locator('input[type=file]').setInputFiles('activities/services/exp-search/sample.csv');
  await page.getByText('8 rows ready').waitFor();
  await page.context().clearCookies();
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await fillSignIn(page, other.email, other.password);
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Start Automation' }).first().waitFor();
  expect(await page.getByText('8 rows ready').count()).toBe(0);
  expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('sample.csv');
  await page.context().close();
});
