/** What customers and administrators see on their own pages: unlimited credits, ends of lists, and what could not be read. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { overflowPx, phone, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let admin: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});

const main = (page: Page) => page.getByRole('main');

describe('the credits of an administrator', () => {
  it.each(['credits', 'credit-history', 'transactions'])(
    'the credits of an administrator are unlimited and not for sale on the tab %s',
    async (tab) => {
      const page = await web.openAs(admin, site.address(), `/dashboard?tab=${tab}`, phone);
      if (tab === 'transactions') await main(page).getByText('No transactions yet').waitFor();
      else await main(page).getByText('Unlimited').waitFor();
      expect(await page.getByRole('button', { name: 'Buy Credits' }).count()).toBe(0);
      expect(await overflowPx(page)).toBe(0);
      await page.context().close();
    },
  );

  it('a customer sees the balance, and can buy credits', async () => {
    const customer = await app.signUpAndVerify();
    const page = await web.openAs(customer, site.address(), '/dashboard?tab=credits');
    await main(page).getByText('100.00').first().waitFor();
    await main(page).getByRole('button', { name: 'Buy Credits' }).waitFor();
    expect(await main(page).getByText('Unlimited').count()).toBe(0);
    await page.context().close();
  });
});

describe('the end of a list', () => {
  const past = 'This page is past the end of the list';

  it('the list of posts leads to its first page once the last post of a page has been deleted', async () => {
    const post = { excerpt: 'a', content: '<p>b</p>', author: 'c', status: 'published' };
    await db.blogPost.createMany({
      data: Array.from({ length: 13 }, (_, index) => ({
        ...post,
        title: `Post ${index}`,
        slug: `post-${index}`,
        publishedAt: new Date(Date.now() + index * 1_000),
      })),
    });
    const page = await web.openAs(admin, site.address(), '/admin?tab=blog&page=2');
    await page.getByRole('button', { name: 'Delete Post 0' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel('Reason').fill('Out of date');
    await question.getByRole('button', { name: /^Delete/ }).click();
    await page.getByText(past).waitFor();
    await page.getByRole('button', { name: 'Show the first page' }).click();
    await page.getByText('12 posts').waitFor();
    await page.context().close();
  });

  it('the work history leads to its first page once the jobs of its last page have expired', async () => {
    const customer = await app.signUpAndVerify();
    const jobs: string[] = [];
    for (let job = 0; job <= limits.workHistoryPageSize; job += 1)
      jobs.push(
        await keptJob(db, customer, {
          fileName: `job-${job}.csv`,
          createdAt: new Date(Date.now() - job * 60_000),
        }),
      );
    const page = await web.openAs(customer, site.address(), '/dashboard');
    const history = page.getByRole('region', { name: 'Work history' });
    await history.getByRole('button', { name: 'Page 2' }).click();
    await history.getByText(`job-${limits.workHistoryPageSize}.csv`).waitFor();
    await db.job.update({ where: { id: jobs.at(-1) ?? '' }, data: { expiresAt: new Date() } });
    await history.getByRole('button', { name: 'Refresh work history' }).click();
    await history.getByText(past).waitFor();
    expect(await history.getByText('No jobs yet').count()).toBe(0);
    await history.getByRole('button', { name: 'Show the first page' }).click();
    await history.getByText('job-0.csv').waitFor();
    await page.context().close();
  });
});

it('a row of a REX sheet is not called ready because its problem is beyond the listed ones', async () => {
  const customer = await app.signUpAndVerify();
  const folder = 'activities/services/rex-soo-submission';
  const [heading = '', row = ''] = readFileSync(`${folder}/sample.csv`, 'utf8').split('\n');
  const rows = Array.from({ length: limits.previewProblemsMax + 1 }, () => row.replace('7046.94', 'much'));
  const csv = { name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from([heading, ...rows].join('\n')) };
  const page = await web.openAs(customer, site.address(), '/rex-soo-submission');
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles(`${folder}/sample.zip`);
  await page.getByText('6 PDF files found in sample.zip.').waitFor();
  await page.getByLabel('Drop the CSV here, or choose it').setInputFiles(csv);
  await page.getByText('There are more problems; these are the first 500.').waitFor();
  await page.getByRole('button', { name: 'Page 11' }).click();
  const shipments = page.getByRole('region', { name: 'Shipments' });
  await shipments.getByText('Incomplete', { exact: true }).waitFor();
  expect(await shipments.getByText('Ready', { exact: true }).count()).toBe(0);
  await page.context().close();
});

it('the bell does not say that there are no notifications when they could not be read', async () => {
  const customer = await app.signUpAndVerify();
  const page = await web.openAs(customer, site.address(), '/dashboard');
  let asked = 0;
  await page.route('**/api/notifications/**', (route) => {
    asked += 1;
    return route.fulfill({ status: 500, json: { success: false, code: 'INTERNAL', message: 'No' } });
  });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('link', { name: 'View all notifications' }).waitFor();
  await expect.poll(() => panel.getByText('Loading notifications').count()).toBe(0);
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(await panel.getByText('No notifications').count()).toBe(0);
  await page.context().close();
});
