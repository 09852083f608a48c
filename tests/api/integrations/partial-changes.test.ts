/** A change of a schedule or a webhook changes what it names, and a repeated creation of a schedule makes none. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ScheduleView, WebhookView } from '#contracts/calls/integrations-answers.ts';
import type { Answer } from '#tests/harness/app.ts';
import { formOf, newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { jobScheduleId } from '#workflows/ids.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ CPA_URL: sandbox.url('cpa'), WEBHOOKS_TO_PRIVATE: 'true' });
const { db, files, temporal } = app.deps;

const sheet = (container: string): File =>
  new File([`container_no,direction\n${container},IMPORT\n`], `${container}.csv`);
const ask = (ana: Customer, key: string, container = 'MSKU0383250'): Promise<Answer> =>
  app.request('/api/schedules', {
    form: formOf({
      serviceId: 'ctg-port-tracking',
      name: 'Boxes',
      time: '09:30',
      file: sheet(container),
    }),
    cookie: ana.cookie,
    headers: { 'idempotency-key': key },
  });
const listed = async (ana: Customer): Promise<ScheduleView[]> =>
  (await ana.get('/api/schedules')).body['schedules'] as ScheduleView[];
const timersOf = async (schedules: ScheduleView[]): Promise<number> => {
  const wanted = new Set(schedules.map(({ id }) => id));
  const timed = await app.deps.workflows.timers.timed();
  return [...timed.keys()].filter((id) => wanted.has(id)).length;
};
const put = (ana: Customer, path: string, json: object): Promise<Answer> =>
  app.request(path, { method: 'PUT', json, cookie: ana.cookie });

test('a new name neither resumes a paused schedule nor moves it, and resuming it keeps its time', async () => {
  const ana = await newCustomer(app);
  const { schedule } = (await ask(ana, randomUUID())).body as { schedule: ScheduleView };
  const path = `/api/schedules/${schedule.id}`;
  for (const json of [{ enabled: false }, { time: '14:00' }, { name: 'Containers' }])
    expect(await put(ana, path, json)).toMatchObject({ status: 200 });
  expect(await listed(ana)).toMatchObject([{ name: 'Containers', time: '14:00', enabled: false }]);
  const timer = temporal.schedule.getHandle(jobScheduleId(schedule.id));
  expect((await timer.describe()).state.paused).toBe(true);
  expect(await put(ana, path, { enabled: true })).toMatchObject({ status: 200 });
  expect(await listed(ana)).toMatchObject([{ name: 'Containers', time: '14:00', enabled: true }]);
  expect(await put(ana, path, {})).toMatchObject({ status: 200 });
  expect(await put(ana, path, { name: '' })).toMatchObject({ status: 400 });
});

test('other events of a webhook do not switch it on again, and switching it on keeps its events', async () => {
  const ana = await newCustomer(app);
  const { currentPassword, url } = { currentPassword: ana.password, url: 'http://127.0.0.1:9/hook' };
  await app.post('/api/webhooks', { url, events: ['job.completed'], currentPassword }, ana.cookie);
  const now = async () =>
    ((await ana.get('/api/webhooks')).body['webhooks'] as WebhookView[])[0] as WebhookView;
  const path = `/api/webhooks/${(await now()).id}`;
  for (const json of [{ enabled: false }, { events: ['job.failed'] }])
    expect(await put(ana, path, json)).toMatchObject({ status: 200 });
  expect(await now()).toMatchObject({ url, events: ['job.failed'], enabled: false });
  expect(await put(ana, path, { enabled: true })).toMatchObject({ status: 200 });
  expect(await now()).toMatchObject({ url, events: ['job.failed'], enabled: true });
});

test('a schedule whose creation is repeated with its key exists once, also when both requests arrive at once', async () => {
  const ana = await newCustomer(app);
  const [first, second] = [randomUUID(), randomUUID()];
  const answers = [await ask(ana, first), await ask(ana, first)];
  answers.push(...(await Promise.all([ask(ana, second), ask(ana, second)])));
  for (const answer of answers)
    expect(answer, answer.text).toMatchObject({ status: 200, body: { rows: 1, credits: 1 } });
  const schedules = await listed(ana);
  expect(schedules).toHaveLength(2);
  expect(new Set(answers.map(({ body }) => (body['schedule'] as ScheduleView).id)).size).toBe(2);
  expect(await timersOf(schedules)).toBe(2);
});

test('the key of one schedule creates no other one, and its file stays', async () => {
  const ana = await newCustomer(app);
  const key = randomUUID();
  await ask(ana, key);
  expect(await ask(ana, key, 'TGHU7654320')).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  });
  const [schedule] = await listed(ana);
  const { fileKey } = await db.jobSchedule.findUniqueOrThrow({ where: { id: schedule?.id ?? '' } });
  expect(Buffer.from(await files.get(fileKey)).toString('utf8')).toContain('MSKU0383250');
  const other = await newCustomer(app);
  expect(await ask(other, key)).toMatchObject({ status: 200 });
  expect(await listed(other)).toHaveLength(1);
});
