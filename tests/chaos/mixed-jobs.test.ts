/**
 * Many jobs of many services at once while processes are killed and frozen, workflows reset and terminated, and portals
 * answer late, store late or not at all: every job ends or waits for a person, every filing is made once, and the
 * ledger agrees. A few jobs and shorter delays in CI; `npm run chaos` runs `CHAOS_JOBS` (300) with `CHAOS_SEED` and
 * `CHAOS_CACHE`, which are printed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import { beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import type { Temporal } from '#temporal/client.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { adjustment } from '#tests/factories.ts';
import { isFull } from '#tests/harness/depth.ts';
import { intervene } from '#tests/harness/interventions.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { auditProblems } from './audit.ts';
import { createDice } from './dice.ts';
import { createJobStream, type JobStream } from './job-stream.ts';
import { choosePortalFault } from './portal-faults.ts';
import { watchReservations, type ReservationWatch } from './reservations.ts';

const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const jobsCount = Number(process.env['CHAOS_JOBS'] ?? (isFull ? 300 : 4));
/** Number of jobs that run at the same time. */
const UNDER_WAY_MAX = 12;
/** The longest time that a portal is late or frozen. */
const LATE_SECONDS_MAX = isFull ? 20 : 8;
const FROZEN_SECONDS_MAX = isFull ? 15 : 8;
/** Longer than a portal is late and frozen together. */
const EFFECT_MS = isFull ? 45_000 : 25_000;
const CALM_MS = { least: 1_000, most: 6_000 };
const JOB_TIMEOUT_MS = isFull ? 30 * 60_000 : 6 * 60_000;
const RUN_TIMEOUT_MS = isFull ? 3 * HOUR_MS : 10 * 60_000;
const RESERVATIONS_LOOK_MS = 5_000;
const REPLAYED_MAX = 400;
/** With 0 every workflow task replays its history; with 5 workflows are evicted constantly. */
const cachedWorkflows = Number(process.env['CHAOS_CACHE'] ?? createDice(seed).pick([0, 5, 300]));

const dice = createDice(seed);

let stack: TestStack;
let temporal: Temporal;
let customer: Customer;
let stream: JobStream;

beforeAll(async () => {
  const settings = `CHAOS_SEED=${seed} CHAOS_JOBS=${jobsCount} CHAOS_CACHE=${cachedWorkflows}`;
  process.stdout.write(`${settings}\n`);
  stack = await startTestStack({
    PORTAL_EFFECT_MS: String(EFFECT_MS),
    WORKFLOW_CACHE_MAX: String(cachedWorkflows),
  });
  temporal = await stack.temporal();
  customer = await stack.demo();
  await adjustCredits(stack.db, adjustment(customer.userId, 'add', 100_000_000n));
  for (const portal of credentialPortals) await customer.saveLogin(portal, 'padma', 'padma1234');
  stream = createJobStream({
    db: stack.db,
    temporal,
    customers: [customer],
    dice,
    jobTimeoutMs: JOB_TIMEOUT_MS,
  });
});

const mishapKinds = ['process', 'workflow', 'portal'] as const;
type MishapKind = (typeof mishapKinds)[number];
type Mishap = { kind: MishapKind; name: string; happen: () => Promise<void> };

const seconds = (least: number, most: number): number => dice.between(least, most) * 1_000;

function processMishap(): Mishap {
  const part = dice.pick(['worker', 'worker', 'api', 'temporal', 'postgres'] as const);
  if (dice.roll(2) === 0) return { kind: 'process', name: `kill ${part}`, happen: () => stack.kill(part) };
  const ms = part === 'worker' ? seconds(5, 45) : seconds(3, 15);
  return { kind: 'process', name: `freeze ${part} for ${ms} ms`, happen: () => stack.freeze(part, ms) };
}

