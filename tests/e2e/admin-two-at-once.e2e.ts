/** What one administrator has open while another one works: nothing that is asked, shown or typed changes under the hand. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const REASON = 'Asked for by phone';
/** The board of portals is read every ten seconds. */
const POLLED_MS = 25_000;
const POSTS_PER_PAGE = 12;
const PAYMENTS_PER_PAGE = 20;

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let admin: Account;
let other: Account;

beforeAll(async () => {
  [admin, other] = [
    await app.signUpAndVerify({ isAdmin: true }),
    await app.signUpAndVerify({ isAdmin: true }),
  ];
});

const open = (place: string): Promise<Page> => web.openAs(admin, site.address(), place);
const question = (page: Page) => page.getByRole('alertdialog');
const settings = async () =>
  (await app.get('/api/settings', admin.cookie)).body['settings'] as Record<string, Record<string, unknown>>;

/** Comes back to the page as from another window until it has read the list again, which it does not do at once. */
async function returnTo(page: Page, list: string): Promise<void> {
  let isRead = false;
  page.on('requestfinished', (request) => (isRead ||= new URL(request.url()).pathname === list));
  await until('the list to be read again', async () => {
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    return isRead;
  });
}

it('the question whether to pause a portal never becomes that whether to resume it', async () => {
  const label = portalLabels['bb-exp'];
  const page = await open('/admin?tab=system&section=portals');
  await page.getByRole('button', { name: `Pause: ${label}` }).click();
  await question(page).getByLabel('Reason').fill(REASON);
  const paused = await app.post('/api/admin/portals/bb-exp/pause', { reason: REASON }, other.cookie);
  expect(paused.status).toBe(200);
  await question(page).getByText('It has been paused in the meantime').waitFor({ timeout: POLLED_MS });
  await question(page)
    .getByRole('heading', { name: `Pause ${label}` })
    .waitFor();
  expect(
    await question(page)
      .getByRole('button', { name: /^(Pause|Resume)/ })
      .count(),
  ).toBe(0);
  await question(page).getByText('Close', { exact: true }).click();
  await page.getByRole('button', { name: `Resume: ${label}` }).waitFor();
  await page.context().close();
});

it('jobs are stopped together only when the list shows all of them, and the question says how many', async () => {
  const customers = [await app.signUpAndVerify(), await app.signUpAndVerify()];
  for (const customer of customers)
    await keptJob(db, customer, {
      serviceId: 'exp-search',
      state: 'running',
      errorCode: null,
      finishedAt: null,
      outcomes: [null],
    });
  const stopped = () => db.job.count({ where: { serviceId: 'exp-search', stoppedAt: { not: null } } });
  const page = await open(`/admin?tab=jobs&service=exp-search&customer=${customers[0]?.email}`);
  await page.getByRole('button', { name: 'Run All Again' }).waitFor();
  await page.getByRole('button', { name: /^Open .*, containers.csv$/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Stop Jobs/ }).count()).toBe(0);

  await page.goto('/admin?tab=jobs&service=exp-search');
  await page.getByRole('button', { name: /^Stop Jobs/ }).click();
  await question(page)
    .getByRole('heading', { name: 'Stop 2 running jobs of 2 customers on EXP Search?' })
    .waitFor();
  await question(page).getByLabel('Reason').fill(REASON);
  await question(page).getByRole('button', { name: 'Stop 2 Jobs' }).click();
  await page.getByText('2 jobs stopped.').waitFor();
  expect(await stopped()).toBe(2);
  await page.getByRole('button', { name: /^Stop Jobs/ }).click();
  await page.getByText('No job is running.').waitFor();
  expect(await question(page).count()).toBe(0);
  await page.context().close();
});

