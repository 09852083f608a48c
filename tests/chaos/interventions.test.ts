/**
 * `temporal workflow terminate | cancel | reset | signal` at every phase of a job that files: it continues or ends by
 * itself, files once and settles its credits. One phase a day in CI; `npm run chaos` tries all of them.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import type { JobProgress } from '#contracts/calls/job-answers.ts';
import { findService } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';
import type { Temporal } from '#temporal/client.ts';
import { adjustment } from '#tests/factories.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { intervene, interventions } from '#tests/harness/interventions.ts';
import { expectedRows } from '#tests/harness/sample-rows.ts';
import { asExpected, creditsLeft, previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import {
  atRest,
  JOB_TIMEOUT_MS,
  retriedUntilEnded,
  type StartedService,
} from '#tests/harness/resting-jobs.ts';
import { auditProblems } from './audit.ts';

const EFFECT_MS = 8_000;
const HELD_MS = 600_000;
const portal = 'bb-exp';

let stack: TestStack;
let temporal: Temporal;
let customer: Customer;
let admin: Customer;

beforeAll(async () => {
  stack = await startTestStack({ PORTAL_EFFECT_MS: String(EFFECT_MS) });
  temporal = await stack.temporal();
  [customer, admin] = await Promise.all([stack.demo(), stack.admin()]);
  await adjustCredits(stack.db, adjustment(customer.userId, 'add', 1_000_000n));
  await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
});
beforeEach(() => stack.control('POST', '/seed'));

const fault = (kind: string, more: object = {}): Promise<void> =>
  stack.control('POST', '/faults', { portal, kind, ...more });
const clearFaults = (): Promise<void> => stack.control('DELETE', '/faults');

function serviceOf(id: string): ServiceDefinition {
  const service = findService(id);
  if (!service) throw new Error(`There is no service ${id}.`);
  return service;
}

async function start(id = 'exp-issue'): Promise<StartedService> {
  const service = serviceOf(id);
  const preview = await previewSheet(customer, service, await template(customer, service, 'csv'));
  return { service, customer, jobId: (await customer.start(preview)).jobId };
}

const isHeld = (): Promise<void> =>
  until('a filing to be under way', async () => (await stack.held()).length > 0);
const waitsFor = ({ jobId }: StartedService, kind: string): Promise<void> =>
  until(`the job to wait: ${kind}`, async () => {
    const { job } = await customer.read<{ job: JobProgress }>(`/api/jobs/${jobId}/status`);
    return job.waiting?.kind === kind;
  });

/**
 * Brings a job into a phase; `resume` lets the portal, or an administrator, do what the job waits for. `before` was first
 * in its queue.
 */
type Phase = () => Promise<{
  started: StartedService;
  before?: StartedService;
  resume: () => Promise<unknown>;
}>;

const phases: Record<string, Phase> = {
  'waits for its place on the portal': async () => {
    await fault('answer-late', { ms: HELD_MS });
    const before = await start('exp-duplicate-reporting');
    await isHeld();
    return { started: await start(), before, resume: clearFaults };
  },
  'has a filing under way': async () => {
    await fault('answer-late', { ms: HELD_MS });
    const started = await start();
    await isHeld();
    return { started, resume: clearFaults };
  },
  'waits for a portal that is down': async () => {
    await fault('http503-maintenance', { times: -1 });
    const started = await start();
    await waitsFor(started, 'portal_down');
    return { started, resume: clearFaults };
  },
  'looks for a filing whose answer was lost': async () => {
    await fault('store-late', { ms: HELD_MS, drop: true });
    const started = await start();
    await isHeld();
    return { started, resume: clearFaults };
  },
  'waits for our team': async () => {
    await fault('drop-connection', { route: 'issue.submit' });
    const started = await start();
    await waitsFor(started, 'person');
    return { started, resume: () => retriedUntilEnded(admin, started) };
  },
};

const jobSignals = [{ name: 'slotGranted', args: [] }];

describe.each(todaysShare(Object.entries(phases)))('a job that %s', (_, reach) => {
  it.each(interventions)(
    'a job survives "%s": it ends, each filing is made once, and no credits stay reserved',
    async (intervention) => {
      const { started, before, resume } = await reach();
      const { service, jobId } = started;
      await intervene(temporal, jobWorkflowId(service.id, jobId), intervention, jobSignals);
      await resume();
      const ended = await atRest(started);
      const others = before ? [await atRest(before)] : [];
      expect(await auditProblems(stack, [ended, ...others])).toEqual([]);
      expect(ended.job.state).toBe(intervention === 'cancel' ? 'cancelled' : 'completed');
      if (intervention !== 'cancel') expect(ended.rows.map(asExpected)).toEqual(expectedRows(service.id));
      expect(await creditsLeft(customer)).toMatchObject({ reservedCredits: 0 });
    },
    JOB_TIMEOUT_MS,
  );
});
