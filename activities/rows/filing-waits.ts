/**
 * Decides whether a filing must wait because an earlier request, or that of another job or login, may still take effect,
 * and for how long.
 */
import type { Deps } from '#api/deps.ts';
import {
  LOST_TIME_PREFIX,
  mayOverlap,
  noteFailedLook,
  noteLook,
  type Intent,
} from '#api/domain/jobs/filings/intents.ts';
import { rivalFiling, type RivalFiling } from '#api/domain/jobs/filings/rival-filings.ts';
import { limits } from '#contracts/limits.ts';
import { sequence } from '#contracts/messages/message.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { withoutDocuments } from './filed-documents.ts';
import type { FilingEnd, FilingInput } from './filing.ts';
import { rowActions } from './row-actions.ts';

/** Look-ups of a sent filing that fail are repeated after growing waits; after this many, a person looks. */
export const failedLooks = { waitMaxMs: 300_000, countMax: 20 } as const;

/**
 * Returns null if the click may be made after the look-up, which began at `begunAt` and found nothing; otherwise the end
 * with which the row waits.
 */
export async function reasonToWait(
  input: FilingInput,
  intent: Intent,
  begunAt: Date,
): Promise<FilingEnd | null> {
  return (await waitForEarlier(input, intent, begunAt)) ?? (await waitForOthers(input, intent, begunAt));
}

/**
 * Returns null unless the row waits because an earlier request of the filing may still take effect or may have done so
 * since the look-up began.
 */
async function waitForEarlier(input: FilingInput, intent: Intent, begunAt: Date): Promise<FilingEnd | null> {
  if (isConfirmed(intent) && intent.jobId === input.by.jobId) return waitForConfirmed(input, intent, begunAt);
  // A request that never left cannot take effect: its owner's fencing token is no longer valid.
  if (intent.state !== 'committing' || intent.sentAt === null) return null;
  const { looks, isSettled } = await noteLook(input.db, intent.id, { begunAt, effectMs: input.effectMs });
  if (!isSettled) return confirming(looks);
  if (input.refusesTwins || isVouchedFor(input, intent)) return null;
  const message = jobMessages.filingLeftNoTrace();
  return { outcome: 'UNCERTAIN', message, aside: { why: 'person' } };
}

/** Returns whether the portal has confirmed the filing, which this platform has sent. */
export const isConfirmed = ({ state, commits }: Intent): boolean => state === 'done' && commits > 0;

/** The portal has confirmed the job's own filing, and does not list it yet, or does not list it any more. */
async function waitForConfirmed(
  input: FilingInput,
  intent: Intent,
  begunAt: Date,
): Promise<FilingEnd | null> {
  const { looks, isSettled } = await noteLook(input.db, intent.id, { begunAt, effectMs: input.effectMs });
  const message = jobMessages.confirmedFilingNotShown();
  if (!isSettled) return { ...confirming(looks), message };
  return isVouchedFor(input, intent) ? null : { outcome: 'UNCERTAIN', message, aside: { why: 'person' } };
}

/**
 * Returns null if no overlapping filing may still appear on the portal or may have been missed by the look-up, and if no
 * other login may have filed the same. An overlapping filing is a confirmed one of the same key, one that overlaps with
 * it, or one that a restored database has lost.
 */
async function waitForOthers(input: FilingInput, intent: Intent, begunAt: Date): Promise<FilingEnd | null> {
  const { db, portal, keys, effectMs } = input;
  const prefixes = [...keys.overlappingPrefixes, LOST_TIME_PREFIX];
  // Both are asked at the same time, after the look-up.
  const [overlaps, rival] = await Promise.all([
    isJustDone(intent, begunAt) || mayOverlap(db, intent, { portal, prefixes, begunAt, effectMs }),
    rivalFiling(db, intent, { portal, keys: keys.sharedKeys, begunAt, effectMs }),
  ]);
  if (!overlaps) return rival && waitForOtherLogins(input, intent, { rival, begunAt });
  const { looks } = await noteLook(db, intent.id, { begunAt, effectMs });
  return { ...confirming(looks), message: jobMessages.overlappingFiling() };
}

/** Returns whether the portal has confirmed the filing but may not list it yet. */
const isJustDone = ({ state, sentAt, settlesAt }: Intent, begunAt: Date): boolean =>
  state === 'done' && sentAt !== null && settlesAt !== null && settlesAt > begunAt;

/** Returns null if the portal or a person vouches for it that the other login's filing does not count. */
async function waitForOtherLogins(
  input: FilingInput,
  intent: Intent,
  { rival, begunAt }: { rival: RivalFiling; begunAt: Date },
): Promise<FilingEnd | null> {
  if (!rival.mayAppear && (input.refusesTwins || isVouchedFor(input, rival))) return null;
  const { looks } = await noteLook(input.db, intent.id, { begunAt, effectMs: input.effectMs });
  if (rival.mayAppear) return { ...confirming(looks), message: jobMessages.overlappingFiling() };
  return { outcome: 'UNCERTAIN', message: jobMessages.overlappingFilingLost(), aside: { why: 'person' } };
}

/** A voucher counts only if it was given after the last request could no longer take effect. */
export const isVouchedFor = (
  { vouchedAt }: Pick<FilingInput, 'vouchedAt'>,
  { settlesAt }: Pick<Intent, 'settlesAt'>,
): boolean => vouchedAt !== null && settlesAt !== null && vouchedAt > settlesAt;

/**
 * Returns how a row ends whose tries are used up, or whose last try was refused in a way that further tries cannot mend.
 * A filing that the portal has succeeds without its documents. One that it may have is looked up later, and in the end
 * a person looks.
 *
 * @param row with how long a request may take effect on the portal, and with `vouchedAt` if the result ends the row whose
 *   lost filing a person has looked for in vain
 */
export async function endAfterLastTry(
  db: Deps['db'],
  row: { jobId: string; rowNumber: number; effectMs: number; vouchedAt?: Date | null },
  result: FilingEnd,
): Promise<FilingEnd> {
  const { filed, message } = result;
  if (filed) return withoutDocuments(filed, message);
  const sent = await noteFailedLook(db, row);
  if (!sent) return result;
  const { looks, isSettled, isConfirmed: isTaken } = sent;
  if (!isTaken && isVouchedFor({ vouchedAt: row.vouchedAt ?? null }, sent)) return result;
  const isFinal = looks >= failedLooks.countMax || rowActions[result.outcome] === 'end';
  if (isSettled && isFinal) {
    const known = isTaken ? jobMessages.takenFilingNotRead() : jobMessages.lostFilingNotLookedUp();
    return { outcome: 'UNCERTAIN', message: sequence(known, message), aside: { why: 'person' } };
  }
  const known = isTaken ? jobMessages.takenFilingNotRead() : jobMessages.filingAnswerLost();
  return { ...confirming(looks, failedLooks.waitMaxMs), message: sequence(known, message) };
}

/** Returns the end of a try whose filing is looked up again; the wait doubles with each of the `looks` so far. */
export function confirming(looks: number, waitMaxMs: number = limits.confirmWaitMaxMs): FilingEnd {
  const lookInMs = Math.min(limits.confirmFirstWaitMs * 2 ** Math.max(0, looks - 1), waitMaxMs);
  const message = jobMessages.filingAnswerLost();
  return { outcome: 'UNCERTAIN', message, aside: { why: 'confirming', lookInMs } };
}
