/** What waits for administrators in the browser: since when, until when, and how it is marked as dealt with. */
import { beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';

const REASON = 'Asked for by phone';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let admin: Account;
let ana: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
});

it('a job that waits for the team shows since when it waits and when it ends by itself', async () => {
  const id = await keptJob(db, ana, { state: 'parked', finishedAt: null, errorCode: null, outcomes: [null] });
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  await db.job.update({ where: { id }, data: { waiting: { kind: 'person', since, message: 'No answer' } } });
  const page = await web.openAs(admin, site.address(), '/admin?tab=jobs&special=for_team');
  await page.getByRole('columnheader', { name: 'Waiting since' }).waitFor();
  await page.getByText('ends by itself at').waitFor();
  await page.getByRole('button', { name: /^Open .*containers\.csv$/ }).click();
  await page.getByText('Without a decision it ends by itself at').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone);
  await page.getByText('Waiting since:').waitFor();
  expect(await overflowPx(page)).toBe(0);
  await page.context().close();
});

it('a bKash notification without a purchase leaves the list when it is marked as handled', async () => {
  await db.ipnMessage.create({
    data: { messageId: 'notice-1', trxId: 'TRX1', amount: 12_345n, body: {} },
  });
  const page = await web.openAs(admin, site.address(), '/admin?tab=overview');
  await page.getByRole('link', { name: 'bKash notifications without a purchase' }).click();
  await page.getByText('1 notification that nobody has dealt with').waitFor();
  await page.setViewportSize(phone);
  expect(await overflowPx(page)).toBe(0);
  await page.getByRole('button', { name: 'Mark the notification TRX1 as handled' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill(REASON);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Mark as Handled' }).click();
  await page.getByText('No bKash notification is open').waitFor();
  await page.context().close();
});

it('a page map names the published changes that a release no longer has', async () => {
  const version = { version: 1, publishedBy: admin.id, publishedAt: new Date(), reason: REASON };
  const changes = { 'form.former': 'Old name', 'form.search': 'Find' };
  await db.portalPageMap.create({ data: { portal: 'cpa', changes, ...version } });
  const page = await web.openAs(admin, site.address(), '/admin?tab=system&section=portals&map=cpa');
  await page.getByText('form.former: Old name').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await overflowPx(page)).toBe(0);
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 is in force.').waitFor();
  expect(await page.getByText('form.former: Old name').count()).toBe(0);
  await page.context().close();
});
