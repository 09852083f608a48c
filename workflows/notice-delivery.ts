/** Pushes or mails one notification: sends it with growing pauses until it is accepted, for a limited time. */
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';
import type { NoticeDeliveryInput } from './system-messages.ts';

const { giveUpNotice } = proxyActivities<Activities>(policies.steps);
const { startMissedNotices } = proxyActivities<Activities>(policies.pickup);

/** The step itself ends when the notification is no longer useful; this bounds the history in any case. */
const TRIES_MAX = 30;
const FIRST_PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 3_600_000;

/** Pause after the given number of attempts, in milliseconds: 5 s, 10 s, 20 s, … up to an hour. */
const pauseAfter = (tries: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), PAUSE_MAX_MS);

/** Ends without an error if the delivery is given up; it then contains the reason of the last failure. */
export async function noticeDelivery({ deliveryId, userId }: NoticeDeliveryInput): Promise<void> {
  const { sendNotice } = proxyActivities<Activities>(policies.webhook(userId));
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const sent = await sendNotice({ deliveryId });
    if (sent.end === 'done') return;
    await sleep(Math.min(Math.max(pauseAfter(tries), sent.afterMs), PAUSE_MAX_MS));
  }
  await giveUpNotice({ deliveryId });
}

/** Starts workflows for deliveries that have none. */
export async function noticePickup(): Promise<void> {
  await startMissedNotices();
}
