/** The phases of a job in which something is done to its workflow: how a job is brought into each, and goes on. */
import { randomUUID } from 'node:crypto';
import type { JobDetail, JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { findService } from '#services/catalogue.ts';
import type { Temporal } from '#temporal/client.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { previewSheet, template } from '#tests/harness/stack-samples.ts';
import type { TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import {
  atRest,
  JOB_TIMEOUT_MS,
  retriedUntilEnded,
  type StartedService,
} from '#tests/harness/resting-jobs.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

const HELD_MS = 600_000;
const LOCKED_MS = 120_000;
/** An advisory lock that only these tests know. */
const RESULTS_LOCK = 4_711;
const ANSWERED_MS = 150_000;
const CAPTCHA_ANSWER = 'SANDBOX';
const portal = 'bb-exp';

export type Scene = { stack: TestStack; temporal: Temporal; customer: Customer; admin: Customer };

/** `before` was first in the job's queue. */
type Reached = {
  started: StartedService;
  before?: StartedService;
  /** Lets the portal, or a person, do what the job waits for. */
  resume: () => Promise<unknown>;
};

export type Phase = {
  /** Brings a job into the phase. */
  reach: (scene: Scene) => Promise<Reached>;
  /** How the job may end when it is cancelled in this phase; only `cancelled` by default. */
  cancelledAs?: readonly JobProgress['state'][];
};

type Fault = (kind: string, more?: object) => Promise<void>;
const faultsOf = ({ stack }: Scene): Fault => {
  return (kind, more = {}) => stack.control('POST', '/faults', { portal, kind, ...more });
};
const clearing = ({ stack }: Scene) => ({ resume: () => stack.control('DELETE', '/faults') });

async function start({ customer }: Scene, id = 'exp-issue', key = randomUUID()): Promise<StartedService> {
  const service = serviceOf(id);
  const preview = await previewSheet(customer, service, await template(customer, service, 'csv'));
  return { service, customer, jobId: (await customer.start(preview, key)).jobId };
}

function serviceOf(id: string): StartedService['service'] {
  const service = findService(id);
  if (!service) throw new Error(`There is no service ${id}.`);
  return service;
}

const isHeld = ({ stack }: Scene): Promise<void> =>
  until('a request to be held', async () => (await stack.held()).length > 0);

const statusOf = async ({ customer, jobId }: StartedService): Promise<JobProgress> =>
  (await customer.read<{ job: JobProgress }>(`/api/jobs/${jobId}/status`)).job;

const waitsFor = (started: StartedService, kind: string): Promise<void> =>
  until(
    `the job to wait: ${kind}`,
    async () => (await statusOf(started)).waiting?.kind === kind,
    JOB_TIMEOUT_MS,
  );

const posted = (body: object = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Holds the locks that the statement takes, until the returned function is called. */
async function locked(
  { stack }: Scene,
  statement: string,
  ...values: string[]
): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((isLocked, fail) => {
    holding = stack.db.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(statement, ...values);
        isLocked();
        await released;
      },
      { timeout: LOCKED_MS },
    );
    holding.catch(fail);
  });
  return async () => {
    release();
    await holding;
  };
}

/** Starts a job whose credits cannot be reserved until `resume`. Its starter may be refused; the job is admitted. */
async function duringAdmission(scene: Scene): Promise<Reached> {
  const { stack, temporal, customer } = scene;
  const release = await locked(
    scene,
    'SELECT 1 FROM ledger_accounts WHERE id = $1 FOR UPDATE',
    `customer:${customer.userId}`,
  );
  const key = randomUUID();
  const starting = start(scene, 'exp-issue', key).catch(() => undefined);
  const draft = () => stack.db.job.findFirst({ where: { userId: customer.userId, idempotencyKey: key } });
  await until('the draft', async () => (await draft()) !== null);
  const jobId = (await draft())?.id ?? '';
  const started = { service: serviceOf('exp-issue'), customer, jobId };
  const handle = temporal.workflow.getHandle(jobWorkflowId('exp-issue', jobId));
  const isAsked = (): Promise<boolean> =>
    handle.describe().then(
      ({ raw }) => raw.pendingActivities?.some(({ attempt }) => (attempt ?? 0) > 0) ?? false,
      () => false,
    );
  await until('the admission to be under way', isAsked);
  const isAdmitted = async (): Promise<boolean> => (await draft())?.state !== 'draft';
  return {
    started,
    resume: async () => {
      await release();
      await starting;
      await until('the job to be admitted', isAdmitted);
    },
  };
}

const rowsRunAgain = [1, 2];

/** A run of the failed rows of a job that has ended, held at its first look-up. */
async function runAgain(scene: Scene): Promise<Reached> {
  const { stack, customer } = scene;
  const started = await start(scene, 'exp-search');
  const { jobId } = started;
  await atRest(started);
  const down = { outcome: 'PORTAL_DOWN', message: 'Down.', charged: false, values: {}, documents: [] };
  await stack.db.jobRow.updateMany({ where: { jobId, rowNumber: { in: rowsRunAgain } }, data: down });
  await stack.db.job.update({
    where: { id: jobId },
    data: {
      state: 'failed',
      rowsSucceeded: { decrement: rowsRunAgain.length },
      rowsFailed: { increment: rowsRunAgain.length },
    },
  });
  await faultsOf(scene)('slow', { route: 'search', ms: HELD_MS });
  await customer.call(`/api/jobs/${jobId}/retry`, posted());
  await isHeld(scene);
  return { started, ...clearing(scene) };
}

