/**
 * Records the histories of webhooks, notifications, schedules, probes, the vault's maintenance and table look-ups for the replay test; run by
 * hand: `npx tsx tests/replay/record-systems.ts`.
 */
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { Activities } from '#activities/index.ts';
import type { DueWalk } from '#api/domain/portals/probe-logins.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startDevServer } from '#temporal/start.ts';
import {
  askedProbeWorkflowId,
  jobScheduleId,
  noticeDeliveryWorkflowId,
  probeWalkWorkflowId,
  tableLookWorkflowId,
  taskQueues,
  webhookDeliveryWorkflowId,
} from '#workflows/ids.ts';
import { writeHistory } from './histories.ts';

const WAIT_MS = 30_000;
const POLL_MS = 100;

Runtime.install({ logger: new DefaultLogger('ERROR') });
const server = await startDevServer({ port: await freePort() });
const connection = await Connection.connect({ address: server.address });
const native = await NativeConnection.connect({ address: server.address });
const client = new Client({ connection });
const codePath = await workflowBundle('.cache');

type Scenario = {
  workflow: string;
  outcome: string;
  activities: Partial<Activities>;
  start: () => Promise<WorkflowHandle>;
};

const done = async (): Promise<void> => undefined;
let tries = 0;
const takenAtTheSecondTry = async () => {
  tries += 1;
  return tries === 1 ? ('again' as const) : ('done' as const);
};

let pushes = 0;
const sentAtTheSecondTry = async () => {
  pushes += 1;
  return pushes === 1 ? { end: 'again' as const, afterMs: 0 } : { end: 'done' as const };
};

const scenarios: Scenario[] = [
  {
    workflow: 'webhookDelivery',
    outcome: 'delivered',
    activities: { sendWebhook: async () => 'done' },
    start: () => startDelivery('1'),
  },
  {
    workflow: 'webhookDelivery',
    outcome: 'taken-at-the-second-try',
    activities: { sendWebhook: takenAtTheSecondTry },
    start: () => startDelivery('2'),
  },
  {
    workflow: 'webhookPickup',
    outcome: 'completed',
    activities: { startMissedWebhooks: done },
    start: () => startPlain('webhookPickup'),
  },
  {
    workflow: 'noticeDelivery',
    outcome: 'sent',
    activities: { sendNotice: async () => ({ end: 'done' }) },
    start: () => startNotice('1'),
  },
  {
    workflow: 'noticeDelivery',
    outcome: 'sent-at-the-second-try',
    activities: { sendNotice: sentAtTheSecondTry },
    start: () => startNotice('2'),
  },
  {
    workflow: 'noticePickup',
    outcome: 'completed',
    activities: { startMissedNotices: done },
    start: () => startPlain('noticePickup'),
  },
  {
    workflow: 'scheduleUpkeep',
    outcome: 'completed',
    activities: { reconcileSchedules: done },
    start: () => startPlain('scheduleUpkeep'),
  },
  {
    workflow: 'vaultUpkeep',
    outcome: 'completed',
    activities: { keepVault: done },
    start: () => startPlain('vaultUpkeep'),
  },
  {
    workflow: 'pageTrial',
    outcome: 'tried',
    activities: {
      tryPageMap: async () => ({ entrance: { outcome: 'ok', message: emptyMessage }, found: null }),
    },
    start: () =>
      client.workflow.start('pageTrial', {
        workflowId: 'page-trial/cpa/1',
        taskQueue: taskQueues.main,
        args: [{ portal: 'cpa', changes: { 'form.search': 'Find' }, pageKey: null }],
      }),
  },
  {
    workflow: 'portalProbes',
    outcome: 'one-failed',
    activities: {
      portalsToProbe: async () => ['cpa', 'customs'],
      probePortal: async ({ portal }) => {
        if (portal === 'cpa') throw ApplicationFailure.nonRetryable('There is no browser.');
      },
    },
    start: () => startPlain('portalProbes'),
  },
  {
    workflow: 'askedProbe',
    outcome: 'walked',
    activities: {
      probePortal: done,
      askedWalk: async ({ portal }) => ({ portal, username: 'probe', isAsked: true }),
      requestSlot: async () => ({ granted: true, position: null, askAgainMs: 0 }),
      walkPortal: done,
      releaseSlot: done,
      endAskedProbe: done,
    },
    start: () => startAskedProbe('bank-ci'),
  },
  {
    workflow: 'askedProbe',
    outcome: 'without-a-browser',
    activities: {
      probePortal: () => Promise.reject(ApplicationFailure.nonRetryable('There is no browser.')),
      askedWalk: async () => null,
      endAskedProbe: done,
    },
    start: () => startAskedProbe('cpa'),
  },
  {
    workflow: 'probeWalks',
    outcome: 'one-failed',
    activities: {
      walksToMake: async () => ['bank-ci', 'hm'].map((portal) => ({ portal, username: 'probe' }) as DueWalk),
      requestSlot: async () => ({ granted: true, position: null, askAgainMs: 0 }),
      walkPortal: async ({ portal }) => {
        if (portal === 'hm') throw ApplicationFailure.nonRetryable('There is no browser.');
      },
      releaseSlot: done,
    },
    start: () => startPlain('probeWalks'),
  },
  {
    workflow: 'probeWalk',
    outcome: 'walked',
    activities: {
      requestSlot: async () => ({ granted: true, position: null, askAgainMs: 0 }),
      walkPortal: done,
      releaseSlot: done,
    },
    start: () => startWalk('bank-ci'),
  },
  {
    workflow: 'probeWalk',
    outcome: 'without-a-place',
    activities: {
      requestSlot: async () => ({ granted: false, position: 1, askAgainMs: 25_000 }),
      releaseSlot: done,
    },
    start: () => startWalk('bepza'),
  },
  {
    workflow: 'scheduledRun',
    outcome: 'by-its-schedule',
    activities: { runSchedule: done },
    start: () => startBySchedule('1'),
  },
  {
    workflow: 'scheduledRun',
    outcome: 'missed',
    activities: {
      runSchedule: () => Promise.reject(ApplicationFailure.nonRetryable('The platform is in trouble.')),
      noteMissedRun: done,
    },
    start: () => startBySchedule('2'),
  },
  {
    workflow: 'pdfTables',
    outcome: 'looked',
    activities: { workPdfTables: async () => ({ end: 'done' }) },
    start: () => startLook(1),
  },
  {
    workflow: 'pdfTables',
    outcome: 'refused',
    activities: { workPdfTables: async () => ({ end: 'refused', code: 'UPLOAD_EXPIRED' }) },
    start: () => startLook(2),
  },
];

