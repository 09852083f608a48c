/** Schedules: one normal job a day at its time in Dhaka, from its own file; never two, and never a silent failure. */
import { describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { scheduleActivities } from '#activities/schedules.ts';
import { reconcileTimers } from '#api/domain/integrations/reconcile-timers.ts';
import { nextRunAfter, schedulesMax, timeOfDay } from '#contracts/integrations/schedules.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { ScheduleView } from '#contracts/calls/integrations-answers.ts';
import type { Answer } from '#tests/harness/app.ts';
import { createGate } from '#tests/harness/gate.ts';
import {
  formOf,
  newCustomer,
  pdf,
  PDF_SERVICE,
  setBalance,
  type Customer,
} from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { jobScheduleId } from '#workflows/ids.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ CPA_URL: sandbox.url('cpa') });
const { db, files, temporal } = app.deps;

const SERVICE = 'ctg-port-tracking';
const sheet = (name = 'boxes.csv'): File =>
  new File(['container_no,direction\nMSKU0383250,IMPORT\nMSKU0383251,IMPORT\n'], name);

const ask = (ana: Customer, fields: Record<string, string | File>): Promise<Answer> =>
  app.request('/api/schedules', {
    form: formOf({ name: 'Boxes', time: '09:30', ...fields }),
    cookie: ana.cookie,
  });

async function made(ana: Customer, fields: Record<string, string | File> = {}): Promise<ScheduleView> {
  const { status, body, text } = await ask(ana, { serviceId: SERVICE, file: sheet(), ...fields });
  expect(status, text).toBe(200);
  return body['schedule'] as ScheduleView;
}

const listed = async (ana: Customer): Promise<ScheduleView[]> =>
  (await ana.get('/api/schedules')).body['schedules'] as ScheduleView[];
const change = (
  ana: Customer,
  { id, ...now }: ScheduleView,
  request: Partial<ScheduleView>,
): Promise<Answer> => {
  const { name, time, enabled } = { ...now, ...request };
  return app.request(`/api/schedules/${id}`, {
    method: 'PUT',
    json: { name, time, enabled },
    cookie: ana.cookie,
  });
};
const remove = (ana: Customer, { id }: ScheduleView): Promise<Answer> =>
  app.request(`/api/schedules/${id}`, { method: 'DELETE', cookie: ana.cookie });
const timer = ({ id }: { id: string }) => temporal.schedule.getHandle(jobScheduleId(id));
const jobsOf = (ana: Customer) => db.job.findMany({ where: { userId: ana.id } });
const notesOf = (ana: Customer) =>
  db.notification.findMany({ where: { userId: ana.id, title: 'Scheduled run not started' } });

/** A run that was due at this time, as Temporal starts it. */
const run = ({ id: scheduleId }: { id: string }, dueAt = '2026-11-21T03:30:00Z') =>
  scheduleActivities(app.deps).runSchedule({ scheduleId, dueAt });

describe('a schedule', () => {
  test('a schedule keeps its own copy of the file, and shows the credits of a run and the time of the next run', async () => {
    const ana = await newCustomer(app);
    const { body } = await ask(ana, { serviceId: SERVICE, file: sheet() });
    expect(body).toMatchObject({ rows: 1, credits: 1 });
    const [schedule] = await listed(ana);
    expect(schedule).toMatchObject({
      name: 'Boxes',
      serviceName: 'Chattogram Port Tracking',
      fileName: 'boxes.csv',
      time: '09:30',
      enabled: true,
      lastJobId: null,
    });
    const next = new Date(schedule?.nextRunAt ?? 0);
    expect(next.toISOString()).toMatch(/T03:30:00.000Z$/);
    const described = schedule && (await timer(schedule).describe());
    expect(described?.info.nextActionTimes[0]).toEqual(next);
    expect(await db.upload.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('a schedule can be made from a past job whose upload is deleted, with the same rows', async () => {
    const ana = await newCustomer(app);
    const { jobId } = await ana.started({ serviceId: SERVICE, file: sheet(), totalCredits: 1 });
    await ana.ended(jobId);
    await db.upload.updateMany({ where: { userId: ana.id }, data: { deletedAt: new Date() } });
    const answer = await ask(ana, { jobId });
    expect(answer).toMatchObject({ status: 200, body: { rows: 1, credits: 1 } });
    const { id } = answer.body['schedule'] as ScheduleView;
    const { fileKey } = await db.jobSchedule.findUniqueOrThrow({ where: { id } });
    const text = Buffer.from(await files.get(fileKey)).toString('utf8');
    expect(text).toBe('\uFEFFcontainer_no,direction\r\nMSKU0383250,IMPORT\r\nMSKU0383251,IMPORT\r\n');
  });

  test.each([
    ['a service that tracks nothing', { serviceId: PDF_SERVICE, file: pdf() }, 'SERVICE_NOT_SCHEDULABLE'],
    [
      'a service that files on a portal',
      { serviceId: 'exp-issue', file: sheet() },
      'SERVICE_NOT_SCHEDULABLE',
    ],
    ['a service that does not exist', { serviceId: 'nothing', file: sheet() }, 'SERVICE_NOT_FOUND'],
    [
      'a file without a row that can run',
      { serviceId: SERVICE, file: new File(['container_no\nX\n'], 'x.csv') },
      'NO_BILLABLE_ROWS',
    ],
    ['a file of the wrong kind', { serviceId: SERVICE, file: pdf() }, 'INVALID_FILE_TYPE'],
    ['a request without a file', { serviceId: SERVICE }, 'INVALID_INPUT'],
    ['an invalid time', { serviceId: SERVICE, file: sheet(), time: '24:00' }, 'INVALID_INPUT'],
    ['a portal without a login', { serviceId: 'myshipment-tracking', file: sheet() }, 'CREDENTIALS_REQUIRED'],
  ] as const)(
    'a schedule is not created for %s, and a refusal leaves nothing behind',
    async (_, fields, code) => {
      const ana = await newCustomer(app);
      expect(await ask(ana, fields)).toMatchObject({ body: { success: false, code } });
      expect(await listed(ana)).toEqual([]);
    },
  );

  test('a customer can have at most ten schedules', async () => {
    const ana = await newCustomer(app);
    for (let count = 0; count < schedulesMax; count += 1) await made(ana);
    expect(await ask(ana, { serviceId: SERVICE, file: sheet() })).toMatchObject({
      status: 409,
      body: { code: 'LIMIT_REACHED' },
    });
  });

  test('pausing, resuming, moving and deleting a schedule changes its timer too', async () => {
    const ana = await newCustomer(app);
    const schedule = await made(ana);
    const paused = await change(ana, schedule, { enabled: false });
    expect(paused.body['schedule']).toMatchObject({ enabled: false, nextRunAt: null });
    expect((await timer(schedule).describe()).state.paused).toBe(true);
    await run(schedule);
    expect(await jobsOf(ana)).toEqual([]);

    await change(ana, schedule, { enabled: true, time: '18:05', name: 'Evening' });
    const described = await timer(schedule).describe();
    expect(described.state.paused).toBe(false);
    expect(described.info.nextActionTimes[0]?.toISOString()).toMatch(/T12:05:00.000Z$/);
    expect(await listed(ana)).toMatchObject([{ name: 'Evening', time: '18:05', enabled: true }]);

    const { fileKey } = await db.jobSchedule.findUniqueOrThrow({ where: { id: schedule.id } });
    expect((await remove(ana, schedule)).status).toBe(200);
    expect(await listed(ana)).toEqual([]);
    await expect(timer(schedule).describe()).rejects.toThrow(/not found/i);
    await expect(files.get(fileKey)).rejects.toThrow();
  });
});

describe('the price of a run', () => {
  const priceOf = (customer: Customer, fields: Record<string, string | File>): Promise<Answer> =>
    app.request('/api/schedules/price', { form: formOf(fields), cookie: customer.cookie });
  const priceNow = (customer: Customer, { id }: ScheduleView): Promise<Answer> =>
    customer.get(`/api/schedules/${id}/price`);

  test('the price of a run is known before its schedule is created, for a file and for a past job, and leaves nothing behind', async () => {
    const ana = await newCustomer(app);
    const price = { status: 200, body: { rows: 1, credits: 1 } };
    expect(await priceOf(ana, { serviceId: SERVICE, file: sheet() })).toMatchObject(price);
    const { jobId } = await ana.started({ serviceId: SERVICE, file: sheet(), totalCredits: 1 });
    await ana.ended(jobId);
    expect(await priceOf(ana, { jobId })).toMatchObject(price);
    expect(await listed(ana)).toEqual([]);
    expect(await db.upload.count({ where: { userId: ana.id } })).toBe(1);
  });

  test('the price of a run is known for a sheet that is larger than other requests may be', async () => {
    const line = `MSKU0383250,IMPORT,${'x'.repeat(limits.cellCharactersMax)}\n`;
    const lines = line.repeat(Math.ceil((2 * limits.jsonBytesMax) / line.length));
    const file = new File([`container_no,direction,note\n${lines}`], 'boxes.csv');
    const answer = await priceOf(await newCustomer(app), { serviceId: SERVICE, file });
    expect(answer.status, answer.text).toBe(200);
  });

  test.each([
    [
      'a file without a row that can run',
      { serviceId: SERVICE, file: new File(['container_no\nX\n'], 'x.csv') },
      'NO_BILLABLE_ROWS',
    ],
    ['a service that tracks nothing', { serviceId: PDF_SERVICE, file: pdf() }, 'SERVICE_NOT_SCHEDULABLE'],
    ['a portal without a login', { serviceId: 'myshipment-tracking', file: sheet() }, 'CREDENTIALS_REQUIRED'],
  ] as const)('no price is given for %s', async (_, fields, code) => {
    expect(await priceOf(await newCustomer(app), fields)).toMatchObject({ body: { success: false, code } });
  });

  test('the price of a schedule follows the price of its service, and only its owner sees it', async () => {
    const ana = await newCustomer(app);
    const schedule = await made(ana);
    expect((await priceNow(ana, schedule)).body).toMatchObject({ rows: 1, credits: 1 });
    await db.serviceSetting.create({ data: { serviceId: SERVICE, costHundredths: 250, enabled: false } });
    const dearer = await priceNow(ana, schedule);
    await db.serviceSetting.delete({ where: { serviceId: SERVICE } });
    expect(dearer.body).toMatchObject({ rows: 1, credits: 2.5 });
    expect(await priceNow(await newCustomer(app), schedule)).toMatchObject({ status: 404 });
  });
});

describe('a run of a schedule', () => {
  test('a run started by Temporal makes a normal job at the normal price, and the schedule links to it', async () => {
    const ana = await newCustomer(app);
    const schedule = await made(ana);
    await timer(schedule).trigger();
    await until('the job', async () => (await listed(ana))[0]?.lastJobId !== null);
    const [after] = await listed(ana);
    const job = await ana.ended(after?.lastJobId ?? '');
    expect(job).toMatchObject({ state: 'completed', rowsTotal: 2, rowsSucceeded: 1, creditsUsed: 1 });
    expect((await ana.credits()).available).toBe(99);
    expect(after).toMatchObject({ lastFailure: '', lastRunAt: expect.any(String) });
  });

  test('a schedule makes one job a day, however often the run of the day is repeated, and another one the next day', async () => {
    const ana = await newCustomer(app);
    const schedule = await made(ana);
    await Promise.all([run(schedule), run(schedule)].map((one) => one.catch(() => undefined)));
    await run(schedule);
    // Late in the evening of the same day in Dhaka, from a timer that was moved.
    await run(schedule, '2026-11-21T17:30:00Z');
    expect(await jobsOf(ana)).toHaveLength(1);
    await run(schedule, '2026-11-21T18:30:00Z');
    expect(await jobsOf(ana)).toHaveLength(2);
  });

  test('a run with too few credits makes no job, notifies the customer once, and keeps the schedule', async () => {
    const ana = await newCustomer(app);
    const schedule = await made(ana);
    await setBalance(app, ana, 0);
    await run(schedule);
    await run(schedule);
    expect(await jobsOf(ana)).toEqual([]);
    const notes = await notesOf(ana);
    expect(notes.map(({ message }) => message)).toEqual([
      'Boxes (Chattogram Port Tracking): Insufficient credits. Please purchase more credits. The schedule stays; it runs again tomorrow.',
    ]);
    expect(await listed(ana)).toMatchObject([
      { enabled: true, lastFailure: 'Insufficient credits. Please purchase more credits.' },
    ]);
  });

  test('a run makes no job for a suspended customer or for a service that is switched off [schedule-of-a-suspended-owner]', async () => {
    const ana = await newCustomer(app);
    const schedule = await made(ana);
    await db.user.update({ where: { id: ana.id }, data: { status: 'suspended' } });
    await run(schedule);
    await db.user.update({ where: { id: ana.id }, data: { status: 'active' } });
    await db.serviceSetting.create({ data: { serviceId: SERVICE, enabled: false } });
    await run(schedule, '2026-11-22T03:30:00Z');
    await db.serviceSetting.delete({ where: { serviceId: SERVICE } });
    expect(await jobsOf(ana)).toEqual([]);
    expect(await notesOf(ana)).toHaveLength(2);
  });

  test('a run whose portal does not respond is tried again until it works, and is missed with that reason', async () => {
    const ana = await newCustomer(app);
    const schedule = await made(ana);
    const probed = (probeOutcome: string) =>
      db.portalState.update({
        where: { portal: 'cpa' },
        data: { probeOutcome, probeOutcomeSince: new Date() },
      });
    await probed('PORTAL_DOWN');
    await expect(run(schedule)).rejects.toThrow(/does not respond/);
    await scheduleActivities(app.deps).noteMissedRun({
      scheduleId: schedule.id,
      dueAt: '2026-11-20T03:30:00Z',
    });
    expect(await listed(ana)).toMatchObject([{ lastFailure: errorCatalogue.SERVICE_PORTAL_DOWN.message }]);
    expect(await jobsOf(ana)).toEqual([]);
    await probed('ok');
    await run(schedule);
    expect(await jobsOf(ana)).toHaveLength(1);
  });

  test('a run of a schedule that was deleted with its account removes the timer', async () => {
    const ana = await newCustomer(app);
    const schedule = await made(ana);
    await db.jobSchedule.delete({ where: { id: schedule.id } });
    await run(schedule);
    await expect(timer(schedule).describe()).rejects.toThrow(/not found/i);
  });
});

test('timers that Temporal has lost are created again, and timers without a schedule are removed', async () => {
  const [ana, eve] = [await newCustomer(app), await newCustomer(app)];
  const [kept, orphan] = [await made(ana), await made(eve)];
  await timer(kept).delete();
  await db.jobSchedule.delete({ where: { id: orphan.id } });
  const clock = () => new Date(Date.now() + HOUR_MS);
  const exists = (one: ScheduleView) =>
    timer(one)
      .describe()
      .then(
        () => true,
        () => false,
      );
  await until('the timers to be right', async () => {
    await reconcileTimers({ ...app.deps, clock });
    return (await exists(kept)) && !(await exists(orphan));
  });
});

test('a timer that does not match its schedule in pause or time is set again', async () => {
  const ana = await newCustomer(app);
  const [paused, moved] = [await made(ana), await made(ana)];
  // As if a process had died between the timer and the schedule.
  await timer(paused).pause();
  await db.jobSchedule.update({ where: { id: moved.id }, data: { minuteOfDay: 18 * 60 } });
  await until('the timers to be right', async () => {
    await reconcileTimers(app.deps);
    const [first, second] = [await timer(paused).describe(), await timer(moved).describe()];
    const next = second.info.nextActionTimes[0]?.toISOString();
    return !first.state.paused && next?.endsWith('T12:00:00.000Z') === true;
  });
});

test('of two changes of a schedule at the same time, its timer follows the one that is stored last', async () => {
  const ana = await newCustomer(app);
  const schedule = await made(ana);
  const { timers } = app.deps.workflows;
  const { set } = timers;
  const gate = createGate();
  const held = vi.spyOn(timers, 'set').mockImplementationOnce(async (asked) => {
    await set(asked);
    await gate.pass();
  });
  const first = change(ana, schedule, { time: '18:00' });
  await gate.reached;
  let isAnswered = false;
  const second = change(ana, schedule, { enabled: false }).finally(() => (isAnswered = true));
  await until('the second change to end or wait', async () => isAnswered || (await waitingForLock()) > 0);
  gate.open();
  for (const answer of await Promise.all([first, second])) expect(answer.status).toBe(200);
  held.mockRestore();
  const [stored] = await listed(ana);
  expect((await timer(schedule).describe()).state.paused).toBe(!stored?.enabled);
});

/** Number of statements on this database that wait for a row. */
async function waitingForLock(): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`;
  return found?.count ?? 0;
}

test.each([
  ['2026-11-21T03:29:59Z', 570, '2026-11-21T03:30:00.000Z'],
  ['2026-11-21T03:30:00Z', 570, '2026-11-22T03:30:00.000Z'],
  ['2026-11-21T17:59:00Z', 0, '2026-11-21T18:00:00.000Z'],
  ['2026-12-31T18:00:00Z', 1439, '2027-01-01T17:59:00.000Z'],
])('after %s, minute %i of a day in Dhaka is next reached at %s', (now, minute, next) => {
  expect(nextRunAfter(minute, new Date(now)).toISOString()).toBe(next);
  expect(timeOfDay(minute)).toMatch(/^\d\d:\d\d$/);
});
