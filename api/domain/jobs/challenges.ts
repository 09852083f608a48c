/** Questions that only a person can answer: asked by a running job and answered once by its owner. */
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { ChallengeKind } from '#contracts/jobs/jobs.ts';
import type { Message } from '#contracts/messages/message.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { sealedPlaces } from '#api/domain/portals/sealed-places.ts';

type Owner = { jobId: string; userId: string };

const NOTICE_PREFIX = 'challenge:';
/** The key of the notification about a question. */
export const questionNoticeKey = (id: string): string => `${NOTICE_PREFIX}${id}`;
/** Returns the id of the question that a notification is about; null for other notifications. */
export const questionOfNotice = (key: string): string | null =>
  key.startsWith(NOTICE_PREFIX) ? key.slice(NOTICE_PREFIX.length) : null;

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
    await tx.jobChallenge.create({ data: { id, jobId, userId, kind, prompt, pictureKey, expiresAt } });
    await notify(tx, {
      key: questionNoticeKey(id),
      userId,
      type: 'other',
      kind: kind === 'captcha' ? 'captcha_asked' : 'code_asked',
      values: { service: input.serviceName, prompt },
      actionUrl: `/dashboard/jobs/${jobId}`,
      usefulUntil: expiresAt,
    });
  });
}

/** Stores the answer, encrypted, for the step that waits for it. */
export async function answerQuestion(
  { db, vault, clock }: Pick<Deps, 'db' | 'vault' | 'clock'>,
  input: Owner & { id: string; answer: string },
): Promise<void> {
  const answer = await vault.seal(db, input.answer, sealedPlaces.challenge(input));
  const { count } = await db.jobChallenge.updateMany({
    where: {
      id: input.id,
      jobId: input.jobId,
      userId: input.userId,
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
  return vault.open(db, challenge.answer, sealedPlaces.challenge({ ...challenge, id }));
}

/** Closes a question that is still open. */
export async function closeQuestion({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<void> {
  await db.jobChallenge.updateMany({
    where: { id, state: 'open' },
    data: { state: 'expired', endedAt: clock() },
  });
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
