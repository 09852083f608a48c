/** Response schemas of the calls about tokens, webhooks and schedules; the types are inferred from them. */
import { z } from 'zod';
import { jobBank } from './banks-answers.ts';
import { apiScopes } from '#contracts/integrations/api-tokens.ts';
import {
  deliveryStates,
  testEvent,
  webhookEvents,
  type WebhookEvent,
} from '#contracts/integrations/webhooks.ts';
import { jobStates } from '#contracts/jobs/job-states.ts';
import { textShape } from '#contracts/messages/shapes.ts';
import { count, credits, moment, optionalMoment } from './parts.ts';

export const apiToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The token's first characters. */
    prefix: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    state: z.enum(['active', 'expired', 'revoked']),
    createdAt: moment,
    expiresAt: optionalMoment,
    serviceIds: z
      .array(z.string())
      .nullable()
      .describe('Services that its calls may be about; null for all.'),
    creditCap: z.number().nullable().describe('Credits that its runs may use in all; null for no cap.'),
    creditsUsed: z.number().describe('What its runs were charged, and what is reserved for them now.'),
    addressRanges: z.array(z.string()).describe('Where it may be used from; empty for anywhere.'),
    lastUsedAt: optionalMoment,
    lastUsedAddress: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiTokenView = z.infer<typeof apiToken>;

export const delivery = z
  .object({
    id: z.uuid(),
    event: z.string(),
    /** The event id that the receiver sees, by which it can recognise a repeated delivery. */
    eventId: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.number().int(),
    /** Status of the last response; null if there was none. */
    httpStatus: z.number().int().nullable(),
    /** Why the last attempt failed. */
    failure: z.string(),
    createdAt: moment,
    deliveredAt: optionalMoment,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryView = z.infer<typeof delivery>;

/** What the events `job.completed` and `job.failed` report about the job. */
export const jobEndData = z.object({
  jobId: z.uuid(),
  attempt: count,
  serviceId: z.string(),
  serviceName: z.string(),
  fileName: z.string(),
  status: z.enum(['completed', 'failed']),
  state: z.enum(jobStates),
  bank: jobBank,
  rowsTotal: count,
  rowsSucceeded: count,
  rowsFailed: count,
  rowsNotFound: count,
  creditsUsed: credits,
  creditsReturned: credits,
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  finishedAt: moment,
});
export type JobEndData = z.infer<typeof jobEndData>;

const payment = z.object({
  transactionId: z.uuid(),
  trxID: z.string().nullable(),
  method: z.string(),
});
const paymentEventData = payment.extend({
  amountBdt: z.number(),
  credits,
  receiptNumber: z.string().nullable(),
  paidAt: moment,
});
const refundEventData = payment.extend({
  refundedBdt: z.number(),
  creditsTakenBack: credits,
  wholePayment: z.boolean().describe('Nothing of the payment is left to refund.'),
  refundedAt: moment,
});

/** What each event reports. */
export const eventData = {
  'job.completed': jobEndData,
  'job.failed': jobEndData,
  'payment.completed': paymentEventData,
  'payment.refunded': refundEventData,
  [testEvent]: z.object({ message: z.string() }),
} as const satisfies Record<WebhookEvent | typeof testEvent, z.ZodType>;
export type EventName = keyof typeof eventData;
export type EventData = { [Name in EventName]: z.infer<(typeof eventData)[Name]> };

export const webhook = z
  .object({
    id: z.uuid(),
    url: z.url(),
    events: z.array(z.enum(webhookEvents)),
    enabled: z.boolean(),
    failingSince: optionalMoment,
    createdAt: moment,
    lastDelivery: delivery.nullable(),
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhook>;

export const schedule = z
  .object({
    id: z.uuid(),
    name: z.string(),
    serviceId: z.string(),
    serviceName: z.string(),
    fileName: z.string(),
    /** Time in Asia/Dhaka, such as 09:30. */
    time: z.string(),
    enabled: z.boolean(),
    nextRunAt: optionalMoment,
    lastRunAt: optionalMoment,
    lastJobId: z.uuid().nullable(),
    /** Why the last run created no job. */
    ...textShape('lastFailure'),
    createdAt: moment,
  })
  .meta({ id: 'Schedule' });
export type ScheduleView = z.infer<typeof schedule>;

/** What one run of a schedule needs at the current price. */
export const runPrice = z.object({ rows: z.number().int(), credits: z.number() });
export type RunPrice = z.infer<typeof runPrice>;

export const createdSchedule = runPrice.extend({ schedule });
export type CreatedSchedule = z.infer<typeof createdSchedule>;
