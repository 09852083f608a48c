/** The two signatures of a delivery, checked as its receiver checks them. */
import { createHmac } from 'node:crypto';
import { Webhook, WebhookVerificationError, type WebhookOptions } from 'standardwebhooks';
import type { Received } from '#tests/harness/receiver.ts';

const AGE_MAX_S = 60;

/** Checks the platform's own header, as the API description states. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const [, seconds = '', digest] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-chalan-signature'])) ?? [];
  const isFresh = Math.abs(Date.now() / 1_000 - Number(seconds)) < AGE_MAX_S;
  return isFresh && digest === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

/** Checks with the Standard Webhooks library, without any of the platform's code. */
export function isStandard({ headers, body }: Received, secret: string, options?: WebhookOptions): boolean {
  try {
    new Webhook(secret, options).verify(body, headers as Record<string, string>);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
