/**
 * The administrators' Jobs tab in a real browser on the real processes: jobs are found, inspected, run again and
 * refunded.
 */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminJobDetail, BulkRetryProgress } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { demoAdministrator } from '#tests/harness/demo-logins.ts';
import { halfDoneJob } from '#tests/harness/half-done-job.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const BULK_JOBS = 3;
/** A killed worker's turn is noticed after its time limit, and taken over by the next one. */
const KILL_TEST_MS = 240_000;
const KILL_WAIT_MS = 120_000;

let stack: TestStack;
let demo: Customer;
let admin: Customer;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  [demo, admin] = [await stack.demo(), await stack.admin()];
});

const halfDone = (fileName: string): Promise<string> => halfDoneJob(stack.db, demo, fileName);
const detail = async (jobId: string): Promise<AdminJobDetail> =>
  (await admin.read<{ job: AdminJobDetail }>(`/api/admin/jobs/${jobId}`)).job;

function openJobs(query = '', viewport = laptop, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  return web.openSignedIn(stack.app, {
    as: demoAdministrator,
    at: `/admin?tab=jobs${query}`,
    viewport,
    colorScheme,
  });
}

const drawer = (page: Page) => page.getByRole('dialog').first();
const confirmation = (page: Page) => page.getByRole('alertdialog');
const openLine = (page: Page, file: string) =>
  page.getByRole('button', { name: new RegExp(`^Open .*, ${file}$`) });

describe('the Jobs tab', () => {
  it('the Jobs tab finds a job while typing, shows rows and workflow, runs it again and returns credits', async () => {
    const jobId = await halfDone('needle.csv');
    await halfDone('haystack.csv');
    const page = await openJobs();
    await openLine(page, 'haystack.csv').waitFor();
    await page.getByRole('searchbox', { name: 'File name or job number' }).fill('needle');
    await openLine(page, 'haystack.csv').waitFor({ state: 'hidden' });
    await openLine(page, 'needle.csv').click();
    await drawer(page).getByText('Portal down').first().waitFor();
    const temporal = drawer(page).getByRole('link', { name: 'Open in Temporal' });
    expect(await temporal.getAttribute('href')).toContain(encodeURIComponent(`/${jobId}`));

    await drawer(page).getByRole('button', { name: 'Return Credits' }).click();
    const refund = page.getByRole('dialog', { name: 'Return credits to the customer' });
    await refund.getByLabel('Credits to return').fill('0.50');
    await refund.getByLabel('Reason').fill('The result was not usable');
    await refund.getByRole('button', { name: 'Return Credits' }).click();
    await refund.waitFor({ state: 'hidden' });
    await drawer(page).getByText('0.50 credits returned by our team').waitFor();

    await drawer(page).getByRole('button', { name: 'Run Failed Rows Again' }).click();
    await confirmation(page).getByLabel('Reason').fill('The portal is up again');
    await confirmation(page).getByRole('button', { name: 'Run Again: 1 row · 1.00 credits' }).click();
    await page.getByText('The failed rows are running again.').waitFor();
    await until('the second run', async () => (await detail(jobId)).state === 'completed');
    expect(await detail(jobId)).toMatchObject({ attempt: 2, creditsRefunded: 0.5 });
    await page.reload();
    await drawer(page).getByText('0.50 credits returned by our team').waitFor();
    await page.context().close();
  });

  it(
    'the Jobs tab runs all matching jobs again, each once, even if the worker is killed in between',
    async () => {
      const jobs: string[] = [];
      for (let count = 0; count < BULK_JOBS; count += 1) jobs.push(await halfDone(`bulk-${count}.csv`));
      const page = await openJobs('&text=bulk-');
      await openLine(page, 'bulk-0.csv').waitFor();
      await page.getByRole('button', { name: 'Run All Again' }).click();
      const dialog = page.getByRole('dialog', { name: 'Run all matching jobs again?' });
      await dialog.getByText('3 jobs, 3 failed rows.').waitFor();
      await dialog.getByLabel('Reason').fill('The portal is up again');
      await dialog.getByRole('button', { name: 'Run 3 Jobs Again' }).click();
      await page.getByText('3 jobs again, by').waitFor();
      const bulk = async (): Promise<BulkRetryProgress | undefined> =>
        (await admin.read<{ bulkRetries: BulkRetryProgress[] }>('/api/admin/jobs/bulk-retry')).bulkRetries[0];
      await until('the first turn', async () => ((await bulk())?.retried ?? 0) > 0);
      await stack.kill('worker');
      await until('the end', async () => (await bulk())?.state === 'done', KILL_WAIT_MS);
      expect(await bulk()).toMatchObject({ total: BULK_JOBS, retried: BULK_JOBS, refused: 0 });
      for (const jobId of jobs) {
        await until('the job', async () => (await detail(jobId)).state === 'completed', KILL_WAIT_MS);
        expect(await detail(jobId)).toMatchObject({ attempt: 2, rowsFailed: 0 });
      }
      await page.getByText('3 run again, 0 refused, 0 left').waitFor();
      await page.context().close();
    },
    KILL_TEST_MS,
  );

  it.each(todaysLooks(3))(
    'the Jobs tab has no serious axe problem and no overflow on $name',
    async ({ viewport, colorScheme, language }) => {
      const fileName = `look-${colorScheme}-${language}.csv`;
      const jobId = await halfDone(fileName);
      const page = await openJobs('', viewport, colorScheme);
      await page.evaluate(`localStorage.setItem('chalan-language', '${language}')`);
      await page.goto('/admin?tab=jobs');
      const { look, problems } = reviewOf(page);
      await page.getByText(fileName).first().waitFor();
      await look('list');
      await page.goto(`/admin?tab=jobs&job=${jobId}`);
      await drawer(page).getByText(jobId).waitFor();
      await drawer(page).getByText('The portal did not answer.').first().waitFor();
      await look('drawer');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
