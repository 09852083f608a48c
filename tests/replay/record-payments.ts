/**
 * Records the histories of purchases and refunds for the replay test; run by hand: `npx tsx
 * tests/replay/record-payments.ts`.
 */
import { randomUUID } from 'node:crypto';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { PaymentActivities } from '#activities/payments.ts';
import type { PurchaseView } from '#api/domain/payments/purchase-attempt.ts';
import type { RefundView } from '#api/domain/payments/refund-steps.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startDevServer } from '#temporal/start.ts';
import type { creditPurchase } from '#workflows/credit-purchase.ts';
import { purchaseWorkflowId, refundWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { paymentRefund } from '#workflows/payment-refund.ts';
import { writeHistory } from './histories.ts';

/** With this minute, a day of checks takes a few seconds. */
const MINUTE_MS = 4;
const EARLIER_MS = 60 * MINUTE_MS;
const SETTLE_MS = 15 * MINUTE_MS;
const REFUND_SETTLE_MS = 360 * MINUTE_MS;
/** The look-ups of the settling time, and more. */
const LOOKS_BEFORE_DECISION = 16;

Runtime.install({ logger: new DefaultLogger('ERROR') });
const server = await startDevServer({ port: await freePort() });
const connection = await Connection.connect({ address: server.address });
const native = await NativeConnection.connect({ address: server.address });
const client = new Client({ connection });
const codePath = await workflowBundle('.cache');

type Purchase = WorkflowHandle<typeof creditPurchase>;
type PurchaseScenario = {
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
    executes: 0,
    settlesAtMs: null,
    page: { paymentId: 'TR0011abcdefg1762072142166', bkashUrl: 'https://payment.example/' },
    refundDue: false,
    ...given,
  };
}
const initiated = viewOf({ state: 'initiated' });
const executed = { executed: true, executes: 1 };
/** Sent just now; bKash may act on it for a while. */
const lostView = () => viewOf({ state: 'unknown', ...executed, settlesAtMs: Date.now() + SETTLE_MS });
const unknown = viewOf({ state: 'unknown', ...executed, returned: 'success', settlesAtMs: Date.now() });
const held = viewOf({ state: 'held', executed: true });
const duplicate = viewOf({ state: 'duplicate', executed: true, refundDue: true });
const paid = viewOf({ state: 'paid', executed: true, ended: true });
const failed = viewOf({ state: 'failed', ended: true, page: null });
const expired = viewOf({ state: 'expired', ended: true });
const checked = (view: PurchaseView, approved = false) => ({ view, approved, answered: true });
const lost = () => Promise.reject(new Error('The answer is lost.'));

const scenarios: PurchaseScenario[] = [
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
      checkPayment: answersInOrder(checked(unknown), { ...checked(unknown), answered: false }, checked(paid)),
    },
    during: (purchase) => purchase.signal('payerReturned', { status: 'success' }),
  },
  {
    outcome: 'executed-again',
    activities: {
      executePayment: answersInOrder(unknown, paid),
      checkPayment: async () => checked(unknown, true),
    },
    during: (purchase) => purchase.signal('payerReturned', { status: 'success' }),
  },
  {
    outcome: 'reported-and-expired',
    activities: {
      executePayment: async () => lostView(),
      checkPayment: async () => checked({ ...unknown, returned: 'cancel' }, true),
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
      executePayment: answersInOrder(
        viewOf({ state: 'initiated', returned: 'success', executed: true }),
        paid,
      ),
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
    outcome: 'refused-in-words',
    activities: {
      // Earlier versions recorded the words as a text, and later ones record a message.
      createPayment: async () => ({ view: { ...failed, message: 'Insufficient Balance' }, refused: true }),
    },
    during: async () => undefined,
  },
  {
    outcome: 'started-again-while-executing',
    begins: { state: 'executing', executed: true, returned: 'success' },
    activities: { checkPayment: answersInOrder(checked(unknown), checked(paid)) },
    during: async () => undefined,
  },
];

async function recordPurchases(): Promise<void> {
  for (const { outcome, begins, activities, during } of scenarios) {
    const all: Partial<PaymentActivities> = {
      readPurchase: async () => viewOf(begins ?? { page: null }),
      createPayment: async () => ({ view: initiated, refused: false }),
      failPurchase: async () => failed,
      reportUnknownPayment: async () => undefined,
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
        args: [{ attemptId, userId: 'user-1', minuteMs: MINUTE_MS, executeLate: false, executeAgain: true }],
      });
      if (!begins) await purchase.executeUpdate('openPayment').catch(() => undefined);
      await during(purchase);
      await purchase.result();
      await save('creditPurchase', outcome, purchase);
    });
  }
}

