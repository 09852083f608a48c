/** Delivers one event to one webhook: sends it with growing pauses until it is accepted, for one day at most. */
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';
import type { WebhookDeliveryInput } from './system-messages.ts';

const { giveUpDelivery } = proxyActivities<Activities>(policies.steps);
const { startMissedWebhooks } = proxyActivities<Activities>(policies.pickup);

const WINDOW_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 10_000;
const PAUSE_MAX_MS = 2 * 3_600_000;

/** Pause after the given number of attempts, in milliseconds: 10 s, 20 s, 40 s, … up to 2 hours. */
const pauseAfter = (tries: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), PAUSE_MAX_MS);

/** Ends without an error if the delivery is given up; the delivery then contains the reason of the last failure. */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<void> {
  const { sendWebhook } = proxyActivities<Activities>(policies.webhook(input.userId));
  const { deliveryId } = input;
  const deadlineMs = Date.now() + WINDOW_MS;
  for (let tries = 1; (await sendWebhook({ deliveryId })) === 'again'; tries += 1) {
    const pauseMs = pauseAfter(tries);
    if (Date.now() + pauseMs > deadlineMs) return giveUpDelivery({ deliveryId });
    await sleep(pauseMs);
  }
}

/** Starts workflows for deliveries that have none. */
export async function webhookPickup(): Promise<void> {
  await startMissedWebhooks();
}
