/**
 * Purchases on a Temporal server that skips time, with the real activities, a real PostgreSQL and the sandbox's bKash
 * on the same virtual clock. Use at the top of a file: `const fixture = await startPurchaseFixture()`.
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import proto from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { afterAll, afterEach, vi } from 'vitest';
import { createWorkflows } from '#api/adapters/workflows/create-workflows.ts';
import type { Bkash } from '#api/adapters/bkash/types.ts';
import { createLogger } from '#api/adapters/logger.ts';
import type { Mail, Mailer } from '#api/adapters/mailer.ts';
import { openBkash } from '#api/adapters/open-bkash.ts';
import { createVault } from '#api/adapters/vault.ts';
import { paymentActivities } from '#activities/payments.ts';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import { beginPurchase, noteReturn, type BegunPurchase } from '#api/domain/payments/purchases.ts';
import type { Activities } from '#activities/index.ts';
import { sandboxBkash } from '#temporal/local/sandbox-bkash.ts';
import { createUser } from '#tests/factories.ts';
import { testEnv } from '#tests/harness/app.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import { serveBkash } from '#tests/sandbox/bkash/serve.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { purchaseWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { PurchaseProgress } from '#workflows/purchase-messages.ts';

const WAIT_MS = 60_000;
const POLL_MS = 20;
/** A client with a short timeout, because lost answers here are lost in real time. */
const CALL_TIMEOUT_MS = 1_500;

export type Begun = BegunPurchase & { userId: string };
type Interruptions = {
  [Moment in 'execute' | 'executeLeaves' | 'refund' | 'refundLeaves']?: () => Promise<void>;
};
type Step = keyof ReturnType<typeof paymentActivities>;

/** A day of virtual time takes some thirty steps of real work. */
const TEST_TIMEOUT_MS = 240_000;