async function recordRefunds(): Promise<void> {
  const waiting: RefundView = {
    state: 'pending',
    sentAtMs: null,
    settlesAtMs: null,
    endedAtMs: null,
    compared: false,
  };
  const sent = (): RefundView => ({
    ...waiting,
    sentAtMs: Date.now(),
    settlesAtMs: Date.now() + REFUND_SETTLE_MS,
  });
  const open = (): RefundView => ({ ...sent(), state: 'unknown' });
  const ended = (state: RefundView['state']): RefundView => ({ ...sent(), state, endedAtMs: Date.now() });
  const answer = (view: RefundView, answered = true) => ({ view, answered });
  const outcomes: Record<string, Partial<PaymentActivities>> = {
    done: { sendRefund: async () => ended('done') },
    refused: { sendRefund: async () => ended('failed') },
    'answer-lost-then-found': {
      sendRefund: lost,
      lookForRefund: madeInOrder([open, () => ended('done')], answer),
    },
    'sent-by-the-third-try': { sendRefund: madeInOrder([() => waiting, () => waiting, () => ended('done')]) },
    'list-not-read-at-first': {
      sendRefund: async () => ended('done'),
      compareRefunds: madeInOrder([() => false, () => false, () => true], (answered) =>
        answer(ended('done'), answered),
      ),
    },
    'not-reached': { sendRefund: async () => waiting },
    'cancelled-after-its-report': {
      sendRefund: async () => open(),
      lookForRefund: async () => answer(open()),
    },
    'decided-by-a-person': { sendRefund: async () => open(), lookForRefund: async () => answer(open()) },
  };
  for (const [outcome, activities] of Object.entries(outcomes)) {
    let reads = 0;
    let looks = 0;
    const isDecided = outcome === 'decided-by-a-person';
    const all: Partial<PaymentActivities> = {
      readRefund: async () => {
        reads += 1;
        return reads === 1 ? waiting : ended('failed');
      },
      markRefundUnknown: async () => open(),
      giveUpRefund: async () => ({ ...waiting, state: 'failed', endedAtMs: Date.now() }),
      reportRefund: async () => undefined,
      compareRefunds: async () => answer(ended('done')),
      ...activities,
    };
    const { lookForRefund } = all;
    if (lookForRefund) {
      all.lookForRefund = (input) => {
        looks += 1;
        return lookForRefund(input);
      };
    }
    await withWorker(all, async () => {
      const refundId = randomUUID();
      const handle = await client.workflow.start<typeof paymentRefund>('paymentRefund', {
        workflowId: refundWorkflowId(refundId),
        taskQueue: taskQueues.main,
        args: [{ refundId, minuteMs: MINUTE_MS }],
      });
      if (isDecided) {
        await until('a few looks', () => looks >= LOOKS_BEFORE_DECISION);
        await handle.signal('refundChanged');
      }
      if (outcome === 'cancelled-after-its-report') {
        await until('a few looks', () => looks >= LOOKS_BEFORE_DECISION);
        await handle.cancel();
      }
      await handle.result().catch(() => undefined);
      await save('paymentRefund', outcome, handle);
    });
  }
}

/** Returns one answer after the other; the last one repeats. */
function answersInOrder<Answer>(...answers: [Answer, ...Answer[]]): () => Promise<Answer> {
  let turn = 0;
  return async () => {
    const answer = answers[Math.min(turn, answers.length - 1)] ?? answers[0];
    turn += 1;
    return answer;
  };
}

/** The same, for answers that contain the current time. */
function madeInOrder<Made, Answer>(
  answers: [() => Made, ...(() => Made)[]],
  wrap: (made: Made) => Answer,
): () => Promise<Answer>;
function madeInOrder<Made>(answers: [() => Made, ...(() => Made)[]]): () => Promise<Made>;
function madeInOrder<Made>(
  answers: [() => Made, ...(() => Made)[]],
  wrap: (made: Made) => unknown = (made) => made,
): () => Promise<unknown> {
  const next = answersInOrder(...answers);
  return async () => wrap((await next())());
}

function untilState(purchase: Purchase, state: string): Promise<void> {
  return until(
    `the purchase to be ${state}`,
    async () => (await purchase.query<{ state: string }>('progress')).state === state,
  );
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited 20 s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function withWorker(
  activities: Partial<PaymentActivities>,
  scenario: () => Promise<void>,
): Promise<void> {
  const worker = await Worker.create({
    connection: native,
    taskQueue: taskQueues.main,
    workflowBundle: { codePath },
    activities,
  });
  await worker.runUntil(scenario);
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
