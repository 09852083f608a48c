/** The two signatures of a delivery, checked as its receiver checks them. */
import { createHmac } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { Received } from '#tests/harness/receiver.ts';

const AGE_MAX_S = 60;

/** By our own header, as the description of the API tells. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const [, seconds = '', digest] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-chalan-signature'])) ?? [];
  const isFresh = Math.abs(Date.now() / 1_000 - Number(seconds)) < AGE_MAX_S;
  return isFresh && digest === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

/** By the library of Standard Webhooks, without any code of ours. */
export function isStandard({ headers, body }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
