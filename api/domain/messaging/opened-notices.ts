/** Reads a delivery with what is to be said, in its reader's language; decides whether it is still worth sending. */
import { createHash } from 'node:crypto';
import type { Mail } from '#api/adapters/mailer.ts';
import type { Deps } from '#api/deps.ts';
import { questionOfNotice } from '#api/domain/jobs/challenges.ts';
import { interfaceLanguages } from '#contracts/accounts/preference-choices.ts';
import { jobMailMessages } from '#contracts/jobs/mail-messages.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { messageText, type MessageLanguage } from '#contracts/messages/render.ts';
import { noticeMailMessages } from '#contracts/messaging/notice-mail-messages.ts';
import { bengaliNotices, englishNotices } from '#contracts/messaging/notice-texts.ts';
import { renderNotice, type Notice } from '#contracts/messaging/notices.ts';
import { pushMessages } from '#contracts/messaging/push-messages.ts';
import { pushLimits, type PushMessage } from '#contracts/messaging/push.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import type { Notification, PushSubscription, User } from '#prisma/generated/client.ts';
import { mailTo, serviceNames, type MailContent } from './mails.ts';

/** A browser's address and keys. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };
/** How the push service keeps a message for a browser that is switched off; a later one of its topic replaces it. */
type Kept = { ttlS: number; topic: string; isUrgent: boolean };
export type OpenNotice =
  | { channel: 'push'; subscriptionId: string; target: PushTarget; message: PushMessage; kept: Kept }
  | { channel: 'mail'; mail: Mail };

/** Characters of a topic; a push service accepts 32 of URL-safe base64 (RFC 8030, section 5.4). */
const TOPIC_CHARACTERS = 32;

/** Returns what is to be sent; null if the delivery has ended or nobody needs it any more. */
export async function openNotice(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  id: string,
): Promise<OpenNotice | null> {
  const now = clock();
  const delivery = await db.noticeDelivery.findUnique({
    where: { id },
    include: { user: true, notification: true, subscription: { include: { session: true } } },
  });
  if (!delivery || delivery.usefulUntil <= now) return null;
  const { user, notification, subscription } = delivery;
  if (user.status !== 'active' || user.deletedAt) return null;
  if (notification && !(await isNeeded(db, notification))) return null;
  if (!subscription) {
    const content = notification && user.emailVerified ? mailOf(notification, env.APP_URL) : null;
    return content && { channel: 'mail', mail: mailTo(user, content) };
  }
  if (!isOpen(subscription.session, now)) return null;
  const { id: subscriptionId, endpoint, p256dh, auth } = subscription;
  const message = notification
    ? messageOf(notification, languageOf(user, subscription))
    : testMessage(subscriptionId, languageOf(user, subscription));
  const ttlS = Math.max(1, Math.floor((delivery.usefulUntil.getTime() - now.getTime()) / 1_000));
  return {
    channel: 'push',
    subscriptionId,
    target: { endpoint, p256dh, auth },
    message,
    kept: {
      ttlS,
      topic: message.tag,
      isUrgent: notification !== null && questionOfNotice(notification.key) !== null,
    },
  };
}

/** A session that has ended is deleted only hourly, but gets no notification from its end on. */
const isOpen = ({ expiresAt, createdAt }: { expiresAt: Date; createdAt: Date }, now: Date): boolean =>
  expiresAt > now && createdAt.getTime() > now.getTime() - limits.sessionAbsoluteMs;

/** Returns false for a notification that was read, and for one about a question that no longer waits for an answer. */
async function isNeeded(db: Database, { key, isRead }: Notification): Promise<boolean> {
  if (isRead) return false;
  const id = questionOfNotice(key);
  return id === null || (await db.jobChallenge.count({ where: { id, state: 'open' } })) > 0;
}

function languageOf(
  { language }: Pick<User, 'language'>,
  subscription: Pick<PushSubscription, 'language'>,
): MessageLanguage {
  const chosen = language ?? subscription.language;
  return interfaceLanguages.find((known) => known === chosen) ?? 'en';
}

/** The same for every sending of a notification, so that a repeated one replaces the first. */
const tagOf = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, TOPIC_CHARACTERS);

const shortened = (text: string, charactersMax: number): string => {
  const characters = [...text];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`;
};

function messageOf(notification: Notification, language: MessageLanguage): PushMessage {
  const { title, message } = noticeIn(language, notification);
  return {
    title: shortened(title, pushLimits.titleCharactersMax),
    body: shortened(message, pushLimits.messageCharactersMax),
    url: notification.actionUrl ?? '/account?tab=notifications',
    tag: tagOf(notification.key),
    lang: language,
  };
}

/** Renders a notification. Those of earlier versions have an English text only. */
function noticeIn(
  language: MessageLanguage,
  { title, message, words }: Notification,
): { title: string; message: string } {
  const notice = words as Notice | null;
  if (notice === null || !Object.hasOwn(englishNotices, notice.kind)) return { title, message };
  const { kind, values } = notice;
  const texts = language === 'bn' ? bengaliNotices : englishNotices;
  return renderNotice(
    texts,
    { kind, values: language === 'bn' ? withBengaliService(values) : values },
    (said) => messageText(said, language, serviceNames),
  );
}

/** Services have their English names in the values. */
const withBengaliService = <Values extends object>(values: Values): Values =>
  'service' in values && typeof values.service === 'string'
    ? { ...values, service: serviceNames.get(values.service) ?? values.service }
    : values;

const testMessage = (subscriptionId: string, language: MessageLanguage): PushMessage => ({
  title: messageText(pushMessages.testTitle(), language),
  body: messageText(pushMessages.testBody(), language),
  url: '/account?tab=profile',
  tag: tagOf(`test:${subscriptionId}`),
  lang: language,
});

/** Returns what the mail says; null for a notification that is not mailed. */
function mailOf({ words, actionUrl }: Notification, appUrl: string): MailContent | null {
  const notice = words as Notice | null;
  const url = new URL(actionUrl ?? '/', appUrl).href;
  switch (notice?.kind) {
    case 'captcha_asked':
    case 'code_asked':
    case 'page_asked':
    case 'page_waits': {
      const { service, prompt } = notice.values;
      return {
        subject: noticeMailMessages.questionSubject({ service }),
        parts: [
          noticeMailMessages.question({ prompt: storedMessage(prompt) }),
          { label: noticeMailMessages.answer(), url },
          jobMailMessages.askedFor(),
        ],
      };
    }
    case 'portal_back': {
      const { portal } = notice.values;
      return {
        subject: noticeMailMessages.portalBackSubject({ portal }),
        parts: [
          noticeMailMessages.portalBack({ portal }),
          { label: noticeMailMessages.seeJobs(), url },
          jobMailMessages.askedFor(),
        ],
      };
    }
    default:
      return null;
  }
}
