/** The list of services in which a customer chooses what to start: it is rendered once somebody uses the page. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { openBeforeScripts, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const options = (page: Page) => page.locator('[role=option]');
const field = (page: Page) => page.getByRole('combobox', { name: 'Service' }).last();

it('the services are listed once the page is in use, and can then be chosen by keys alone', async () => {
  const page = await web.openAs(customer, site.address(), '/dashboard');
  await page.waitForLoadState('networkidle');
  expect(await options(page).count()).toBe(0);
  await field(page).focus();
  await page.keyboard.press('ArrowDown');
  await options(page).filter({ hasText: 'EXP Search' }).last().waitFor();
  await page.keyboard.type('exp s');
  await page.keyboard.press('Enter');
  await expect.poll(() => field(page).inputValue()).toBe('EXP Search');
  await page.context().close();
});

it('a field of services that is clicked before the scripts have come lists them', async () => {
  const page = await web.open(site.address());
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  const letGo = await openBeforeScripts(page, '/dashboard');
  await field(page).click();
  letGo();
  await options(page).filter({ hasText: 'EXP Search' }).last().waitFor();
  await page.context().close();
});
