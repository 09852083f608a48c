/**
 * Many jobs of many services at once while processes are killed and frozen, workflows reset and terminated, and portals
 * answer late, store late or not at all: every job ends or waits for a person, every filing is made once, and the
 * ledger agrees. A few jobs and shorter delays in CI; `npm run chaos` runs `CHAOS_JOBS` (300) with `CHAOS_SEED` and
 * `CHAOS_CACHE`, which are printed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import { beforeAll, expect, it } from 'vitest';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import type { Temporal } from '#temporal/client.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { adjustment } from '#tests/factories.ts';
import { isFull } from '#tests/harness/depth.ts';
import { intervene } from '#tests/harness/interventions.ts';
import { atRest, type RestingJob, type StartedService } from '#tests/harness/resting-jobs.ts';
import { previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import type { FaultSwitch } from '#tests/sandbox/framework/faults.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { auditProblems } from './audit.ts';
import { createDice } from './dice.ts';
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
const RUN_TIMEOUT_MS = isFull ? 3 * 60 * 60_000 : 10 * 60_000;
const RESERVATIONS_LOOK_MS = 5_000;
const CALL_TRIES_MAX = 60;
const EVENTS_SHOWN = 40;
const REPLAYED_MAX = 400;
/** With 0 every workflow task replays its history; with 5 workflows are evicted constantly. */
const cachedWorkflows = Number(process.env['CHAOS_CACHE'] ?? createDice(seed).pick([0, 5, 300]));

const dice = createDice(seed);
const filing = services.filter(({ effect }) => effect === 'submit');
const reading = services.filter(({ effect, portal }) => effect !== 'submit' && portal !== null);
const portals = [...new Set(filing.map(({ portal }) => portal ?? ''))];

let stack: TestStack;
let temporal: Temporal;
let customer: Customer;
const running = new Map<string, StartedService>();

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
});

/** Half of the filings are EXPs of invoices that no other job has; the rest are samples that are filed repeatedly. */
function chooseService(): ServiceDefinition {
  const chance = dice.roll(10);
  if (chance < 4) return filing.find(({ id }) => id === 'exp-issue') ?? dice.pick(filing);
  return dice.pick(chance < 8 ? filing : reading);
}

async function sheetOf(service: ServiceDefinition, turn: number): Promise<File> {
  const sheet = await template(customer, service, 'csv');
  if (service.id !== 'exp-issue') return sheet;
  const text = (await sheet.text()).replaceAll(/(\/\w\w)\/2026\/(\d{4})/g, `$1/T${turn}/$2`);
  return new File([text], `invoices-${turn}.csv`);
}

/** Processes are killed meanwhile: a call without an answer is repeated, and a start is repeated under the same key. */
async function persist<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries >= CALL_TRIES_MAX) throw error;
      await delay(1_000);
    }
  }
}

async function runJob(turn: number): Promise<RestingJob> {
  const service = chooseService();
  const preview = await persist(async () => previewSheet(customer, service, await sheetOf(service, turn)));
  const key = randomUUID();
  const { jobId } = await persist(() => customer.start(preview, key));
  const started = { service, jobId, customer };
  running.set(jobId, started);
  try {
    return await atRest(started, JOB_TIMEOUT_MS);
  } catch (error) {
    process.stdout.write(`${await evidenceOf(started)}\n`);
    throw error;
  } finally {
    running.delete(jobId);
  }
}

/**
 * Collects what is known of a job that neither ends nor waits for a person, because the stack is gone after a failed
 * run.
 */
async function evidenceOf({ jobId, service }: StartedService): Promise<string> {
  const { db } = stack;
  const where = { jobId };
  const [job, rows, events, intents, leases, state, run] = await Promise.all([
    db.job.findUnique({ where: { id: jobId } }),
    db.jobRow.findMany({ where: { ...where, outcome: null } }),
    db.jobEvent.findMany({ where, orderBy: { id: 'desc' }, take: EVENTS_SHOWN }),
    db.portalIntent.findMany({ where }),
    db.portalLease.findMany({ where: { portal: service.portal ?? '' } }),
    db.portalState.findUnique({ where: { portal: service.portal ?? '' } }),
    temporal.workflow
      .getHandle(jobWorkflowId(service.id, jobId))
      .describe()
      .then(({ raw }) => ({ activities: raw.pendingActivities, task: raw.pendingWorkflowTask }))
      .catch(String),
  ]);
  const all = { job, rows, events, intents, leases, state, run };
  return JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value), 1);
}

type Mishap = { name: string; happen: () => Promise<void> };

const seconds = (least: number, most: number): number => dice.between(least, most) * 1_000;

function processMishap(): Mishap {
  const part = dice.pick(['worker', 'worker', 'api', 'temporal', 'postgres'] as const);
  if (dice.roll(2) === 0) return { name: `kill ${part}`, happen: () => stack.kill(part) };
  const ms = part === 'worker' ? seconds(5, 45) : seconds(3, 15);
  return { name: `freeze ${part} for ${ms} ms`, happen: () => stack.freeze(part, ms) };
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
    const chosen = [...running.values()].at(which % Math.max(1, running.size));
    if (!chosen) return;
    await intervene(temporal, jobWorkflowId(chosen.service.id, chosen.jobId), what, []);
  };
  return { name: what, happen };
}

function portalMishap(): Mishap {
  const late = { ms: seconds(2, LATE_SECONDS_MAX) };
  const fault: Omit<FaultSwitch, 'portal'> = dice.pick([
    { kind: 'answer-late', ...late },
    { kind: 'store-late', ...late, drop: dice.roll(2) === 0 },
    { kind: 'listed-late', ...late, times: 3, hiddenFromFiler: true },
    { kind: 'http503-maintenance', times: 2 },
    { kind: 'session-drop' },
    { kind: 'drop-connection', afterCommit: true },
    { kind: 'slow', ms: 6_500, times: 3 },
    { kind: 'freeze', ms: seconds(5, FROZEN_SECONDS_MAX) },
  ]);
  const portal = dice.pick(portals);
  const happen = (): Promise<void> => stack.control('POST', '/faults', { portal, ...fault });
  return { name: `${portal}: ${JSON.stringify(fault)}`, happen };
}

/** Causes one disturbance after the other until the jobs are done; one that cannot happen at the moment is skipped. */
async function disturb(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await delay(dice.between(CALM_MS.least, CALM_MS.most));
    const mishap = dice.pick([processMishap, workflowMishap, portalMishap, portalMishap])();
    process.stdout.write(`${mishap.name}\n`);
    await mishap.happen().catch((error: unknown) => {
      process.stdout.write(`  left out: ${String(error)}\n`);
    });
  }
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

async function runJobs(): Promise<RestingJob[]> {
  const ended: RestingJob[] = [];
  let turn = 0;
  const lane = async (): Promise<void> => {
    while (turn < jobsCount) {
      turn += 1;
      ended.push(await runJob(turn));
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY_MAX }, lane));
  return ended;
}

it(
  `jobs that are disturbed all the time end or wait for a person, each filing made once (seed ${seed}, ${cachedWorkflows} workflows cached)`,
  async () => {
    let isOver = false;
    const watch = watchReservations(stack, temporal);
    const disturbed = Promise.all([disturb(() => isOver), sample(watch, () => isOver)]);
    const jobs = await runJobs().finally(() => {
      isOver = true;
    });
    await disturbed;
    await stack.control('DELETE', '/faults');
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