/** Answers the questions of the job, and of the runs after it, until it has ended. */
const answeredUntilEnded = (started: StartedService): Promise<void> =>
  until(
    'the job to end with its questions answered',
    async () => {
      const { finishedAt, waiting } = await statusOf(started);
      const { id } = waiting?.challenge ?? {};
      // A question of a run that is over is refused.
      const place = `/api/jobs/${started.jobId}/challenges/${id}`;
      if (id) await started.customer.call(place, posted({ answer: CAPTCHA_ANSWER })).catch(() => undefined);
      return finishedAt !== null;
    },
    ANSWERED_MS,
  );

/** Makes the recording of result files wait for the lock that `locked` takes; documents of rows do not wait. */
const holdResults = [
  `CREATE OR REPLACE FUNCTION hold_results() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${RESULTS_LOCK}); RETURN NEW; END $$`,
  `CREATE OR REPLACE TRIGGER held_results BEFORE INSERT ON job_files FOR EACH ROW
    WHEN (NEW.kind = 'result') EXECUTE FUNCTION hold_results()`,
];

/** The files of an ended job cannot be recorded until `resume`. */
async function whileFilesAreWritten(scene: Scene): Promise<Reached> {
  for (const statement of holdResults) await scene.stack.db.$executeRawUnsafe(statement);
  const release = await locked(scene, `SELECT pg_advisory_xact_lock(${RESULTS_LOCK})`);
  const started = await start(scene, 'ctg-port-tracking');
  const { jobId, customer } = started;
  const isWriting = async (): Promise<boolean> => {
    const { job } = await customer.read<{ job: JobDetail }>(`/api/jobs/${jobId}`);
    return job.finishedAt !== null && job.filesPending;
  };
  await until('the files to be written', isWriting);
  return { started, resume: release };
}

/** A worker hears of a cancellation with its next heartbeat, and the look-ups that are left may be done before. */
const cancelledOrDone = ['cancelled', 'completed'] as const;

export const phases: Record<string, Phase> = {
  'waits for its place on the portal': {
    reach: async (scene) => {
      await faultsOf(scene)('answer-late', { ms: HELD_MS });
      const before = await start(scene, 'exp-duplicate-reporting');
      await isHeld(scene);
      return { started: await start(scene), before, ...clearing(scene) };
    },
  },
  'has a filing under way': {
    reach: async (scene) => {
      await faultsOf(scene)('answer-late', { ms: HELD_MS });
      const started = await start(scene);
      await isHeld(scene);
      return { started, ...clearing(scene) };
    },
  },
  'waits for a portal that is down': {
    reach: async (scene) => {
      await faultsOf(scene)('http503-maintenance', { times: -1 });
      const started = await start(scene);
      await waitsFor(started, 'portal_down');
      return { started, ...clearing(scene) };
    },
  },
  'looks for a filing whose answer was lost': {
    reach: async (scene) => {
      await faultsOf(scene)('store-late', { ms: HELD_MS, drop: true });
      const started = await start(scene);
      await waitsFor(started, 'confirming');
      return { started, ...clearing(scene) };
    },
  },
  'waits for our team': {
    reach: async (scene) => {
      await faultsOf(scene)('drop-connection', { route: 'issue.submit' });
      const started = await start(scene);
      await waitsFor(started, 'person');
      return { started, resume: () => retriedUntilEnded(scene.admin, started) };
    },
  },
  // If its workflow ends before the job is admitted, the reconciler knows nothing of a cancellation.
  'is being admitted': { reach: duringAdmission, cancelledAs: cancelledOrDone },
  'looks rows up': {
    cancelledAs: cancelledOrDone,
    reach: async (scene) => {
      await faultsOf(scene)('slow', { route: 'search', ms: HELD_MS, skip: 2 });
      const started = await start(scene, 'exp-search');
      await isHeld(scene);
      return { started, ...clearing(scene) };
    },
  },
  'waits for the answer to a question': {
    reach: async (scene) => {
      await faultsOf(scene)('captcha-on', { route: 'login', times: -1 });
      const started = await start(scene, 'exp-search');
      await waitsFor(started, 'challenge');
      return { started, resume: () => answeredUntilEnded(started) };
    },
  },
  'waits for a paused portal': {
    reach: async (scene) => {
      await scene.admin.call(`/api/admin/portals/${portal}/pause`, posted({ reason: 'A test.' }));
      const started = await start(scene);
      await waitsFor(started, 'portal_paused');
      return { started, resume: () => scene.stack.resumePortals() };
    },
  },
  'runs its failed rows again': { reach: runAgain, cancelledAs: cancelledOrDone },
  // Its rows are done, so that there is nothing left to cancel.
  'writes its files': { reach: whileFilesAreWritten, cancelledAs: ['completed'] },
};
