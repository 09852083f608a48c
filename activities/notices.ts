/** Pushes notifications to browsers and mails them, one attempt at a time, and records how each attempt ends. */
import { AddressRefused } from '#api/adapters/checked-addresses.ts';
import type { OutboundAnswer } from '#api/adapters/outbound.ts';
import type { Deps } from '#api/deps.ts';
import {
  beginSending,
  endDelivery,
  forgetSubscription,
  giveUpDelivery,
  noteFailedTry,
} from '#api/domain/messaging/notice-deliveries.ts';
import { startMissedNotices } from '#api/domain/messaging/notice-start.ts';
import { openNotice, type OpenNotice } from '#api/domain/messaging/opened-notices.ts';
import type { NoticeEnd } from '#workflows/system-messages.ts';
import { beating } from './heartbeats.ts';
import { createPushSender, type PushSender } from './push-sender.ts';

type NoticeDeps = Pick<Deps, 'db' | 'env' | 'mailer' | 'workflows' | 'clock' | 'logger'>;

export type NoticeActivities = ReturnType<typeof noticeActivities>;

/** The push service no longer knows the browser (RFC 8030, section 7.3). */
const goneStatuses = [404, 410];
const tooManyRequests = 429;
/** More than a mail takes, and less than the step may take in all (policies.webhook). */
const STEP_MS = 25_000;
const done: NoticeEnd = { end: 'done' };

export function noticeActivities(deps: NoticeDeps) {
  const { db } = deps;
  const sender = createPushSender(deps.env);
  return {
    /**
     * Makes one attempt. If the process dies after a push, the message is sent again and replaces the first; a mail is
     * marked as sent beforehand, so that it is not sent twice.
     */
    sendNotice: async ({ deliveryId }: { deliveryId: string }): Promise<NoticeEnd> => {
      if (!(await beginSending(db, deliveryId))) return done;
      const notice = await openNotice(deps, deliveryId);
      if (!notice) {
        await endDelivery(db, deliveryId, { state: 'dropped' });
        return done;
      }
      return notice.channel === 'mail'
        ? sendMail(deps, deliveryId, notice)
        : sendPush(deps, sender, deliveryId, notice);
    },

    giveUpNotice: ({ deliveryId }: { deliveryId: string }): Promise<void> => giveUpDelivery(db, deliveryId),

    startMissedNotices: (): Promise<void> => beating(() => startMissedNotices(deps)),
  };
}

type Noticed<Channel> = Extract<OpenNotice, { channel: Channel }>;

async function sendMail(
  { db, mailer, clock }: NoticeDeps,
  id: string,
  { mail }: Noticed<'mail'>,
): Promise<NoticeEnd> {
  const startedAtMs = clock().getTime();
  await endDelivery(db, id, { state: 'sent' });
  try {
    await mailer.send(mail);
    return done;
  } catch (error) {
    // After so long, the step's next attempt has found the mail sent and ended the workflow, as when this process was
    // frozen.
    const hasWorkflow = clock().getTime() - startedAtMs < STEP_MS;
    await noteFailedTry(db, id, textOf(error), { hasWorkflow });
    return { end: 'again', afterMs: 0 };
  }
}

async function sendPush(
  { db, logger }: NoticeDeps,
  sender: PushSender | null,
  id: string,
  { subscriptionId, target, message, kept }: Noticed<'push'>,
): Promise<NoticeEnd> {
  if (!sender) {
    logger.error({ deliveryId: id }, 'notifications cannot be pushed: PUSH_PRIVATE_KEY is not set');
    await endDelivery(db, id, { state: 'failed', failure: 'Push is not set up.' });
    return done;
  }
  const answer = await sender.push(target, message, kept).catch((error: unknown) => ({ error }));
  if ('error' in answer) {
    // A host that cannot be found now may be found later.
    const isFinal = answer.error instanceof AddressRefused && !answer.error.isUnknown;
    if (!isFinal) return again(db, id, textOf(answer.error), 0);
    await endDelivery(db, id, { state: 'failed', failure: textOf(answer.error) });
    return done;
  }
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) {
    await endDelivery(db, id, { state: 'sent' });
    return done;
  }
  if (goneStatuses.includes(status)) {
    await forgetSubscription(db, subscriptionId);
    return done;
  }
  const failure = failureOf(answer);
  if (status === tooManyRequests || status >= 500) return again(db, id, failure, retryAfterMs ?? 0);
  // The request is wrong, or the browser subscribed with another key, so a retry would fail as well.
  logger.warn({ deliveryId: id, status, failure }, 'a push service refused a notification');
  await endDelivery(db, id, { state: 'failed', failure });
  return done;
}

async function again(db: Deps['db'], id: string, failure: string, afterMs: number): Promise<NoticeEnd> {
  await noteFailedTry(db, id, failure);
  return { end: 'again', afterMs };
}

/** Removes control characters, because the database cannot store NUL. */
const failureOf = ({ status, text }: OutboundAnswer): string =>
  `${status} ${text.replaceAll(/\p{Cc}+/gu, ' ')}`.trim();

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
