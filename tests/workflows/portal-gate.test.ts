/** A portal's gate on a Temporal test server with time skipping: the real gate, the real slots, visitors in place of jobs. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gateActivities } from '#activities/gate.ts';
import { portalOf } from '#activities/portals/portals.ts';
import type { JobWaiting } from '#contracts/jobs.ts';
import { until } from '#tests/harness/stack.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import { gateWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { GatePause, GateState } from '#workflows/messages.ts';
import type { visitor } from './visitor.ts';

const PORTAL = 'bb-exp';
const { sessionsMax } = portalOf(PORTAL);

const PAUSE_WRITE_MS = 200;
const ROUNDS = 5;

type Visitor = { userId: string; handle: WorkflowHandle<typeof visitor> };
type Projection = { waiting: JobWaiting | null; positions: { workflowId: string; position: number }[] };

let environment: TestWorkflowEnvironment;
let worker: Worker;
let running: Promise<void>;
let projections: Projection[] = [];
let visitors: Visitor[] = [];
/** What the database says. */
let paused: GatePause | null = null;
const writeAtOnce = async (pause: GatePause | null): Promise<void> => void (paused = pause);
let writePause = writeAtOnce;

beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
  worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: taskQueues.main,
    workflowsPath: fileURLToPath(new URL('visitor.ts', import.meta.url)),
    activities: {
      ...gateActivities({ temporal: environment.client }),
      projectQueue: async (projection: Projection) => void projections.push(projection),
      projectPause: ({ pause }: { pause: GatePause | null }) => writePause(pause),
      readPause: async () => paused,
    },
  });
  running = worker.run();
});
afterAll(async () => {
  worker?.shutdown();
  await running;
  await environment?.teardown();
});
beforeEach(() => {
  paused = null;
  writePause = writeAtOnce;
  projections = [];
  visitors = [];
});
afterEach(async () => {
  const open = [...visitors.map(({ handle }) => handle), gate()];
  await Promise.all(open.map((handle) => handle.terminate().catch(() => undefined)));
});

const gate = () => environment.client.workflow.getHandle(gateWorkflowId(PORTAL));
const state = (): Promise<GateState> => gate().query<GateState>('state');
const isInside = ({ handle }: Visitor): Promise<boolean> => handle.query<boolean>('isInside');

/** Comes to the gate and is known to it: held up outside or let in. */
async function arrive(userId: string): Promise<Visitor> {
  const handle = await environment.client.workflow.start<typeof visitor>('visitor', {
    workflowId: `job/test/${randomUUID()}`,
    taskQueue: taskQueues.main,
    args: [{ portal: PORTAL, userId }],
  });
  await until(`${userId} to be known at the gate`, async () => {
    const current = await state().catch(() => null);
    const known = [...(current?.holders ?? []), ...(current?.waiting ?? [])];
    return known.some(({ workflowId }) => workflowId === handle.workflowId);
  });
  const arrived = { userId, handle };
  visitors.push(arrived);
  return arrived;
}

async function arriveAll(userIds: string[]): Promise<Visitor[]> {
  const arrived: Visitor[] = [];
  for (const userId of userIds) arrived.push(await arrive(userId));
  return arrived;
}

async function leave(who: Visitor): Promise<void> {
  await who.handle.signal('leave');
  await until(`${who.userId} to be forgotten`, async () => {
    const { holders, waiting } = await state();
    return ![...holders, ...waiting].some(({ workflowId }) => workflowId === who.handle.workflowId);
  });
}

async function untilInside(who: Visitor): Promise<void> {
  await until(`${who.userId} to be inside`, () => isInside(who));
}

async function holders(): Promise<string[]> {
  return (await state()).holders.map(({ userId }) => userId);
}

/** As many customers as the portal takes at a time. */
const full = Array.from({ length: sessionsMax }, (_, index) => `full-${index}`);

