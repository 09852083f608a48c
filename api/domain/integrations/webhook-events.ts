/** Records events for the subscribed webhooks, in the transaction in which they occur. */
import { randomUUID } from 'node:crypto';
import { storedMessage } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { EventData, EventName, JobEndData } from '#contracts/calls/integrations-answers.ts';
import type { JobState } from '#contracts/jobs/jobs.ts';
import { receiptLabel } from '#contracts/payments/transactions.ts';
import type { WebhookEvent } from '#contracts/integrations/webhooks.ts';
import type { Transaction } from '#prisma/client.ts';
import { banksToName } from '#api/domain/portals/banks.ts';

/** Returns the body to send, which is the same for all webhooks that subscribe to the event. */
export function eventBody<Name extends EventName>(type: Name, data: EventData[Name], now: Date) {
  return { id: `evt_${randomUUID()}`, type, createdAt: now.toISOString(), data };
}

type Happened<Name> = { userId: string; event: Name; key: string; now: Date };

/** Records an event once per key and webhook. For customers without webhooks this is a single query. */
async function notifyWebhooks<Name extends WebhookEvent>(
  tx: Transaction,
  { userId, event, key: eventKey, now }: Happened<Name>,
  readData: () => Promise<EventData[Name]>,
): Promise<void> {
  const webhooks = await tx.webhook.findMany({
    where: { userId, enabled: true, events: { has: event } },
    select: { id: true },
  });
  if (webhooks.length === 0) return;
  const payload = eventBody(event, await readData(), now);
  await tx.webhookDelivery.createMany({
    data: webhooks.map(({ id: webhookId }) => ({ webhookId, eventKey, event, payload, createdAt: now })),
    skipDuplicates: true,
  });
}

/** Identifies the end of one run of a job, so that its event is recorded once per webhook. */
export const jobEventKey = (jobId: string, attempt: number): string => `job:${jobId}:${attempt}`;

/** Records the end of a job. A cancelled job counts as failed, as in the API's `status`. */
export function notifyOfJobEnd(
  tx: Transaction,
  ended: { jobId: string; userId: string; attempt: number; state: string; now: Date },
): Promise<void> {
  const { jobId, userId, attempt, now } = ended;
  const event = ended.state === 'completed' ? 'job.completed' : 'job.failed';
  return notifyWebhooks(tx, { userId, event, key: jobEventKey(jobId, attempt), now }, async () => {
    const job = await tx.job.findUniqueOrThrow({ where: { id: jobId } });
    const bankOf = await banksToName(tx, [job]);
    const data: JobEndData = {
      jobId,
      attempt,
      serviceId: job.serviceId,
      serviceName: job.serviceName,
      fileName: job.fileName,
      status: event === 'job.completed' ? 'completed' : 'failed',
      state: job.state as JobState,
      bank: bankOf(job),
      rowsTotal: job.rowsTotal,
      rowsSucceeded: job.rowsSucceeded,
      rowsFailed: job.rowsFailed,
      rowsNotFound: job.rowsNotFound,
      creditsUsed: creditsFromHundredths(job.capturedAmount),
      creditsReturned: creditsFromHundredths(job.releasedAmount),
      errorCode: job.errorCode,
      errorMessage: job.errorMessage === null ? null : english(storedMessage(job.errorMessage)),
      finishedAt: now.toISOString(),
    };
    return data;
  });
}

/** Records that a payment is completed. Call it after its transaction is recorded. Idempotent per attempt. */
export function notifyOfCompletedPayment(
  tx: Transaction,
  { attemptId, userId, now }: { attemptId: string; userId: string; now: Date },
): Promise<void> {
  return notifyWebhooks(
    tx,
    { userId, event: 'payment.completed', key: `payment:${attemptId}`, now },
    async () => {
      const payment = await tx.transaction.findUniqueOrThrow({ where: { attemptId } });
      const paidAt = payment.completedAt ?? now;
      return {
        transactionId: payment.id,
        trxID: payment.reference,
        method: payment.method,
        amountBdt: bdtFromPoisha(payment.amount),
        credits: creditsFromHundredths(payment.credits),
        receiptNumber: payment.receiptNumber === null ? null : receiptLabel(payment.receiptNumber, paidAt),
        paidAt: paidAt.toISOString(),
      };
    },
  );
}

/**
 * Records that a payment is refunded. `amount` is in poisha, `creditsTaken` in hundredths. Idempotent per refund.
 */
export function notifyOfRefundedPayment(
  tx: Transaction,
  refund: { id: string; attemptId: string; userId: string; amount: bigint; creditsTaken: bigint; now: Date },
): Promise<void> {
  const { id, attemptId, userId, amount, creditsTaken, now } = refund;
  return notifyWebhooks(tx, { userId, event: 'payment.refunded', key: `refund:${id}`, now }, async () => {
    const payment = await tx.transaction.findUniqueOrThrow({ where: { attemptId } });
    return {
      transactionId: payment.id,
      trxID: payment.reference,
      method: payment.method,
      refundedBdt: bdtFromPoisha(amount),
      creditsTakenBack: creditsFromHundredths(creditsTaken),
      wholePayment: payment.status === 'refunded',
      refundedAt: now.toISOString(),
    };
  });
}
