/** Questions that only a person can answer: asked by a running job and answered once by its owner. */
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { ChallengeKind } from '#contracts/jobs/jobs.ts';
import type { Message } from '#contracts/messages/message.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import type { NoticeKind } from '#contracts/messaging/notices.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { closeLivePages, openLivePage } from './live-pages.ts';

type Owner = { jobId: string; userId: string };

const NOTICE_KEY = /^challenge:([^:]+)/;
/** The key of the notification about a question. */
export const questionNoticeKey = (id: string): string => `challenge:${id}`;
/** The key of the reminder about a question that has not been answered. */
export const reminderNoticeKey = (id: string): string => `${questionNoticeKey(id)}:again`;
/** Returns the id of the question that a notification is about; null for other notifications. */
export const questionOfNotice = (key: string): string | null => NOTICE_KEY.exec(key)?.[1] ?? null;

const noticeKinds = {
  captcha: 'captcha_asked',
  otp: 'code_asked',
  live: 'page_asked',
} as const satisfies Record<ChallengeKind, NoticeKind>;

/** Stores the question and notifies the customer. It replaces an older question of the job. */
export async function askQuestion(
  { db }: Pick<Deps, 'db'>,
  input: Owner & {
    id: string;
    kind: ChallengeKind;
    prompt: Message;
    pictureKey: string | null;
    serviceName: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { id, jobId, userId, kind, prompt, pictureKey, expiresAt, now } = input;
  await db.$transaction(async (tx) => {
    await tx.jobChallenge.updateMany({
      where: { jobId, state: 'open' },
      data: { state: 'expired', endedAt: now, answer: null },
    });
    await closeLivePages(tx, { jobId });
    await tx.jobChallenge.create({ data: { id, jobId, userId, kind, prompt, pictureKey, expiresAt } });
    if (kind === 'live') await openLivePage(tx, id);
    await notifyAsked(tx, { ...input, key: questionNoticeKey(id), kind: noticeKinds[kind] });
  });
}

type Asked = Owner & { prompt: Message; serviceName: string; expiresAt: Date };

/** Reminds the customer, once, of a live page that waits for them. */
export const remindOfPage = (db: DatabaseOrTransaction, input: Asked & { id: string }): Promise<void> =>
  notifyAsked(db, { ...input, key: reminderNoticeKey(input.id), kind: 'page_waits' });

function notifyAsked(
  tx: DatabaseOrTransaction,
  {
    key,
    kind,
    ...asked
  }: Asked & { key: string; kind: 'captcha_asked' | 'code_asked' | 'page_asked' | 'page_waits' },
): Promise<void> {
  return notify(tx, {
    key,
    userId: asked.userId,
    type: 'other',
    kind,
    values: { service: asked.serviceName, prompt: asked.prompt },
    actionUrl: `/dashboard/jobs/${asked.jobId}`,
    usefulUntil: asked.expiresAt,
  });
}

/** Stores the answer, encrypted, for the step that waits for it. */
export async function answerQuestion(
  { db, vault, clock }: Pick<Deps, 'db' | 'vault' | 'clock'>,
  input: Owner & { id: string; answer: string },
): Promise<void> {
  const answer = await vault.seal(db, input.answer, sealBindings.challenge(input));
  const { count } = await db.jobChallenge.updateMany({
    where: {
      id: input.id,
      jobId: input.jobId,
      userId: input.userId,
      kind: { not: 'live' },
      state: 'open',
      expiresAt: { gt: clock() },
    },
    data: { state: 'answered', answer, endedAt: clock() },
  });
  if (count === 0) throw new DomainError('CHALLENGE_OVER');
}

/** Returns the answer and deletes it from the database; null if there is none. */
export async function takeAnswer(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  id: string,
): Promise<string | null> {
  const challenge = await db.jobChallenge.findUnique({
    where: { id },
    select: { userId: true, answer: true },
  });
  if (!challenge?.answer) return null;
  await db.jobChallenge.update({ where: { id }, data: { answer: null } });
  return vault.open(db, challenge.answer, sealBindings.challenge({ ...challenge, id }));
}

/** Closes a question that is still open, and deletes its live page with everything in it. */
export async function closeQuestion({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<void> {
  await db.jobChallenge.updateMany({
    where: { id, state: 'open' },
    data: { state: 'expired', endedAt: clock() },
  });
  await closeLivePages(db, { id });
}

/** Records that a person has done what a live page asked for. */
export async function endLiveQuestion({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<void> {
  await db.jobChallenge.updateMany({
    where: { id, state: 'open' },
    data: { state: 'answered', endedAt: clock() },
  });
}

/**
 * Returns whether the job still waits for this question. While a step was frozen, another worker may have asked the
 * next question, which must stay visible.
 */
export async function isWaitedFor(
  { db }: Pick<Deps, 'db'>,
  { id, jobId }: { id: string; jobId: string },
): Promise<boolean> {
  const newest = await db.jobChallenge.findFirst({
    where: { jobId },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  });
  return newest?.id === id;
}

/** Returns the picture of an open question of the customer's own job. Throws NOT_FOUND. */
export async function questionPicture(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  input: Owner & { id: string },
): Promise<Uint8Array> {
  const challenge = await db.jobChallenge.findFirst({ where: { ...input, state: 'open' } });
  if (!challenge?.pictureKey) throw new DomainError('NOT_FOUND');
  return files.get(challenge.pictureKey);
}
