/**
 * Failed rows in a real browser: corrections stay through a reload and a look at another page, many filings are asked
 * about before they run, and each end of a job is reported on its page.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { reviewOf, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  const login = { username: 'padma', password: 'padma1234', consent: true };
  await app.post('/api/credentials/save', { ...login, portalName: 'bangladesh_bank_exp' }, customer.cookie);
});

const open = (place: string): Promise<Page> => web.openAs(customer, site.address(), place);
const cell = (page: Page, row: number) => page.getByRole('textbox', { name: `container_no, row ${row}` });
const tick = (page: Page, row: number) => page.getByRole('checkbox', { name: `Run row ${row}` });

const FILING = 'exp-duplicate-reporting';
const FILINGS = 21;

/** Answers a run of corrected rows, for which there is no worker here; returns the addresses of the runs. */
async function answerRuns(page: Page, jobId: string): Promise<string[]> {
  const runs: string[] = [];
  await page.route(`**/api/jobs/${jobId}/corrections`, async (route) => {
    runs.push(route.request().url());
    await route.fulfill({
      json: { success: true, jobId, newCredits: 90, immediate: true, queuePosition: null },
    });
  });
  return runs;
}

/** An ended job whose rows would be filed, and could run again. */
async function failedFilings(): Promise<string> {
  const sample = readFileSync(`activities/services/${FILING}/sample.csv`, 'utf8').split('\n');
  const [headings = [], cells = []] = sample.map((line) => line.split(','));
  const rows = Array.from({ length: FILINGS }, (_, index) => {
    const row = Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? '']));
    return { ...row, exp_serial: `0099${index + 10}` };
  });
  const { db } = app.deps;
  const jobId = await keptJob(db, customer, {
    serviceId: FILING,
    portal: 'bb-exp',
    fileName: 'filings.csv',
    outcomes: rows.map(() => 'PORTAL_DOWN'),
    rows: rows.map((source) => ({ source, data: source })),
  });
  await db.job.update({ where: { id: jobId }, data: { headers: headings } });
  return jobId;
}

it('corrections of failed rows and rows that are left out stay through a reload and a look at the job', async () => {
  const jobId = await keptJob(app.deps.db, customer, { outcomes: ['INPUT_INVALID', 'INPUT_INVALID'] });
  const page = await open(`/dashboard/jobs/${jobId}/correct`);
  await cell(page, 1).fill('MSKU0383250');
  await tick(page, 2).uncheck({ force: true });
  await page.getByRole('button', { name: /^Run 1 row/i }).waitFor();
  await page.reload();
  expect(await cell(page, 1).inputValue()).toBe('MSKU0383250');
  expect(await tick(page, 2).isChecked()).toBe(false);
  await page.getByRole('main').getByRole('link', { name: 'Back to the job' }).click();
  await page.getByRole('link', { name: 'Correct failed rows' }).click();
  expect(await cell(page, 1).inputValue()).toBe('MSKU0383250');
  await page.context().close();
});

it('the tab of the corrections names the job, as the heading of the page does', async () => {
  const jobId = await keptJob(app.deps.db, customer, { outcomes: ['INPUT_INVALID'] });
  const page = await open(`/dashboard/jobs/${jobId}/correct`);
  const heading = page.getByRole('heading', { level: 1, name: /^Correct .+, .+/ });
  await heading.waitFor();
  await expect.poll(() => page.title()).toBe(`${await heading.innerText()} · Chalan`);
  await page.context().close();
});

it('corrections that have run are not kept any longer', async () => {
  const jobId = await keptJob(app.deps.db, customer, { outcomes: ['INPUT_INVALID', 'INPUT_INVALID'] });
  const page = await open(`/dashboard/jobs/${jobId}/correct`);
  await answerRuns(page, jobId);
  await cell(page, 1).fill('MSKU0383250');
  await cell(page, 2).fill('half-typed');
  const run = page.getByRole('button', { name: /^Run 1 row/i });
  await run.and(page.locator(':enabled')).click();
  await page.waitForURL(`**/dashboard/jobs/${jobId}`);
  const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
  expect(kept).not.toContain('MSKU0383250');
  expect(kept).toContain('half-typed');
  await page.context().close();
});

