/** Files of the client that cannot be loaded in a real browser, as during an upgrade: the page loads itself again, once. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const ENTRY = '**/assets/index-*.js';
const PRIVACY = '**/assets/privacy-page-*.js';
const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();

/**
 * Answers that files are missing, at first or always. The route stays, because a page that loads itself again while
 * Playwright ends its last route sometimes stands still.
 */
function missing(page: Page, files: string, times = Infinity) {
  let left = times;
  return page.route(files, (route) =>
    left-- > 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
}
const isTakenOver = (page: Page) => page.evaluate<boolean>("!('endEarlyInput' in window)");

/** Counts how often the page itself is loaded. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

it('a page whose first script is missing loads itself again, and then reacts', async () => {
  const customer = await app.signUpAndVerify();
  for (const place of ['/services', '/dashboard']) {
    const page = await web.openAs(customer, site.address(), '/terms');
    const loads = countLoads(page);
    await missing(page, ENTRY, 1);
    await page.goto(`${site.address()}${place}`);
    expect(await isTakenOver(page)).toBe(true);
    expect(loads()).toBe(2);
    await page.context().close();
  }
});

it('a page whose first script stays missing loads itself again only once, and says that it does not react', async () => {
  const page = await web.open(site.address(), laptop);
  const loads = countLoads(page);
  await missing(page, ENTRY);
  await page.goto(site.address(), { waitUntil: 'commit' });
  await until('the page to load itself again', () => loads() === 2);
  await page.getByText('This page could not be loaded completely.').waitFor();
  expect(loads()).toBe(2);
  await page.context().close();
});

it('a page that is opened and whose code is missing loads itself again, and is shown', async () => {
  const page = await web.open(site.address(), laptop);
  await page.goto(site.address());
  await missing(page, PRIVACY, 1);
  const loads = countLoads(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor();
  await until('the page to load itself again', () => loads() === 1);
  await page.context().close();
});

it('a page whose code stays missing loads itself again only once, and then shows the error page', async () => {
  const page = await web.open(site.address(), laptop);
  await page.goto(site.address());
  await missing(page, PRIVACY);
  const loads = countLoads(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
  expect(loads()).toBe(1);
  await page.context().close();
});

it('a page keeps what is typed in it when the code of the dialog over it is missing, and offers to load it again', async () => {
  const customer = await app.signUpAndVerify();
  const page = await web.open(site.address(), laptop);
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await missing(page, '**/assets/sign-in-dialog-*.js');
  await page.goto(`${site.address()}/account`);
  const loads = countLoads(page);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const company = page.getByLabel('Company');
  await company.fill('Half-typed Ltd.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('What should open here could not be loaded.').waitFor();
  expect(await company.inputValue()).toBe('Half-typed Ltd.');
  expect(loads()).toBe(0);
  await page.getByRole('button', { name: 'Load Again' }).click();
  await until('the page to load itself again', () => loads() === 1);
  await page.context().close();
});

it('a page keeps what is typed in it when the code of its messages is missing', async () => {
  const page = await web.open(site.address(), laptop);
  await missing(page, '**/assets/toaster-*.js');
  await page.goto(`${site.address()}/contact`);
  const loads = countLoads(page);
  // React reports the error when a boundary has caught it.
  const caught = page.waitForEvent('console', (said) => said.text().includes('dynamically imported module'));
  const company = page.getByLabel('Company');
  await company.pressSequentially('Half-typed Ltd.');
  await caught;
  // The form refuses the incomplete message by its own code, so it is still there and reacts.
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.getByText('Name is required').waitFor();
  expect(await company.inputValue()).toBe('Half-typed Ltd.');
  expect(loads()).toBe(0);
  await page.context().close();
});
