/** What one administrator has open while another one works: nothing that is asked, shown or typed changes under the hand. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const REASON = 'Asked for by phone';
/** The board of portals is read every ten seconds. */
const POLLED_MS = 25_000;

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
