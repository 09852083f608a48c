/** The dashboard in a real browser, when code or result files come later than the rest. */
import { beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let jobId: string;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  const { db } = app.deps;
  jobId = await keptJob(db, customer, { state: 'completed', errorCode: null, outcomes: ['SUCCESS'] });
  await db.job.update({ where: { id: jobId }, data: { filesState: 'writing' } });
  await db.jobFile.create({
    data: {
      jobId,
      name: 'result.csv',
      kind: 'result',
      fileKey: `${jobId}/result.csv`,
      sizeBytes: 1,
      contentType: 'text/csv',
    },
  });
});

async function openSignedIn(): Promise<Page> {
  const page = await web.open(site.address(), laptop);
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  return page;
}

it.each(['/dashboard', '/dashboard/jobs'])(
  'the download of an ended job appears on %s without a reload when its files are written later',
  async (address) => {
    const { db } = app.deps;
    await db.job.update({ where: { id: jobId }, data: { filesState: 'writing' } });
    const page = await openSignedIn();
    await page.goto(address);
    await page.getByText('containers.csv').first().waitFor();
    const download = page.getByRole('link', { name: 'Download results of containers.csv' });
    expect(await download.count()).toBe(0);
    await db.job.update({ where: { id: jobId }, data: { filesState: 'written' } });
    await download.waitFor();
    await page.context().close();
  },
);

it('whether only documents are made counts with the click, before the address is rendered', async () => {
  const page = await openSignedIn();
  await page.goto('/dashboard?service=cash-incentive-application');
  const only = { name: 'Only make the documents' };
  await page.getByRole('switch', only).click();
  await page.getByRole('switch', { ...only, checked: true }).waitFor();
  await page.waitForURL(/documents=only/);
  // A start by the next event would go by what React has rendered when the click's own work is done.
  const isOn = await page.evaluate(`new Promise((resolve) => {
    const only = document.querySelector('[role=switch][aria-label="Only make the documents"]');
    only.click();
    queueMicrotask(() => resolve(only.getAttribute('aria-checked')));
  })`);
  expect(isOn).toBe('false');
  await page.waitForURL((address) => !address.searchParams.has('documents'));
  await page.context().close();
});