const besides = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export async function startPurchaseFixture() {
  vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });
  const [environment, { db, url }, bkashServer] = await Promise.all([
    createTimeSkippingEnvironment(),
    createTestDatabase(),
    serveBkash(),
  ]);
  const env = testEnv({
    ...sandboxBkash(bkashServer.url),
    BKASH_URL: bkashServer.url,
    DATABASE_URL: url,
    FILES_DIR: tmpdir(),
    MAILBOX_DIR: tmpdir(),
  });
  const { control } = bkashServer;
  let nowMs = await environment.currentTimeMs();
  /** Passes the virtual time to everything that has a clock; never backwards. */
  const syncClock = async (): Promise<void> => {
    nowMs = Math.max(nowMs, await environment.currentTimeMs());
    control.moveClock({ now: new Date(nowMs).toISOString() });
  };
  const logger = createLogger({ level: 'silent', name: 'test' });
  const clock = () => new Date(nowMs);
  const bkash: Bkash = openBkash({
    env,
    db,
    vault: createVault(env.VAULT_KEYS),
    logger,
    now: clock,
    timeoutMs: CALL_TIMEOUT_MS,
  });
  const mails: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void mails.push(mail) };
  const temporal = environment.client;
  const workflows = createWorkflows(temporal);
  const deps = { env, db, bkash, logger, clock, mailer, temporal, workflows };

  /** Code that runs between the claim of a call and its last check, and between that check and the request. */
  const interruptions: Interruptions = {};
  const interrupted: Bkash = {
    ...bkash,
    execute: async (paymentId, markSent) => {
      await interruptions.execute?.();
      return bkash.execute(paymentId, async () => (await markSent()) && (await leave('executeLeaves')));
    },
    refund: async (order, markSent) => {
      await interruptions.refund?.();
      return bkash.refund(order, async () => (await markSent()) && (await leave('refundLeaves')));
    },
  };
  const leave = async (name: keyof Interruptions): Promise<boolean> => {
    await interruptions[name]?.();
    return true;
  };
  const activities = onVirtualTime(paymentActivities({ ...deps, bkash: interrupted }), syncClock);
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: taskQueues.main,
    workflowsPath: besides('purchases.ts'),
    interceptors: { workflowModules: [besides('without-heartbeats.ts')] },
    activities,
  });
  const running = worker.run();
  afterAll(async () => {
    worker.shutdown();
    await running;
    await environment.teardown();
    bkashServer.stop();
  });

  /** Purchases of earlier tests would continue with every skipped hour. */
  let started: Begun[] = [];
  afterEach(async () => {
    for (const begun of started) await endQuietly(handle(begun));
    started = [];
  });

  const attempt = (id: string) => db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const begin = async (
    given: { userId?: string; invoice?: string; amount?: number } = {},
  ): Promise<Begun> => {
    await syncClock();
    const userId = given.userId ?? (await createUser(db)).id;
    const body = {
      amount: given.amount ?? 250,
      merchantInvoiceNumber: given.invoice ?? `CHALAN-${randomUUID()}`,
      origin: 'dialog' as const,
    };
    const begun = { ...(await beginPurchase(deps, { id: userId, isAdmin: false }, body)), userId };
    started.push(begun);
    return begun;
  };
  const handle = (begun: BegunPurchase) =>
    environment.client.workflow.getHandle(purchaseWorkflowId(begun.attemptId));

  return {
    db,
    deps,
    env,
    environment,
    control,
    interruptions,
    /** Mails that were sent to customers. */
    mails,
    begin,
    attempt,
    handle,
    /** The payer enters OTP and PIN on bKash's page. */
    approve: (begun: BegunPurchase, wallet: string = firstWallet) => control.approve(begun.paymentId, wallet),
    cancel: (begun: BegunPurchase) => control.cancel(begun.paymentId),
    returns: async (begun: BegunPurchase, status: 'success' | 'failure' | 'cancel') =>
      noteReturn(deps, await attempt(begun.attemptId), status),
    /** Skips time until the purchase's workflow has ended. */
    end: (begun: BegunPurchase) => handle(begun).result(),
    progress: (begun: BegunPurchase) => handle(begun).query<PurchaseProgress>('progress'),
    pass: async (ms: number): Promise<void> => {
      await environment.sleep(ms);
      await syncClock();
    },
    transaction: (begun: BegunPurchase) =>
      db.transaction.findUniqueOrThrow({ where: { attemptId: begun.attemptId } }),
    refundsOf: (begun: BegunPurchase) => db.paymentRefund.findMany({ where: { attemptId: begun.attemptId } }),
    credits: async (userId: string): Promise<bigint> => (await balancesOf(db, userId)).availableHundredths,
    titles: async (userId: string): Promise<string[]> =>
      (await db.notification.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map(
        ({ title }) => title,
      ),
    debits: (begun: BegunPurchase) =>
      control.ledger().filter((entry) => entry.paymentID === begun.paymentId && entry.kind === 'debit'),
    openEnds: (begun: BegunPurchase) =>
      db.paymentOpenEnd.findMany({
        where: { attemptId: begun.attemptId },
        orderBy: [{ openedAt: 'asc' }, { kind: 'asc' }],
      }),
    untilState: (begun: BegunPurchase, state: string) =>
      until(`the payment to be ${state}`, async () => (await attempt(begun.attemptId)).state === state),
  };
}

/** The test server's time stops indefinitely when a workflow is ended in the middle of a task or an activity. */
export async function endQuietly(handle: WorkflowHandle): Promise<void> {
  await until('activities to end', async () => {
    const { status, raw } = await handle.describe();
    if (status.name !== 'RUNNING') return true;
    return (raw.pendingActivities ?? []).length === 0 && !(await isInTask(handle));
  });
  await handle.terminate('The test is over.').catch(() => undefined);
}

async function isInTask(handle: WorkflowHandle): Promise<boolean> {
  const { events } = await handle.fetchHistory();
  const last = events?.at(-1);
  return !last?.eventType || inTask.has(last.eventType);
}

const { EventType } = proto.temporal.api.enums.v1;
/** Events after which the workflow still has something to do. */
const inTask: ReadonlySet<number> = new Set([
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
  EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
  EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED,
  EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED,
  EventType.EVENT_TYPE_ACTIVITY_TASK_FAILED,
  EventType.EVENT_TYPE_TIMER_FIRED,
]);

export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${WAIT_MS / 1000} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function onVirtualTime(
  activities: ReturnType<typeof paymentActivities>,
  before: () => Promise<void>,
): Partial<Activities> {
  const names = Object.keys(activities) as Step[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      async (input: never) => {
        await before();
        return activities[name](input);
      },
    ]),
  );
}
