/** The administrators' dialog about a job that waits for a decision: it decides about the stop that they saw. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { demoAdministrator } from '#tests/harness/demo-logins.ts';
import { halfDoneJob } from '#tests/harness/half-done-job.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, useWebPages } from '#tests/harness/web-pages.ts';

const FIRST_STOP = { kind: 'person', since: '2026-11-03T04:00:00.000Z', message: 'Row 7 has stopped.' };
const SECOND_STOP = { kind: 'person', since: '2026-11-03T05:00:00.000Z', message: 'Row 9 has stopped.' };

let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack();
});

/** Shows the job as one that waits at a stop, which the returned function changes. */
async function showStop(page: Page, jobId: string, stop: object): Promise<(next: object) => void> {
  let waiting = stop;
  await page.route(`**/api/admin/jobs/${jobId}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { job: object };
    const job = { ...answer.job, state: 'parked', finishedAt: null, waiting };
    await route.fulfill({ response, json: { ...answer, job } });
  });
  return (next) => {
    waiting = next;
  };
}

it('a decision is about the stop that the administrator saw, even if the job stops again while the dialog is open', async () => {
  const jobId = await halfDoneJob(stack.db, await stack.demo(), 'stuck.csv');
  const page = await web.openSignedIn(stack.app, {
    as: demoAdministrator,
    at: '/admin?tab=jobs',
    viewport: laptop,
  });
  const stopAt = await showStop(page, jobId, FIRST_STOP);
  await page.goto(`${stack.app}/admin?tab=jobs&job=${jobId}`);
  await page.getByText(FIRST_STOP.message).waitFor();
  await page.getByRole('button', { name: 'Try Again' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill('The portal does not have it');
  stopAt(SECOND_STOP);
  await page.getByText(SECOND_STOP.message).waitFor();
  const sent = page.waitForRequest((request) => request.url().endsWith(`/api/admin/jobs/${jobId}/decide`));
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ decision: 'retry', since: FIRST_STOP.since });
  // The job has in fact ended, so that the server refuses the decision.
  await dialog.getByText('This job does not wait for a decision any more.').waitFor();
  await page.context().close();
});
