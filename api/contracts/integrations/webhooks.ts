/** Calls about webhooks, and what they are sent. */
import { z } from 'zod';
import { ownerProof } from '#contracts/accounts/account.ts';
import { limits } from '#contracts/limits.ts';

export const webhookEvents = [
  'job.completed',
  'job.failed',
  'payment.completed',
  'payment.refunded',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** Sent when the customer asks for it. */
export const testEvent = 'webhook.test';

export const isWebhookEvent = (text: string): text is WebhookEvent =>
  webhookEvents.some((event) => event === text);

/** Webhooks of one customer. */
export const webhooksMax = 5;
export const deliveriesPageSize = 10;
const URL_CHARACTERS_MAX = 500;

/** `t` in seconds since 1970; `v1` is the HMAC-SHA256 of `t.body` under the webhook's secret, in hex. */
export const signatureHeader = 'X-Chalan-Signature';
export const eventIdHeader = 'X-Chalan-Event-Id';
export const eventTypeHeader = 'X-Chalan-Event';
/**
 * The same as Standard Webhooks has it, for receivers that check with its libraries: the signature is `v1,` and the
 * HMAC-SHA256 of `id.timestamp.body` in base64, under the bytes that stand in base64 behind the prefix of the secret.
 */
export const standardHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
export const secretPrefix = 'whsec_';

export const webhookLimits = {
  /** How long a delivery is tried. */
  windowMs: 24 * 3_600_000,
  /** A webhook that has failed for so long is switched off. */
  failingMaxMs: 3 * 24 * 3_600_000,
  answerMs: 10_000,
  answerBytesMax: 64 * 1024,
} as const;

const events = z
  .array(z.enum(webhookEvents))
  .min(1, 'Please choose at least one event.')
  .max(webhookEvents.length)
  .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event)));

const webhookWish = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://.' })
    .max(URL_CHARACTERS_MAX),
  events,
});
export const webhookBody = webhookWish.extend(ownerProof.shape);
/** The proof is asked for where the address is another one. */
export const changeWebhookBody = webhookWish.extend({
  ...ownerProof.shape,
  currentPassword: z.string().max(limits.passwordLengthMax).default(''),
  enabled: z.boolean(),
});
export type WebhookWish = z.infer<typeof webhookWish>;
export type WebhookBody = z.infer<typeof webhookBody>;
export type ChangeWebhookBody = z.infer<typeof changeWebhookBody>;

export const webhookPath = z.object({ id: z.uuid() });
export const deliveryPath = webhookPath.extend({ deliveryId: z.uuid() });
export const deliveriesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(deliveriesPageSize),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

/** `pending`: to be sent. `sending`: tried, and tried again. */
export const deliveryStates = ['pending', 'sending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
