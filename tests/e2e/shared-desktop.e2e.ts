/** What is left of one person in a tab after that person has signed out, or somebody else has signed in beside it. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { fillSignIn, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let [ana, bela] = [] as unknown as [Account, Account];

beforeEach(async () => {
  [ana, bela] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
});

const open = (place: string): Promise<Page> => web.openAs(ana, site.address(), place);

/** Signs in without a tab that could report it to the others. */
const signInUnreported = async (page: Page, { email, password }: Account): Promise<void> => {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  expect(answer.ok()).toBe(true);
};

/** The next page never comes, so that what is left of this one can be seen for as long as the test needs. */
const keepNextAway = (page: Page): Promise<unknown> =>
  page.route(`${site.address()}/`, (route) => route.fulfill({ status: 204 }));

/** Signs out on a page, and waits until nothing of it can be seen or used. */
async function signOut(page: Page): Promise<void> {
  await keepNextAway(page);
  const asked = page.waitForRequest(`${site.address()}/`);
  await page.getByRole('button', { name: ana.user.name }).first().click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await asked;
  await page.getByRole('banner').first().waitFor({ state: 'hidden' });
}

describe('a page that a person has left', () => {
  it('a page is not shown any more once its person has signed out, however late the next one comes', async () => {
    const page = await open('/account');
    await page.getByText(ana.email).first().waitFor();
    await signOut(page);
    expect(await page.getByText(ana.email).first().isVisible()).toBe(false);
    await page.context().close();
  });

  it('a page that the Back button restores after the sign-out is loaded again instead of being shown', async () => {
    const page = await open('/account');
    await page.getByText(ana.email).first().waitFor();
    await signOut(page);
    const again = page.waitForRequest(`${site.address()}/account`);
    // What a browser does that has kept the whole page in memory.
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await again;
    await page.context().close();
  });

  it('a draft that is stored while its person is leaving is not kept for the next person', async () => {
    const page = await open('/dashboard');
    await signOut(page);
    // As the answer to the check of a sheet does, which was asked before.
    await page.evaluate("sessionStorage.setItem('chalan-checked-file', 'sample.csv')");
    await page.goto('/privacy');
    expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('sample.csv');
    await page.context().close();
  });
});

/** The tab may notice by itself who has signed in and leave the page first, so that there is nothing left to act on. */
const unlessLeft = (act: Promise<void>): Promise<void> => act.catch(() => undefined);
const ACT_MS = 5_000;

describe('a page of one person under the session of another', () => {
  it('a payment is not opened for the person who has signed in elsewhere, and the page is left', async () => {
    const page = await open('/dashboard?tab=credits');
    await page.getByRole('button', { name: 'Buy Credits' }).first().click();
    await page.getByLabel('Or another amount in taka').fill('100');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await page.getByRole('dialog', { name: 'Pay with bKash' }).waitFor();
    await signInUnreported(page, bela);
    await unlessLeft(page.getByRole('button', { name: 'Pay with bKash' }).click({ timeout: ACT_MS }));
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: bela.user.name }).first().waitFor();
    expect(await db.purchaseOrder.count({ where: { userId: { in: [ana.id, bela.id] } } })).toBe(0);
    await page.context().close();
  });

  it('a sheet is not stored for the person who has signed in elsewhere', async () => {
    const page = await open('/dashboard?service=exp-search');
    await signInUnreported(page, bela);
    const sheet = page.locator('input[type=file]');
    const sample = 'activities/services/exp-search/sample.csv';
    await unlessLeft(sheet.setInputFiles(sample, { timeout: ACT_MS }));
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: bela.user.name }).first().waitFor();
    expect(await db.upload.count({ where: { userId: { in: [ana.id, bela.id] } } })).toBe(0);
    await page.context().close();
  });

  it('a page keeps working for a person who has signed in again in the same browser', async () => {
    const page = await open('/dashboard?service=exp-search');
    await page.context().clearCookies();
    await page.locator('input[type=file]').setInputFiles('activities/services/exp-search/sample.csv');
    await fillSignIn(page, ana.email, ana.password);
    await page.getByText('8 rows ready').waitFor();
    await page.context().close();
  });
});
