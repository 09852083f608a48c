/** A page that was loaded before a change elsewhere does not revert it: schedules and webhooks stay switched off. */
import { expect, it } from 'vitest';
import type { ScheduleView } from '#contracts/calls/integrations-answers.ts';
import { formOf, newCustomer } from '#tests/harness/job-calls.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ CPA_URL: sandbox.url('cpa'), WEBHOOKS_TO_PRIVATE: 'true' });
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();

it('an open dialog of a schedule does not resume it, and its list does not move it back', async () => {
  const ana = await newCustomer(app);
  const file = new File(['container_no\nMSKU0383250\n'], 'boxes.csv');
  const form = formOf({ serviceId: 'ctg-port-tracking', name: 'Boxes', time: '08:00', file });
  const made = await app.request('/api/schedules', { form, cookie: ana.cookie });
  const { id } = made.body['schedule'] as ScheduleView;
  const elsewhere = (json: object) =>
    app.request(`/api/schedules/${id}`, { method: 'PUT', json, cookie: ana.cookie });
  const now = () => db.jobSchedule.findUniqueOrThrow({ where: { id } });
  const page = await web.openAs(ana, site.address(), '/account/schedules');

  await page.getByRole('button', { name: 'Change: Boxes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change schedule' });
  await dialog.getByLabel('Name').fill('Containers');
  await elsewhere({ enabled: false, time: '14:00' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await now()).toMatchObject({ name: 'Containers', enabled: false, minuteOfDay: 14 * 60 });

  await page.getByRole('button', { name: 'Resume: Containers' }).waitFor();
  await elsewhere({ time: '16:00' });
  await page.getByRole('button', { name: 'Resume: Containers' }).click();
  await until('the schedule to be resumed', async () => (await now()).enabled);
  expect(await now()).toMatchObject({ name: 'Containers', minuteOfDay: 16 * 60 });
  await page.context().close();
});

it('an open dialog of a webhook that is saved for its events does not switch the webhook on', async () => {
  const ana = await newCustomer(app);
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['job.completed', 'job.failed'] };
  await app.post('/api/webhooks', { ...hook, currentPassword: ana.password }, ana.cookie);
  const now = () => db.webhook.findFirstOrThrow({ where: { userId: ana.id } });
  const page = await web.openAs(ana, site.address(), '/account/api');
  await page.getByRole('button', { name: `Change: ${hook.url}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Change webhook' });
  await dialog.getByText('job.failed').first().click();
  await db.webhook.updateMany({ where: { userId: ana.id }, data: { enabled: false } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await now()).toMatchObject({ events: ['job.completed'], enabled: false });
  await page.context().close();
});