it.each([
  {
    form: 'Credit settings',
    section: 'prices',
    edited: ['Minimum purchase credits', '7.00'],
    others: { freeTrialCreditsHundredths: 1_200 },
    said: 'The credit settings are saved.',
    saved: { freeTrialCredits: 12, minPurchaseCredits: 7 },
  },
  {
    form: 'System notification',
    section: 'notices',
    edited: ['Message', 'The office is closed on Friday'],
    others: { noticeType: 'warning' },
    said: 'System notification updated successfully',
    saved: { systemNotification: { message: 'The office is closed on Friday', type: 'warning' } },
  },
  {
    form: 'Public pages',
    section: 'texts',
    edited: ['Address', 'Agrabad, Chattogram'],
    others: { showMeasuredFigures: true },
    said: 'The public pages have been updated.',
    saved: { contactDetails: { address: 'Agrabad, Chattogram' }, showMeasuredFigures: true },
  },
])('$form: a form saves what was edited in it, and nothing that others have changed', async (given) => {
  const page = await open(`/admin?tab=system&section=${given.section}`);
  const form = page.getByRole('region', { name: given.form });
  const [field = '', value = ''] = given.edited;
  await form.getByLabel(field, { exact: true }).fill(value);
  await db.settings.update({ where: { id: 1 }, data: given.others });
  await form.getByLabel('Reason').fill(REASON);
  await form.getByRole('button', { name: /^Save/ }).click();
  await page.getByText(given.said).waitFor();
  expect(await settings()).toMatchObject(given.saved);
  await page.context().close();
});

it('an opened payment stays open when newer payments push it off its page', async () => {
  const customer = await app.signUpAndVerify();
  const paid = (number: number) =>
    paidPurchase(db, { userId: customer.id, amountPoisha: 10_000n, trxId: `TWO${100 + number}` });
  for (let number = 0; number < PAYMENTS_PER_PAGE; number += 1) await paid(number);
  const page = await open('/admin?tab=system&section=payments');
  await page
    .getByRole('button', { name: /^Open the payment/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Payment of/ });
  await dialog.getByLabel('Reason').fill(REASON);
  await paid(PAYMENTS_PER_PAGE);
  await returnTo(page, '/api/admin/payments');
  await page.getByText(`${PAYMENTS_PER_PAGE + 1} payments`).waitFor({ state: 'attached' });
  expect(await dialog.getByLabel('Reason').inputValue()).toBe(REASON);
  await page.context().close();
});

it('an article that is being written stays open, and is kept until it is saved or discarded', async () => {
  const posted = (number: number) =>
    db.blogPost.create({
      data: {
        title: `Article ${number}`,
        slug: `article-${number}`,
        content: '<p>Text</p>',
        excerpt: 'Text',
        author: 'Ana',
        status: 'published',
        publishedAt: new Date(Date.UTC(2026, 0, 1 + number)),
      },
    });
  for (let number = 0; number < POSTS_PER_PAGE; number += 1) await posted(number);
  const page = await open('/admin?tab=blog');
  const edit = () => page.getByRole('button', { name: 'Edit Article 0' }).click();
  const excerpt = page.getByLabel('Excerpt', { exact: true });
  await edit();
  await excerpt.fill('A better text');
  const newer = await posted(POSTS_PER_PAGE);
  await returnTo(page, '/api/blog');
  expect(await excerpt.inputValue()).toBe('A better text');

  await db.blogPost.delete({ where: { id: newer.id } });
  await returnTo(page, '/api/blog');
  await page.getByRole('button', { name: 'All posts' }).click();
  await page.getByRole('tab', { name: 'Ads' }).click();
  await page.getByRole('tab', { name: 'Blog Posts' }).click();
  await edit();
  expect(await excerpt.inputValue()).toBe('A better text');
  await page.reload();
  expect(await excerpt.inputValue()).toBe('A better text');

  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await question(page).getByRole('button', { name: 'Discard Changes' }).click();
  expect(await excerpt.inputValue()).toBe('Text');
  await excerpt.fill('The best text');
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await page.getByText('The post is saved.').waitFor();
  await edit();
  expect(await excerpt.inputValue()).toBe('The best text');
  expect(await page.getByRole('button', { name: 'Discard Changes' }).count()).toBe(0);
  await page.context().close();
});
