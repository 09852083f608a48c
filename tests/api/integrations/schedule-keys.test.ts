/** Timers of schedules outlive the keys of the vault: they run, and can be changed, when an older key is gone. */
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Activities } from '#activities/index.ts';
import { readMasterKeys } from '#api/adapters/master-keys.ts';
import { encryptedPayloads } from '#api/adapters/temporal-payloads.ts';
import { scheduleTimers } from '#api/adapters/workflows/schedule-timers.ts';
import { reconcileTimers } from '#api/domain/integrations/reconcile-timers.ts';
import type { ScheduleTimers } from '#api/domain/workflows-port.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { openNamespace } from '#tests/harness/namespace.ts';
import { until } from '#tests/harness/until.ts';
import { jobScheduleId, taskQueues } from '#workflows/ids.ts';

const one = `one:${Buffer.alloc(32, 1).toString('base64')}`;
const two = `two:${Buffer.alloc(32, 2).toString('base64')}`;

const namespace = `test-${randomUUID()}`;
const { deps, signUpAndVerify } = await startTestApp({ env: { TEMPORAL_NAMESPACE: namespace } });
const { db, env } = deps;
const { connection } = deps.temporal;
const clientOf = (keys: string): Client =>
  new Client({ connection, namespace, dataConverter: encryptedPayloads(readMasterKeys(keys)) });
const timersOf = (keys: string): ScheduleTimers => scheduleTimers(clientOf(keys));
const reconcile = (timers: ScheduleTimers): Promise<void> =>
  reconcileTimers({ ...deps, workflows: { ...deps.workflows, timers } });

let native: NativeConnection;
let worker: Worker;
let working: Promise<void>;
/** The schedules whose jobs were started. */
let ran: string[] = [];

beforeAll(async () => {
  await openNamespace(deps.temporal, namespace);
  native = await NativeConnection.connect({ address: env.TEMPORAL_ADDRESS });
  const runSchedule: Activities['runSchedule'] = async ({ scheduleId }) => void ran.push(scheduleId);
  worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue: taskQueues.main,
    dataConverter: encryptedPayloads(readMasterKeys(two)),
    workflowBundle: { codePath: await workflowBundle('.cache') },
    activities: { runSchedule },
  });
  working = worker.run();
});
afterAll(async () => {
  worker?.shutdown();
  await working;
  await native?.close();
});
beforeEach(() => {
  ran = [];
});

async function stored() {
  const { id: userId } = await signUpAndVerify();
  const fields = { serviceId: 'ctg-port-tracking', name: 'Boxes', fileName: 'boxes.csv', fileKey: 'boxes' };
  return db.jobSchedule.create({ data: { userId, ...fields, minuteOfDay: 480 } });
}

/** Creates a timer as the version did that gave the workflow arguments. */
const setFormerly = ({ id, name }: { id: string; name: string }, keys: string): Promise<unknown> =>
  clientOf(keys).schedule.create({
    scheduleId: jobScheduleId(id),
    spec: { calendars: [{ hour: 8, minute: 0 }], timezone: 'Asia/Dhaka' },
    state: { note: name },
    action: {
      type: 'startWorkflow',
      workflowType: 'scheduledJob',
      taskQueue: taskQueues.main,
      workflowId: `${jobScheduleId(id)}/run`,
      args: [{ scheduleId: id }],
    },
  });

/** Changes the timer and runs it, where only the newer key is left. */
async function changeAndRun(schedule: Awaited<ReturnType<typeof stored>>): Promise<void> {
  await timersOf(two).set({ ...schedule, minuteOfDay: 600 });
  const timer = clientOf(two).schedule.getHandle(jobScheduleId(schedule.id));
  await timer.trigger();
  await until('the schedule to run', () => ran.includes(schedule.id));
}

describe('a timer that was set under an earlier key', () => {
  test('a timer can be changed and runs after the key under which it was set is gone', async () => {
    const schedule = await stored();
    await timersOf(one).set(schedule);
    await changeAndRun(schedule);
  });

  test('a timer of the version with arguments is set again while its key is there', async () => {
    const schedule = await stored();
    await setFormerly(schedule, one);
    await until('the timer to be listed', async () => (await timersOf(two).timed()).has(schedule.id));
    await reconcile(timersOf(`${two},${one}`));
    await changeAndRun(schedule);
  });
});

test('a timer that cannot be set does not keep others from being set and orphans from being removed', async () => {
  const [broken, missing] = [await stored(), await stored()];
  const longAgo = new Date(Date.now() - HOUR_MS);
  await db.jobSchedule.updateMany({ data: { createdAt: longAgo } });
  await db.jobSchedule.update({ where: { id: broken.id }, data: { createdAt: new Date(0) } });
  const orphan = randomUUID();
  const [set, removed]: string[][] = [[], []];
  const timers: ScheduleTimers = {
    set: async ({ id }) => {
      if (id === broken.id) throw new Error('The vault has no key "one".');
      set?.push(id);
    },
    remove: async (id) => void removed?.push(id),
    timed: async () => new Map([[orphan, { minuteOfDay: 480, enabled: true }]]),
  };
  await expect(reconcile(timers)).rejects.toThrow('no key "one"');
  expect(set).toContain(missing.id);
  expect(removed).toEqual([orphan]);
});
