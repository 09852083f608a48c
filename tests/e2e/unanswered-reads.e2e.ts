/** Pages whose data is still on its way, could not be read, or is more than they read, in a real browser. */
import type { Page } from 'playwright';
import { beforeEach, expect, it } from 'vitest';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

/** The panel shows this many of the jobs that run. */
const CARDS_MAX = 25;

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeEach(async () => {
  customer = await app.signUpAndVerify();
});

/** A page with the customer's session that has not been opened yet. */
async function signedInPage(): Promise<Page> {
  const page = await web.open(site.address());
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  return page;
}

it('"Use" leads a signed-in customer to the service, also before it is known that somebody is signed in', async () => {
  const page = await signedInPage();
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/auth/me', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/services');
  await page.getByRole('button', { name: 'Use this service: EXP Search' }).click();
  await page.waitForURL('**/dashboard?service=exp-search');
  letGo();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.context().close();
});

it('the success rate does not say that no job has finished if the work history could not be read', async () => {
  const page = await signedInPage();
  await page.route('**/api/work-history/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/privacy');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of/ })
    .click();
  await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Dashboard' }).click();
  await page.getByText('The work history could not be loaded.').waitFor();
  await page.getByText('Success rate').waitFor();
  expect(await page.getByText('No finished job yet').count()).toBe(0);
  await page.context().close();
});

it('the panel of running jobs leads to all of them if there are more than it shows', async () => {
  const message = jobMessages.portalPaused();
  const waiting = { kind: 'portal_paused', since: new Date().toISOString(), message };
  for (let count = 0; count <= CARDS_MAX; count += 1) {
    const id = await keptJob(db, customer, {
      state: 'parked',
      errorCode: null,
      finishedAt: null,
      outcomes: [null],
      createdAt: new Date(Date.now() - count * 1000),
      fileName: count === CARDS_MAX ? 'oldest.csv' : 'newer.csv',
    });
    await db.job.update({ where: { id }, data: { waiting } });
  }
  const page = await signedInPage();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'All 26 unfinished jobs' }).click();
  await page.waitForURL('**/dashboard/jobs?state=open');
  await page.getByRole('button', { name: 'Unfinished', pressed: true }).waitFor();
  await page.getByText('26 jobs').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('oldest.csv').first().waitFor();
  await page.context().close();
});
