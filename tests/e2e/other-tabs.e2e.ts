/** What a tab does when somebody signs in in another tab of the same browser. */
import { beforeAll, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { fillSignIn, laptop, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const open = (address: string): Promise<Page> => web.openAs(customer, site.address(), address);

const askedAgain = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign in' });

const refusal = (page: Page): Locator =>
  page.getByText('Please sign in to continue.').and(page.locator(':visible'));

/** Types a company, which is refused because the session has ended. */
async function refuseCompany(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const company = page.getByLabel('Company');
  await company.fill('Half-typed Ltd.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await askedAgain(page).waitFor();
  return company;
}

async function openTab(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  await expect.poll(() => tab.evaluate<boolean>("'endEarlyInput' in window")).toBe(false);
  return tab;
}

async function signInElsewhere(page: Page, { email, password }: Account): Promise<void> {
  const tab = await openTab(page, '/');
  await tab.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await fillSignIn(tab, email, password);
}

it('a tab no longer asks to sign in once the same person has signed in in another tab, and keeps its form', async () => {
  const page = await open('/account');
  const company = await refuseCompany(page);
  await signInElsewhere(page, customer);
  await askedAgain(page).waitFor({ state: 'hidden' });
  expect(await refusal(page).count()).toBe(0);
  expect(await company.inputValue()).toBe('Half-typed Ltd.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await company.waitFor({ state: 'hidden' });
  await page.context().close();
});

it('a sheet that waited for the sign-in is checked once the same person has signed in in another tab', async () => {
  const page = await open('/dashboard?service=exp-search');
  await page.context().clearCookies();
  await page.locator('input[type=file]').setInputFiles('activities/services/exp-search/sample.csv');
  await askedAgain(page).waitFor();
  await signInElsewhere(page, customer);
  await page.getByText('8 rows ready').waitFor();
  expect(await askedAgain(page).count()).toBe(0);
  await page.context().close();
});

it('a tab that was frozen while the person signed in elsewhere no longer asks once it is shown again', async () => {
  const page = await open('/account');
  await refuseCompany(page);
  // Signs in without a tab that could report it.
  const { email, password } = customer;
  await page.request.post('/api/auth/login', { data: { email, password } });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await askedAgain(page).waitFor({ state: 'hidden' });
  expect(await refusal(page).count()).toBe(0);
  await page.context().close();
});

it('a form whose session has ended is not sent in the name of somebody else who signs in in another tab', async () => {
  const other = await app.signUpAndVerify();
  const page = await open('/account');
  await refuseCompany(page);
  await signInElsewhere(page, other);
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Start Automation' }).first().waitFor();
  expect(await page.getByText('Half-typed Ltd.').count()).toBe(0);
  await page.goto('/account');
  await page.getByText(other.email).first().waitFor();
  expect(await page.getByText('Half-typed Ltd.').count()).toBe(0);
  await page.context().close();
});

it('a checked sheet does not stay in a tab when somebody else signs in in another tab', async () => {
  const other = await app.signUpAndVerify();
  const page = await open('/dashboard?service=exp-search');
  await page.locator('input[type=file]').setInputFiles('activities/services/exp-search/sample.csv');
  await page.getByText('8 rows ready').waitFor();
  // The tab does not notice by itself that the session has ended.
  await page.context().clearCookies();
  await signInElsewhere(page, other);
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Start Automation' }).first().waitFor();
  expect(await page.getByText('8 rows ready').count()).toBe(0);
  expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('exp-search');
  await page.context().close();
});

it('a tab that shows one person leaves that page when the server answers with somebody else', async () => {
  const { email, password } = await app.signUpAndVerify();
  const page = await open('/account');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Company').fill('Half-typed Ltd.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await askedAgain(page).waitFor();
  await page.request.post('/api/auth/login', { data: { email, password } });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Start Automation' }).first().waitFor();
  await page.context().close();
});

it('a visitor who was asked to sign in reaches the page once the sign-in happens in another tab', async () => {
  const page = await web.open(site.address(), laptop);
  await page.goto('/dashboard/jobs');
  await askedAgain(page).waitFor();
  await signInElsewhere(page, customer);
  await page.waitForURL('**/dashboard/jobs');
  await askedAgain(page).waitFor({ state: 'hidden' });
  await page.context().close();
});

it('a tab asks to sign in at once when the person signs out in another tab', async () => {
  const page = await open('/account');
  const tab = await openTab(page, '/dashboard');
  await tab.getByRole('button', { name: customer.user.name }).first().click();
  await tab.getByRole('button', { name: 'Logout' }).click();
  await askedAgain(page).waitFor();
  await fillSignIn(page, customer.email, customer.password);
  await page.context().close();
});
