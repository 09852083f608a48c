/** Schemas of the calls about webhooks, and of what webhooks receive. */
import { z } from 'zod';
import { DAY_MS } from '#contracts/durations.ts';
import { ownerProof } from '#contracts/accounts/account.ts';
import { limits } from '#contracts/limits.ts';

export const webhookEvents = [
  'job.completed',
  'job.failed',
  'payment.completed',
  'payment.refunded',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** Event that is sent when the customer requests a test. */
export const testEvent = 'webhook.test';

export const isWebhookEvent = (text: string): text is WebhookEvent =>
  webhookEvents.some((event) => event === text);

/** Maximum number of webhooks per customer. */
export const webhooksMax = 5;
export const deliveriesPageSize = 10;
const URL_CHARACTERS_MAX = 500;

/**
 * The header contains `t`, in seconds since 1970, and `v1`, the HMAC-SHA256 of `t.body` with the webhook's secret as
 * key, in hexadecimal.
 */
export const signatureHeader = 'X-Chalan-Signature';
export const eventIdHeader = 'X-Chalan-Event-Id';
export const eventTypeHeader = 'X-Chalan-Event';
/**
 * The same data in the format of Standard Webhooks, for receivers that verify with its libraries. The signature is
 * `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. The key is the part of the secret after its prefix,
 * decoded from base64. A secret in URL-safe base64 (older ones) adds a second signature, whose key is the whole secret
 * as it is.
 */
export const standardHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
export const secretPrefix = 'whsec_';

export const webhookLimits = {
  /** How long delivery of an event is attempted. */
  windowMs: DAY_MS,
  /** A webhook that has failed for this long is switched off when the delivery of an event is given up. */
  failingMaxMs: 3 * DAY_MS,
  answerMs: 10_000,
  answerBytesMax: 64 * 1024,
} as const;

const events = z
  .array(z.enum(webhookEvents))
  .min(1, 'Please choose at least one event.')
  .max(webhookEvents.length)
  .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event)));

const webhookRequest = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://.' })
    .max(URL_CHARACTERS_MAX),
  events,
});
export const webhookBody = webhookRequest.extend(ownerProof.shape);
/**
 * Absent fields stay as they are, so that a page which was loaded earlier reverts nothing that it does not change. The
 * proof of ownership is required if the address changes.
 */
export const changeWebhookBody = webhookRequest
  .extend({ enabled: z.boolean() })
  .partial()
  .extend({
    ...ownerProof.shape,
    currentPassword: z.string().max(limits.passwordLengthMax).default(''),
  });
export type WebhookRequest = z.infer<typeof webhookRequest>;
export type WebhookBody = z.infer<typeof webhookBody>;
export type ChangeWebhookBody = z.infer<typeof changeWebhookBody>;

export const webhookPath = z.object({ id: z.uuid() });
export const deliveryPath = webhookPath.extend({ deliveryId: z.uuid() });
export const deliveriesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(deliveriesPageSize),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

/** `pending`: not sent yet. `sending`: attempted and retried. */
export const deliveryStates = ['pending', 'sending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
