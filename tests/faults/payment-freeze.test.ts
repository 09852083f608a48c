/**
 * A worker that is killed (`kill -9`) or frozen (`SIGSTOP`) in the middle of a call that moves money, on real
 * processes: its missing heartbeat is noticed, the money moves once, and a process that continues sends nothing.
 */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import { sandboxBkash } from '#temporal/local/sandbox-bkash.ts';
import { beginPayment } from '#tests/harness/account-data.ts';
import { startOwnStack, type OwnStack } from '#tests/harness/own-stack.ts';
import { until } from '#tests/harness/until.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { serveBkash, type ServedBkash } from '#tests/sandbox/bkash/serve.ts';
import { purchaseWorkflowId, refundWorkflowId } from '#workflows/ids.ts';
import { customerProblems } from './payment-audit.ts';

/** With this minute, an execute settles within 15 s and a refund within six minutes. */
const MINUTE_MS = 1_000;
/** Longer than anything here waits. */
const SILENT_MS = 100_000;
const TEST_TIMEOUT_MS = 180_000;
const { EventType, TimeoutType } = proto.temporal.api.enums.v1;

let bkash: ServedBkash;
let own: OwnStack;
let demo: Customer;
let admin: Customer;
let temporal: Client;

beforeAll(async () => {
  bkash = await serveBkash();
  bkash.control.setSwitches({ duplicateWindowMs: 0 });
  own = await startOwnStack({
    LOG_LEVEL: 'warn',
    PASSWORD_HASH_LOG2_N: '12',
    PURCHASE_MINUTE_MS: String(MINUTE_MS),
    ...sandboxBkash(bkash.url),
    BKASH_URL: bkash.url,
  });
  const { app, temporal: server } = own.stack.addresses;
  demo = await signIn(app, 'demo@chalan.test', 'demo1234');
  admin = await signIn(app, 'admin@chalan.test', 'admin1234');
  const connection = await Connection.connect({ address: server.address });
  temporal = new Client({ connection, namespace: server.namespace });
});
afterAll(async () => {
  await temporal.connection.close();
  await own.stop();
  bkash.stop();
});
beforeEach(() => bkash.control.clearFaults());

const attemptOf = (paymentId: string) => own.db.paymentAttempt.findUniqueOrThrow({ where: { paymentId } });
/** The calls that the gateway let through. */
const callsOf = (operation: 'execute' | 'refund', paymentID: string) =>
  bkash.control
    .calls(operation)
    .filter(({ body }) => (body['paymentID'] ?? body['paymentId']) === paymentID)
    .filter(({ status }) => status !== 401);
const paid = (paymentID: string) =>
  until('the payment to be paid', async () => (await attemptOf(paymentID)).state === 'paid');

/** Creates a payment whose payer approves it and returns. */
async function returned(): Promise<string> {
  const { paymentID } = await beginPayment(demo, 100);
  await fetch(bkash.control.approve(paymentID, firstWallet), { redirect: 'manual' });
  return paymentID;
}

function workerPart() {
  const part = own.stack.parts.find(({ name }) => name === 'worker');
  const pid = part?.pid();
  if (!part || !pid) throw new Error('The worker is not running.');
  return { part, pid };
}

async function killWorker(): Promise<void> {
  const { part, pid } = workerPart();
  process.kill(pid, 'SIGKILL');
  await until('another worker', () => part.pid() !== undefined && part.pid() !== pid);
}