function workflowMishap(): Mishap {
  const what = dice.pick([
    'reset to the first task',
    'reset to the last task',
    'terminate',
    'signal',
  ] as const);
  const which = dice.roll(UNDER_WAY_MAX);
  const happen = async (): Promise<void> => {
    const chosen = [...stream.running.values()].at(which % Math.max(1, stream.running.size));
    if (!chosen) throw new Error('No job is running.');
    await intervene(temporal, jobWorkflowId(chosen.service.id, chosen.jobId), what, []);
  };
  return { kind: 'workflow', name: what, happen };
}

function portalMishap(): Mishap {
  const { portal, ...fault } = choosePortalFault(dice, {
    lateSecondsMax: LATE_SECONDS_MAX,
    frozenSecondsMax: FROZEN_SECONDS_MAX,
  });
  const happen = (): Promise<void> => stack.control('POST', '/faults', { portal, ...fault });
  return { kind: 'portal', name: `${portal}: ${JSON.stringify(fault)}`, happen };
}

const mishapOf = { process: processMishap, workflow: workflowMishap, portal: portalMishap };

/**
 * Causes one disturbance after the other until the jobs are done; one that cannot happen at the moment is skipped. A kind
 * that has not happened yet comes first, so that a short run has some of each. Returns the kinds that have happened.
 */
async function disturb(isOver: () => boolean): Promise<Set<MishapKind>> {
  const happened = new Set<MishapKind>();
  while (!isOver()) {
    await delay(dice.between(CALM_MS.least, CALM_MS.most));
    const missing = mishapKinds.filter((kind) => !happened.has(kind));
    const kinds = missing.length > 0 ? missing : ([...mishapKinds, 'portal'] as const);
    const { kind, name, happen } = mishapOf[dice.pick(kinds)]();
    process.stdout.write(`${name}\n`);
    await happen().then(
      () => happened.add(kind),
      (error: unknown) => process.stdout.write(`  left out: ${String(error)}\n`),
    );
  }
  return happened;
}

/** Looks at the open reservations until the jobs are done; a look while a part is away is skipped. */
async function sample(watch: ReservationWatch, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await delay(RESERVATIONS_LOOK_MS);
    await watch.look().catch((error: unknown) => {
      process.stdout.write(`reservations were not read: ${String(error)}\n`);
    });
  }
}

it(
  `jobs that are disturbed all the time end or wait for a person, each filing made once (seed ${seed}, ${cachedWorkflows} workflows cached)`,
  async () => {
    let isOver = false;
    const watch = watchReservations(stack, temporal);
    const disturbed = Promise.all([disturb(() => isOver), sample(watch, () => isOver)]);
    const jobs = await stream
      .run(UNDER_WAY_MAX, (started) => started < jobsCount)
      .finally(() => {
        isOver = true;
      });
    const [happened] = await disturbed;
    await stack.control('DELETE', '/faults');
    expect([...happened].toSorted()).toEqual([...mishapKinds].toSorted());
    expect(watch.problems()).toEqual([]);
    expect(await auditProblems(stack, temporal, jobs)).toEqual([]);
    expect(jobs).toHaveLength(jobsCount);
    const ends = jobs.map(({ job }) => job.waiting?.kind ?? job.state);
    expect(ends.filter((end) => end !== 'completed' && end !== 'person')).toEqual([]);
  },
  RUN_TIMEOUT_MS,
);

it(
  'the histories of the disturbed jobs replay on the current workflows',
  async () => {
    const codePath = await workflowBundle('.cache');
    let replayed = 0;
    for await (const { workflowId, runId } of temporal.workflow.list({
      query: "WorkflowType = 'serviceJob'",
    })) {
      const history = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
      await Worker.runReplayHistory(
        { workflowBundle: { codePath }, dataConverter: stack.dataConverter },
        history,
        workflowId,
      );
      replayed += 1;
      if (replayed >= REPLAYED_MAX) break;
    }
    expect(replayed).toBeGreaterThanOrEqual(Math.min(jobsCount, REPLAYED_MAX));
  },
  RUN_TIMEOUT_MS,
);
