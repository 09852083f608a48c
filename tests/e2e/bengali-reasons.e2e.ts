/** The reasons that jobs and rows are stored with, as somebody reads them who has chosen Bengali. */
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import type { Message } from '#contracts/messages/message.ts';
import { messageText } from '#contracts/messages/render.ts';
import { rexSooSubmissionMessages } from '#services/rex-soo-submission/messages.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const SINCE = '2026-11-03T04:00:00.000Z';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
});

async function openInBengali(account: Account, address: string): Promise<Page> {
  const page = await web.openAs(account, site.address(), '/privacy');
  await page.evaluate(`localStorage.setItem('chalan-language', 'bn')`);
  await page.goto(address);
  return page;
}

const inBengali = (message: Message): string => messageText(message, 'bn');
const says = (place: Page | Locator, message: Message): Locator =>
  place.getByText(inBengali(message), { exact: true });

it('the list of REX submissions says in Bengali why a row was not submitted', async () => {
  const message = rexSooSubmissionMessages.countryNotOffered({ country: 'SE' });
  const data = { invoice_no: '2509675', bl_no: 'BL1', invoice_value: '100.00' };
  await keptJob(db, customer, {
    serviceId: REX_SERVICE,
    portal: 'epb',
    outcomes: ['REJECTED'],
    rows: [{ source: data, data, message }],
  });
  const page = await openInBengali(customer, '/rex-soo-submission');
  await says(page.getByRole('main'), message).waitFor();
  await page.context().close();
});

it.each([
  ['waits for its portal', 'portal_paused', jobMessages.portalPaused()],
  ['waits for a decision', 'person', jobMessages.stuck()],
])('administrators read in Bengali why a job %s', async (_, kind, message) => {
  const id = await keptJob(db, customer, {
    state: 'parked',
    errorCode: null,
    finishedAt: null,
    outcomes: [null],
  });
  await db.job.update({ where: { id }, data: { waiting: { kind, since: SINCE, message } } });
  const page = await openInBengali(admin, `/admin?tab=jobs&job=${id}`);
  await says(page.getByRole('dialog'), message).waitFor();
  await page.context().close();
});

it('administrators read in Bengali why a job has failed, in the list and beside it', async () => {
  const message = jobMessages.remainingRowsFailed();
  const fileName = 'failed.csv';
  const id = await keptJob(db, customer, { fileName, errorCode: 'PORTAL_DOWN' });
  await db.job.update({ where: { id }, data: { errorMessage: message } });
  const page = await openInBengali(admin, `/admin?tab=jobs&text=${fileName}`);
  await page.getByRole('row').filter({ hasText: fileName }).getByTitle(inBengali(message)).waitFor();
  await page.goto(`/admin?tab=jobs&job=${id}`);
  await says(page.getByRole('dialog'), message).waitFor();
  expect(await page.getByText(messageText(message, 'en')).count()).toBe(0);
  await page.context().close();
});
