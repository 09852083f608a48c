/** Records the histories of purchases and refunds for the replay test, by hand: `npx tsx tests/replay/record-payments.ts`. */
import { randomUUID } from 'node:crypto';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { PaymentActivities } from '#activities/payments.ts';
import type { PurchaseView } from '#api/domain/purchase-attempt.ts';
import type { RefundView } from '#api/domain/refund-steps.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startDevServer } from '#temporal/start.ts';
import type { creditPurchase } from '#workflows/credit-purchase.ts';
import { purchaseWorkflowId, refundWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { paymentRefund } from '#workflows/payment-refund.ts';
import { writeHistory } from './histories.ts';

/** A day of checks in a few seconds. */
const MINUTE_MS = 4;
const EARLIER_MS = 60 * MINUTE_MS;

Runtime.install({ logger: new DefaultLogger('ERROR') });
const server = await startDevServer({ port: await freePort() });
const connection = await Connection.connect({ address: server.address });
const native = await NativeConnection.connect({ address: server.address });
const client = new Client({ connection });
const codePath = await workflowBundle('.cache');

type Purchase = WorkflowHandle<typeof creditPurchase>;
type PurchaseStory = {
  outcome: string;
  /** State at the start: anything but `new` is a purchase that is started again. */
  begins?: Partial<PurchaseView>;
  activities: Partial<PaymentActivities>;
  during: (purchase: Purchase) => Promise<unknown>;
};

function viewOf(given: Partial<PurchaseView>): PurchaseView {
  return {
    state: 'new',
    message: null,
    returned: null,
    ended: false,
    openedAtMs: Date.now() - EARLIER_MS,
    executed: false,
    page: { paymentId: 'TR0011abcdefg1762072142166', bkashUrl: 'https://payment.example/' },
    refundDue: false,
    ...given,
  };
}
const initiated = viewOf({ state: 'initiated' });
const unknown = viewOf({ state: 'unknown', executed: true });
const held = viewOf({ state: 'held', executed: true });
const duplicate = viewOf({ state: 'duplicate', executed: true, refundDue: true });
const paid = viewOf({ state: 'paid', executed: true, ended: true });
const failed = viewOf({ state: 'failed', ended: true, page: null });
const expired = viewOf({ state: 'expired', ended: true });
const checked = (view: PurchaseView, approved = false) => ({ view, approved, answered: true });
const lost = () => Promise.reject(new Error('The answer is lost.'));

const stories: PurchaseStory[] = [
  {
    outcome: 'paid',
    activities: { executePayment: async () => paid },
    during: (purchase) => purchase.signal('payerReturned', { status: 'success' }),
  },
  {
    outcome: 'answer-lost-then-found',
    activities: {
      executePayment: lost,
      markPaymentUnknown: async () => unknown,
      checkPayment: inTurn(checked(unknown), { ...checked(unknown), answered: false }, checked(paid)),
    },
    during: (purchase) => purchase.signal('payerReturned', { status: 'success' }),
  },
  {
    outcome: 'cancelled-and-expired',
    activities: { checkPayment: async () => checked(viewOf({ state: 'cancelled', returned: 'cancel' })) },
    during: async (purchase) => {
      await purchase.signal('payerReturned', { status: 'cancel' });
      await purchase.signal('look');
      await purchase.signal('look');
    },
  },
  {
    outcome: 'approved-and-executed-by-a-check',
    activities: {
      executePayment: inTurn(viewOf({ state: 'initiated', returned: 'success', executed: true }), paid),
      checkPayment: async () =>
        checked(viewOf({ state: 'initiated', returned: 'success', executed: true }), true),
    },
    during: (purchase) => purchase.signal('payerReturned', { status: 'success' }),
  },
  {
    outcome: 'held-then-credited',
    activities: { checkPayment: async () => checked(held), decidePayment: async () => paid },
    during: async (purchase) => {
      await purchase.signal('look');
      await untilState(purchase, 'held');
      await purchase.executeUpdate('decideHeld', {
        args: [{ decision: 'credit', actorId: 'admin', reason: 'Checked' }],
      });
    },
  },
  {
    outcome: 'second-payment-sent-back',
    activities: {
      checkPayment: async () => checked(duplicate),
      endPurchase: async () => ({ ...duplicate, ended: true, refundDue: false }),
    },
    during: (purchase) => purchase.signal('look'),
  },
  {
    outcome: 'not-created',
    activities: { createPayment: lost },
    during: async () => undefined,
  },
  {
    outcome: 'started-again-while-executing',
    begins: { state: 'executing', executed: true, returned: 'success' },
    activities: { checkPayment: inTurn(checked(unknown), checked(paid)) },
    during: async () => undefined,
  },
];

async function recordPurchases(): Promise<void> {
  for (const { outcome, begins, activities, during } of stories) {
    const all: Partial<PaymentActivities> = {
      readPurchase: async () => viewOf(begins ?? { page: null }),
      createPayment: async () => ({ view: initiated, refused: false }),
      failPurchase: async () => failed,
      endPurchase: async () => expired,
      sendBack: async () => undefined,
      checkPayment: async () => checked(initiated),
      ...activities,
    };
    await withWorker(all, async () => {
      const attemptId = randomUUID();
      const purchase = await client.workflow.start<typeof creditPurchase>('creditPurchase', {
        workflowId: purchaseWorkflowId(attemptId),
        taskQueue: taskQueues.main,
        args: [{ attemptId, userId: 'user-1', minuteMs: MINUTE_MS, executeLate: false }],
      });
      if (!begins) await purchase.executeUpdate('openPayment').catch(() => undefined);
      await during(purchase);
      await purchase.result();
      await save('creditPurchase', outcome, purchase);
    });
  }
}

async function recordRefunds(): Promise<void> {
  const refund = (state: RefundView['state'], sent: boolean): RefundView => ({ state, sent });
  const waiting = refund('pending', false);
  const open = refund('unknown', true);
  const done = refund('done', true);
  const look = (view: RefundView) => ({ view, clean: true });
  const outcomes: Record<string, Partial<PaymentActivities>> = {
    done: { sendRefund: async () => done },
    refused: { sendRefund: async () => refund('failed', true) },
    'answer-lost-then-found': { sendRefund: lost, lookForRefund: inTurn(look(open), look(done)) },
    'sent-once-more': { sendRefund: inTurn(open, done), lookForRefund: async () => look(open) },
    'not-reached': { sendRefund: async () => waiting },
    'left-to-a-person': { sendRefund: async () => open, lookForRefund: async () => look(open) },
  };
  for (const [outcome, activities] of Object.entries(outcomes)) {
    let lastRead = waiting;
    const all: Partial<PaymentActivities> = {
      readRefund: async () => {
        const read = lastRead;
        lastRead = open;
        return read;
      },
      markRefundUnknown: async () => open,
      failRefund: async () => refund('failed', false),
      reportRefund: async () => undefined,
      ...activities,
    };
    await withWorker(all, async () => {
      const refundId = randomUUID();
      const handle = await client.workflow.start<typeof paymentRefund>('paymentRefund', {
        workflowId: refundWorkflowId(refundId),
        taskQueue: taskQueues.main,
        args: [{ refundId, minuteMs: MINUTE_MS }],
      });
      await handle.result();
      await save('paymentRefund', outcome, handle);
    });
  }
}

/** One answer after the other; the last one repeats. */
function inTurn<Answer>(...answers: [Answer, ...Answer[]]): () => Promise<Answer> {
  let turn = 0;
  return async () => {
    const answer = answers[Math.min(turn, answers.length - 1)] ?? answers[0];
    turn += 1;
    return answer;
  };
}

async function untilState(purchase: Purchase, state: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await purchase.query<{ state: string }>('progress')).state !== state) {
    if (Date.now() > deadline) throw new Error(`The purchase did not become ${state}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function withWorker(activities: Partial<PaymentActivities>, story: () => Promise<void>): Promise<void> {
  const worker = await Worker.create({
    connection: native,
    taskQueue: taskQueues.main,
    workflowBundle: { codePath },
    activities,
  });
  await worker.runUntil(story);
}

async function save(workflow: string, outcome: string, handle: WorkflowHandle): Promise<void> {
  writeHistory({ workflow, outcome, history: (await handle.fetchHistory()) as never });
  process.stdout.write(`${workflow}/${outcome}\n`);
}

try {
  await recordPurchases();
  await recordRefunds();
} finally {
  await Promise.all([native.close(), connection.close()]);
  await server.stop();
}
process.exit();
