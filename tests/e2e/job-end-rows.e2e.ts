/** The rows of a job in a real browser when the job ends: the page that saw the end shows the outcome of the last row. */
import type { Page } from 'playwright';
import { beforeAll, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;

beforeAll(async () => {
  [customer, admin] = [await app.signUpAndVerify(), await app.signUpAndVerify({ isAdmin: true })];
});

const running = { state: 'running', finishedAt: null, errorCode: null, outcomes: ['SUCCESS', null] };

async function end(jobId: string): Promise<void> {
  await db.jobRow.updateMany({
    where: { jobId, rowNumber: 2 },
    data: { outcome: 'SUCCESS', portalReference: 'LAST-ROW-77' },
  });
  await db.job.update({
    where: { id: jobId },
    data: { state: 'completed', finishedAt: new Date(), rowsDone: 2, rowsSucceeded: 2, rowsFailed: 0 },
  });
}

/**
 * Ends the job between a look at its rows and a look at the job itself: the answer to the last look at the rows is older
 * than the end.
 */
async function endBetweenPolls(page: Page, jobId: string, api: string, open: () => Promise<unknown>) {
  await page.route('**/api/job-events', (route) => route.fulfill({ status: 429 }));
  let isEnding = false;
  let isSeen = false;
  let before: { status: number; body: Buffer } | undefined;
  await page.route(`**${api}/${jobId}/rows*`, async (route) => {
    if (isEnding && !isSeen && before) return route.fulfill({ ...before, contentType: 'application/json' });
    const answer = await route.fetch();
    before = { status: answer.status(), body: await answer.body() };
    return route.fulfill({ response: answer });
  });
  await page.route(`**${api}/${jobId}`, async (route) => {
    const answer = await route.fetch();
    isSeen ||= (await answer.text()).includes('"state":"completed"');
    await route.fulfill({ response: answer });
  });
  await open();
  await until('the rows', () => before !== undefined);
  isEnding = true;
  await end(jobId);
  await until('the end', () => isSeen);
  await page.getByText('LAST-ROW-77').first().waitFor();
}

it('the page of a job shows the outcome of its last row when the job has ended', async () => {
  const jobId = await keptJob(db, customer, running);
  const page = await web.openAs(customer, site.address(), '/dashboard/jobs');
  await endBetweenPolls(page, jobId, '/api/jobs', () =>
    page.goto(`${site.address()}/dashboard/jobs/${jobId}`),
  );
  await page.context().close();
});

it("the administrators' drawer shows the outcome of a job's last row when the job has ended", async () => {
  const jobId = await keptJob(db, customer, { ...running, fileName: 'drawer.csv' });
  const page = await web.openAs(admin, site.address(), '/admin?tab=jobs');
  await endBetweenPolls(page, jobId, '/api/admin/jobs', () =>
    page.getByRole('button', { name: /^Open .*, drawer\.csv$/ }).click(),
  );
  await page.context().close();
});