it('many corrected rows are filed only after a second question, which names their price', async () => {
  const jobId = await failedFilings();
  const page = await open(`/dashboard/jobs/${jobId}/correct`);
  const runs = await answerRuns(page, jobId);
  const review = reviewOf(page);
  const run = page.getByRole('button', { name: new RegExp(`^Run ${FILINGS} rows`, 'i') });
  await run.and(page.locator(':enabled')).click();
  const question = page.getByRole('alertdialog', { name: 'File at the portal?' });
  await question.getByText(`This files ${FILINGS} rows at the portal.`).waitFor();
  await review.look('the question');
  await question.getByRole('button', { name: 'Go Back' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(runs).toEqual([]);
  await run.click();
  await question
    .getByRole('button', { name: `File ${FILINGS} rows · ${FILINGS}.00 credits`, exact: true })
    .click();
  await page.waitForURL(`**/dashboard/jobs/${jobId}`);
  expect(runs).toHaveLength(1);
  expect(review.problems).toEqual([]);
  await page.context().close();
});

it('the question before failed rows run again says that they are filed, if they are', async () => {
  const filed = await failedFilings();
  const page = await open(`/dashboard/jobs/${filed}`);
  const question = page.getByRole('alertdialog');
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Run failed rows again' }).click();
    await question.getByText(/rows ended without a result/).waitFor();
  };
  const says = question.getByText(`This files ${FILINGS} rows at the portal.`);
  await ask();
  await says.waitFor();
  const lookUps = await keptJob(app.deps.db, customer, { outcomes: ['PORTAL_DOWN', 'PORTAL_DOWN'] });
  await page.goto(`/dashboard/jobs/${lookUps}`);
  await ask();
  expect(await question.getByText(/^This files/).count()).toBe(0);
  await page.context().close();
});

it('each end of a job is reported on its own page, and the balance is read again', async () => {
  const { db } = app.deps;
  const jobId = await keptJob(db, customer, { outcomes: ['PORTAL_DOWN', 'SUCCESS'] });
  const runAgain = () =>
    db.job.update({ where: { id: jobId }, data: { state: 'running', errorCode: null, finishedAt: null } });
  const end = () =>
    db.job.update({ where: { id: jobId }, data: { state: 'completed', finishedAt: new Date() } });
  await runAgain();
  const page = await open(`/dashboard/jobs/${jobId}`);
  await page.getByRole('button', { name: /^Cancel/ }).waitFor();
  const reported = page.getByText(/^Automation complete!/).first();
  for (const how of ['first', 'second']) {
    const isRead = page.waitForRequest('**/api/auth/me');
    await end();
    await isRead;
    await reported.waitFor();
    await reported.waitFor({ state: 'hidden' });
    if (how === 'second') break;
    await page.route(`**/api/jobs/${jobId}/retry`, async (route) => {
      await runAgain();
      await route.fulfill({
        json: { success: true, jobId, newCredits: 90, immediate: true, queuePosition: null },
      });
    });
    await page.getByRole('button', { name: 'Run failed rows again' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Run Again/ })
      .click();
    await page.getByRole('button', { name: /^Cancel/ }).waitFor();
  }
  await page.context().close();
});

it.each([
  [['PORTAL_DOWN'], 'The row has no result.'],
  [['PORTAL_DOWN', 'REJECTED'], 'None of the 2 rows has a result.'],
])(
  'a job that ends after rows that are all %j is reported as failed, as its state says',
  async (outcomes, why) => {
    const { db } = app.deps;
    const jobId = await keptJob(db, customer, {
      outcomes,
      state: 'running',
      errorCode: null,
      finishedAt: null,
    });
    const page = await open(`/dashboard/jobs/${jobId}`);
    await page.getByRole('button', { name: /^Cancel/ }).waitFor();
    const isRead = page.waitForResponse('**/api/auth/me');
    await db.job.update({ where: { id: jobId }, data: { state: 'completed', finishedAt: new Date() } });
    await page.getByText(`Automation failed: ${why}`).first().waitFor();
    await isRead;
    expect(await page.getByText(/^Automation complete!/).count()).toBe(0);
    await page.context().close();
  },
);

it('the progress and the cancelling of a job are named in Bengali for screen readers on a Bengali page', async () => {
  const reader = await app.signUpAndVerify();
  const jobId = await keptJob(app.deps.db, reader, { state: 'running', errorCode: null, finishedAt: null });
  const page = await web.openAs(reader, site.address(), '/');
  await page.evaluate(`localStorage.setItem('chalan-language', 'bn')`);
  await page.goto(`/dashboard/jobs/${jobId}`);
  const name = /চট্টগ্রাম বন্দর ট্র্যাকিং, containers\.csv/;
  await page.getByRole('progressbar', { name }).waitFor();
  await page.getByRole('button', { name }).waitFor();
  await page.context().close();
});

it('a finished job that is only looked at reports no end', async () => {
  const jobId = await keptJob(app.deps.db, customer, {
    state: 'completed',
    errorCode: null,
    outcomes: ['SUCCESS'],
  });
  const page = await open(`/dashboard/jobs/${jobId}`);
  await page.getByRole('button', { name: /^Copy: Job number/ }).waitFor();
  expect(await page.getByText(/^Automation complete!/).count()).toBe(0);
  await page.context().close();
});
