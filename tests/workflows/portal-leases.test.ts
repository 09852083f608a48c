/**
 * Portal leases as workflows take them, on a test server with time skipping: real leases, and holders that work no rows.
 */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorkflows } from '#api/adapters/workflows/create-workflows.ts';
import { leaseActivities } from '#activities/portal-leases.ts';
import { portalOf } from '#activities/portals/portals.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { until } from '#tests/harness/until.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import { taskQueues } from '#workflows/ids.ts';
import type { leaseHolder } from './lease-holder.ts';

const PORTAL = 'bb-exp';
const { sessionsMax } = portalOf(PORTAL);

const { deps: built } = await startTestApp();
const { db } = built;
let environment: TestWorkflowEnvironment;
let worker: Worker;
let running: Promise<void>;
let holders: Holder[] = [];
type Holder = { userId: string; handle: WorkflowHandle<typeof leaseHolder> };

beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
  worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: taskQueues.main,
    workflowsPath: fileURLToPath(new URL('lease-holder.ts', import.meta.url)),
    activities: leaseActivities(deps()),
  });
  running = worker.run();
});
afterAll(async () => {
  worker?.shutdown();
  await running;
  await environment?.teardown();
});
beforeEach(async () => {
  holders = [];
  await db.portalLease.deleteMany();
  await db.portalTurn.deleteMany();
  await db.portalState.deleteMany();
});
afterEach(() => Promise.all(holders.map(({ handle }) => handle.terminate().catch(() => undefined))));

const deps = () => ({ ...built, workflows: createWorkflows(environment.client) });

async function arrive(userId: string, username = userId): Promise<Holder> {
  const handle = await environment.client.workflow.start<typeof leaseHolder>('leaseHolder', {
    workflowId: `job/test/${randomUUID()}`,
    taskQueue: taskQueues.main,
    args: [{ portal: PORTAL, userId, username }],
  });
  await until(`${userId} to stand in line`, async () => (await leaseOf(handle.workflowId)) !== null);
  const arrived = { userId, handle };
  holders.push(arrived);
  return arrived;
}
const leaseOf = (holder: string) =>
  db.portalLease.findUnique({ where: { portal_holder: { portal: PORTAL, holder } } });
const isInside = ({ handle }: Holder): Promise<boolean> => handle.query<boolean>('isInside');
const untilInside = (who: Holder): Promise<void> => until(`${who.userId} to be inside`, () => isInside(who));

async function fill(): Promise<Holder[]> {
  const inside: Holder[] = [];
  for (let n = 0; n < sessionsMax; n += 1) inside.push(await arrive(`full-${n}`));
  for (const who of inside) await untilInside(who);
  return inside;
}

test('a holder who leaves lets the next one in immediately', async () => {
  const [first] = await fill();
  const next = await arrive('ann');
  expect(await isInside(next)).toBe(false);
  await first?.handle.signal('leave');
  await untilInside(next);
});

test('a holder whose granted lease is never signalled discovers it by itself', async () => {
  const [first] = await fill();
  const next = await arrive('ann');
  // A lease that becomes free without a signal, as when the process that freed it dies.
  await db.portalLease.deleteMany({ where: { holder: first?.handle.workflowId ?? '' } });
  const beforeMs = await environment.currentTimeMs();
  await environment.sleep('30 seconds');
  await untilInside(next);
  expect((await environment.currentTimeMs()) - beforeMs).toBeLessThanOrEqual(60_000);
});

test('a lease is not kept for a holder whose workflow is gone', async () => {
  const [first] = await fill();
  const gone = await arrive('ann');
  const next = await arrive('bob');
  await gone.handle.terminate();
  await first?.handle.signal('leave');
  await untilInside(next);
  expect(await leaseOf(gone.handle.workflowId)).toBeNull();
});

test('two customers who share a login use it one after the other', async () => {
  const ann = await arrive('ann', 'padma');
  const bob = await arrive('bob', 'Padma ');
  await untilInside(ann);
  expect(await isInside(bob)).toBe(false);
  await ann.handle.signal('leave');
  await untilInside(bob);
});

test('a paused portal admits nobody, and its queue continues when it is resumed', async () => {
  await db.portalState.create({ data: { portal: PORTAL, pausedAt: new Date(), pauseReason: 'Rebuilt.' } });
  const ann = await arrive('ann');
  expect(await isInside(ann)).toBe(false);
  await db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: null } });
  await grantFreeLeases(deps(), [PORTAL]);
  await untilInside(ann);
});
