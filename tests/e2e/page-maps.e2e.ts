/**
 * A portal renames a button and moves a column while a job runs. The job waits, an administrator mends the page map in
 * the browser, and the job goes on: nothing is deployed, nothing is filed twice, and no row is lost.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { demoAdministrator } from '#tests/harness/demo-logins.ts';
import { previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';
import { services } from '#services/catalogue.ts';

const JOB_MS = 180_000;
const PORTAL = 'bank-ci';

let stack: TestStack;
let demo: Customer;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  demo = await stack.demo();
  await demo.saveLogin('bank_cash_incentive', 'padma', 'padma1234');
});

const progress = async (jobId: string): Promise<JobProgress> =>
  (await demo.read<{ job: JobProgress }>(`/api/jobs/${jobId}/status`)).job;

async function startClaims(): Promise<string> {
  const service = services.find(({ id }) => id === 'cash-incentive-application');
  if (!service) throw new Error('There is no service that claims cash incentives.');
  const checked = await previewSheet(demo, service, await template(demo, service, 'csv'));
  return (await demo.start(checked)).jobId;
}

function openAsAdmin(place: string, viewport = laptop): Promise<Page> {
  return web.openSignedIn(stack.app, { as: demoAdministrator, at: place, viewport });
}

it('a renamed button and a moved column are mended in the browser while the job waits, and each row is filed once', async () => {
  const jobId = await startClaims();
  await until('the first claim', async () => (await progress(jobId)).rowsDone > 0, JOB_MS);
  await stack.control('POST', '/faults', {
    portal: PORTAL,
    kind: 'renamed',
    from: 'Submit',
    to: 'File claim',
    times: -1,
  });
  await stack.control('POST', '/faults', { portal: PORTAL, kind: 'column-moved', times: -1 });
  await until(
    'the job to wait',
    async () => (await progress(jobId)).waiting?.kind === 'portal_paused',
    JOB_MS,
  );
  const filedBefore = (await stack.journal(PORTAL)).filter(({ kind }) => kind === 'commit').length;

  const page = await openAsAdmin('/admin?tab=system&section=portals');
  await page.getByRole('link', { name: 'Page map: Lien bank' }).click();
  await page
    .getByAltText(/A job found the portal changed at .* as it was found changed/)
    .first()
    .waitFor();
  const row = page.getByRole('listitem').filter({ has: page.getByLabel('form.submit', { exact: true }) });
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await row.getByText('not on that page').waitFor();
  await row.getByRole('textbox').fill('File claim');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await row.getByText('found 1×').waitFor();
  await page.getByText('The entrance of the portal is found with these texts.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByLabel('Reason').fill('The bank calls the button "File claim" since this morning.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1 is in force.').waitFor();
  await page.context().close();

  const job = await demo.follow(jobId, JOB_MS);
  expect(job).toMatchObject({ state: 'completed' });
  expect(job.rowsDone).toBe(job.rowsTotal);
  const filed = (await stack.journal(PORTAL)).filter(({ kind }) => kind === 'commit');
  expect(filed.length).toBeGreaterThan(filedBefore);
  expect(new Set(filed.map(({ key }) => key)).size).toBe(filed.length);
  const rows = await demo.rows(jobId);
  expect(rows.filter(({ outcome }) => outcome === 'SUCCESS').length).toBe(filed.length);

  await stack.control('DELETE', '/faults');
  const again = await openAsAdmin('/admin?tab=system&section=portals&map=bank-ci', phone);
  await again.getByRole('button', { name: 'Take over the map itself' }).click();
  expect(await again.getByLabel('form.submit', { exact: true }).inputValue()).toBe('Submit');
  expect(await overflowPx(again)).toBe(0);
  await again.getByLabel('Reason').fill('The bank has taken the new name back.');
  await again.getByRole('button', { name: 'Publish' }).click();
  await again.getByText('Version 2 is in force.').waitFor();
  await again.context().close();
});