describe('portal-gate', () => {
  it('lets at most so many onto the portal, and gives every slot that comes free to the next in line', async () => {
    const line = await arriveAll([...full, 'ann', 'bob', 'cyn']);
    expect(await holders()).toEqual(full);
    expect(await Promise.all(line.map(isInside))).toEqual(line.map((_, index) => index < sessionsMax));
    for (const [index, who] of line.entries()) {
      await untilInside(who);
      await leave(who);
      const left = line.slice(index + 1).map(({ userId }) => userId);
      expect(await holders()).toEqual(left.slice(0, sessionsMax));
    }
  });

  it('never has one login on the portal twice, however many slots are free', async () => {
    const [first, second, third] = (await arriveAll(['ann', 'ann', 'ann'])) as [Visitor, Visitor, Visitor];
    expect(await Promise.all([first, second, third].map(isInside))).toEqual([true, false, false]);
    await leave(first);
    await untilInside(second);
    expect(await isInside(third)).toBe(false);
    expect(await holders()).toEqual(['ann']);
  });

  it('lets a newcomer in before the second job of a customer who came first', async () => {
    const [first, second] = (await arriveAll(full)) as [Visitor, Visitor];
    const [, ann2] = (await arriveAll(['ann', 'ann'])) as [Visitor, Visitor];
    const bob = await arrive('bob');
    await leave(first);
    await leave(second);
    await untilInside(bob);
    expect(await isInside(ann2)).toBe(false);
    expect((await state()).waiting.map(({ userId }) => userId)).toEqual(['ann']);
  });

  it('lets nobody in while it is paused, loses nobody, and goes on where it was', async () => {
    const [first] = (await arriveAll([...full, 'ann'])) as [Visitor];
    const ann = visitors.at(-1) as Visitor;
    const why = { reason: 'The login page is being rebuilt.', by: 'admin' };
    await gate().executeUpdate('pause', { args: [why] });
    await leave(first);
    const bob = await arrive('bob');
    expect(await Promise.all([ann, bob].map(isInside))).toEqual([false, false]);
    expect(await holders()).toHaveLength(sessionsMax - 1);
    await until('the pause to be shown', () => projections.at(-1)?.waiting?.kind === 'portal_paused');
    expect(paused).toMatchObject(why);
    await gate().executeUpdate('resume');
    await untilInside(ann);
    expect((await state()).waiting.map(({ userId }) => userId)).toEqual(['bob']);
    await leave(ann);
    await untilInside(bob);
  });

  it("keeps a person's reason when our own pause comes after it", async () => {
    const mine = { reason: 'Maintenance tonight.', by: 'admin' };
    await arrive('ann');
    await gate().executeUpdate('pause', { args: [mine] });
    await gate().executeUpdate('pause', { args: [{ reason: 'A page has changed.', by: 'chalan' }] });
    expect(paused).toMatchObject(mine);
    await gate().executeUpdate('resume');
    expect(paused).toBeNull();
  });

  it('agrees with what running jobs look at, when it is paused and resumed at the same moment', async () => {
    await arrive('ann');
    writePause = async (pause) => {
      // A pause takes longer to write than a resumption.
      if (pause) await sleep(PAUSE_WRITE_MS);
      paused = pause;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all([
        gate().executeUpdate('pause', { args: [{ reason: 'Down.', by: 'admin' }] }),
        gate().executeUpdate('resume'),
      ]);
      expect(paused).toEqual((await state()).pause);
    }
  });

  it('is still paused when it comes back after a termination', async () => {
    const ann = await arrive('ann');
    await gate().executeUpdate('pause', { args: [{ reason: 'Down.', by: 'admin' }] });
    await gate().terminate();
    const bob = await arrive('bob');
    expect(await isInside(bob)).toBe(false);
    await gate().executeUpdate('resume');
    await untilInside(bob);
    expect(ann.userId).toBe('ann');
  });

  it('frees the slot of a job that was terminated', async () => {
    const [first] = (await arriveAll([...full, 'ann'])) as [Visitor];
    const ann = visitors.at(-1) as Visitor;
    await first.handle.terminate();
    await environment.sleep('31 seconds');
    await untilInside(ann);
  });

  it('frees the slot of a job that was terminated although the gate is never quiet', async () => {
    const [first] = (await arriveAll([...full, 'ann'])) as [Visitor];
    const ann = visitors.at(-1) as Visitor;
    await first.handle.terminate();
    for (let round = 0; round < 4; round += 1) {
      await environment.sleep('10 seconds');
      await leave(await arrive(`passer-by-${round}`));
    }
    expect(await isInside(ann)).toBe(true);
  });

  it('tells everyone who waits the place in the line, again after every change', async () => {
    const [first] = (await arriveAll([...full, 'ann', 'bob', 'ann'])) as [Visitor];
    const [ann, bob, ann2] = visitors.slice(-3).map(({ handle }) => handle.workflowId);
    const places = (): unknown =>
      Object.fromEntries(
        (projections.at(-1)?.positions ?? []).map(({ workflowId, position }) => [workflowId, position]),
      );
    const told = (expected: Record<string, number>) => () =>
      JSON.stringify(Object.entries(places() as object).toSorted()) ===
      JSON.stringify(Object.entries(expected).toSorted());
    await until('the first places', told({ [ann ?? '']: 1, [bob ?? '']: 2, [ann2 ?? '']: 3 }));
    await leave(first);
    await until('the places after one has left', told({ [bob ?? '']: 1, [ann2 ?? '']: 2 }));
  });
});