/** Freezes the worker until Temporal has given up the call, then lets it continue. */
async function freezeUntilMissed(workflowId: string): Promise<void> {
  const { pid } = workerPart();
  process.kill(pid, 'SIGSTOP');
  try {
    await missed(workflowId);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** The call was given up because its heartbeat was missing, not because its time was over. */
const missed = (workflowId: string) =>
  until('the missing heartbeat', async () => {
    const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory();
    return (events ?? []).some(({ eventType, activityTaskTimedOutEventAttributes: timedOut }) => {
      if (eventType !== EventType.EVENT_TYPE_ACTIVITY_TASK_TIMED_OUT) return false;
      const { timeoutType } = timedOut?.failure?.timeoutFailureInfo ?? {};
      return timeoutType === TimeoutType.TIMEOUT_TYPE_HEARTBEAT;
    });
  });

const onceCredited = async (paymentID: string): Promise<void> => {
  await paid(paymentID);
  expect(callsOf('execute', paymentID)).toHaveLength(1);
  expect(bkash.control.ledger().filter((entry) => entry.paymentID === paymentID)).toHaveLength(1);
  expect(await customerProblems(own.db, bkash.control, demo.userId)).toEqual([]);
};

describe('an execute', () => {
  test(
    'an execute whose worker is killed is noticed by its missing heartbeat, looked up, and credited once',
    async () => {
      bkash.control.addFault({ operation: 'execute', kind: 'answerLate', ms: SILENT_MS });
      const paymentID = await returned();
      await until('the debit', () => bkash.control.payment(paymentID).state === 'COMPLETED');
      await killWorker();
      await missed(purchaseWorkflowId((await attemptOf(paymentID)).id));
      await onceCredited(paymentID);
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'an execute whose worker is frozen while bKash debits is credited once, by the answer or by a query',
    async () => {
      bkash.control.addFault({ operation: 'execute', kind: 'answerLate', ms: 2_000 });
      const paymentID = await returned();
      await until('the debit', () => bkash.control.payment(paymentID).state === 'COMPLETED');
      await freezeUntilMissed(purchaseWorkflowId((await attemptOf(paymentID)).id));
      await onceCredited(paymentID);
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'an execute whose worker is frozen between the claim and the request is made once when it resumes',
    async () => {
      const { paymentID } = await beginPayment(demo, 100);
      // The gateway rejects the first request, and the next token takes its time.
      bkash.control.revokeTokens();
      const grants = bkash.control.calls('grant').length;
      bkash.control.addFault({ operation: 'grant', kind: 'delay', ms: 3_000 });
      await fetch(bkash.control.approve(paymentID, firstWallet), { redirect: 'manual' });
      await until('the grant', () => bkash.control.calls('grant').length > grants);
      await freezeUntilMissed(purchaseWorkflowId((await attemptOf(paymentID)).id));
      await onceCredited(paymentID);
      expect(await attemptOf(paymentID)).toMatchObject({ executes: 1, claimedAt: null });
    },
    TEST_TIMEOUT_MS,
  );
});

describe('a refund', () => {
  const refund = async (paymentID: string): Promise<string> => {
    const { id } = await attemptOf(paymentID);
    const answer = await admin.call<{ refundId: string }>(`/api/admin/payments/${id}/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ amount: 40, reason: 'Asked for by mail' }),
    });
    return answer.refundId;
  };
  const onceMade = async (paymentID: string, id: string): Promise<void> => {
    const state = async () => (await own.db.paymentRefund.findUniqueOrThrow({ where: { id } })).state;
    await until('the refund to be done', async () => (await state()) === 'done');
    expect(callsOf('refund', paymentID)).toHaveLength(1);
    expect(bkash.control.refunds().filter((made) => made.paymentID === paymentID)).toHaveLength(1);
    expect(await customerProblems(own.db, bkash.control, demo.userId)).toEqual([]);
  };

  test.each(['killed', 'frozen'])(
    'a refund whose worker is %s while bKash makes it is made once and found',
    async (what) => {
      const paymentID = await returned();
      await paid(paymentID);
      const ms = what === 'killed' ? SILENT_MS : 2_000;
      bkash.control.addFault({ operation: 'refund', kind: 'answerLate', ms });
      const id = await refund(paymentID);
      await until('the refund at bKash', () =>
        bkash.control.refunds().some((made) => made.paymentID === paymentID),
      );
      if (what === 'killed') await killWorker();
      else await freezeUntilMissed(refundWorkflowId(id));
      await missed(refundWorkflowId(id));
      await onceMade(paymentID, id);
    },
    TEST_TIMEOUT_MS,
  );
});