const startLook = (rowNumber: number): Promise<WorkflowHandle> =>
  client.workflow.start('pdfTables', {
    workflowId: tableLookWorkflowId('job-1', rowNumber, 'pages'),
    taskQueue: taskQueues.main,
    args: [{ userId: 'user-1', jobId: 'job-1', rowNumber, task: { kind: 'pages' } }],
  });

const startWalk = (portal: string): Promise<WorkflowHandle> =>
  client.workflow.start('probeWalk', {
    workflowId: probeWalkWorkflowId(portal),
    taskQueue: taskQueues.main,
    args: [{ portal, username: 'probe' }],
  });

const startAskedProbe = (portal: string): Promise<WorkflowHandle> =>
  client.workflow.start('askedProbe', {
    workflowId: askedProbeWorkflowId(portal),
    taskQueue: taskQueues.main,
    args: [{ portal }],
  });

const startPlain = (type: string): Promise<WorkflowHandle> =>
  client.workflow.start(type, { workflowId: type, taskQueue: taskQueues.main });

function startDelivery(deliveryId: string): Promise<WorkflowHandle> {
  return client.workflow.start('webhookDelivery', {
    workflowId: webhookDeliveryWorkflowId(deliveryId),
    taskQueue: taskQueues.main,
    args: [{ deliveryId, userId: 'user-1' }],
  });
}

const startNotice = (deliveryId: string): Promise<WorkflowHandle> =>
  client.workflow.start('noticeDelivery', {
    workflowId: noticeDeliveryWorkflowId(deliveryId),
    taskQueue: taskQueues.main,
    args: [{ deliveryId, userId: 'user-1' }],
  });

async function startBySchedule(scheduleId: string): Promise<WorkflowHandle> {
  const schedule = await client.schedule.create({
    scheduleId: jobScheduleId(scheduleId),
    spec: {},
    state: { triggerImmediately: true },
    action: {
      type: 'startWorkflow',
      workflowType: 'scheduledRun',
      taskQueue: taskQueues.main,
      workflowId: `${jobScheduleId(scheduleId)}/run`,
    },
  });
  for (const deadlineMs = Date.now() + WAIT_MS; Date.now() < deadlineMs;) {
    const [action] = (await schedule.describe()).info.recentActions;
    if (action) return client.workflow.getHandle(action.action.workflow.workflowId);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('The schedule has started nothing.');
}

async function record({ workflow, outcome, activities, start }: Scenario): Promise<void> {
  const shared = { connection: native, activities };
  const workers = await Promise.all([
    Worker.create({ ...shared, taskQueue: taskQueues.main, workflowBundle: { codePath } }),
    Worker.create({ ...shared, taskQueue: taskQueues.outbound }),
    Worker.create({ ...shared, taskQueue: taskQueues.portals }),
  ]);
  const running = workers.map((worker) => worker.run());
  try {
    const handle = await start();
    await handle.result();
    writeHistory({ workflow, outcome, history: (await handle.fetchHistory()) as never });
    process.stdout.write(`${workflow}/${outcome}\n`);
  } finally {
    for (const worker of workers) worker.shutdown();
    await Promise.all(running);
  }
}

try {
  for (const scenario of scenarios) await record(scenario);
} finally {
  await Promise.all([native.close(), connection.close()]);
  await server.stop();
}
process.exit();
