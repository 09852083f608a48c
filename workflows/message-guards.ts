/**
 * Checks the arguments of signals and updates. Anybody who can use Temporal's UI can send one with any contents, and an
 * error in a handler fails the workflow's tasks until the workflow is replaced. The checks cover what the handlers use,
 * not everything that the types promise.
 */
import { ApplicationFailure } from '@temporalio/workflow';
import type { JobWaiting } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Decider, RowCounts, StoredWaiting, StuckDecision } from './messages.ts';
import type { HeldDecision, PayerReturn } from './purchase-messages.ts';

const waitingKinds: Record<JobWaiting['kind'], true> = {
  portal_down: true,
  portal_paused: true,
  portal_closed: true,
  person: true,
  challenge: true,
  confirming: true,
};
const stuckDecisions: Record<StuckDecision, true> = { retry: true, 'skip row': true, refund: true };
const heldDecisions: Record<HeldDecision['decision'], true> = { credit: true, refund: true, close: true };
const returnStatuses: Record<PayerReturn['status'], true> = { success: true, failure: true, cancel: true };

/** Refuses an update whose argument is malformed; the caller receives the error. For validators of updates. */
export function mustBe(isExpected: boolean): void {
  if (!isExpected) throw ApplicationFailure.nonRetryable('The argument is malformed.', 'MALFORMED');
}

/** Checks each number, but not that the numbers agree with each other. */
export function isRowCounts(given: unknown): given is RowCounts {
  return isObject(given) && ['total', 'done', 'succeeded', 'failed'].every((name) => isCount(given[name]));
}

/** Accepts a text in place of a message, as histories from before messages were data contain it. */
export function isStoredWaiting(given: unknown): given is StoredWaiting {
  if (!isObject(given) || !isOneOf(waitingKinds, given['kind'])) return false;
  const { since, message, challenge } = given;
  const isQuestion = challenge === undefined || (isObject(challenge) && typeof challenge['id'] === 'string');
  return typeof since === 'string' && (typeof message === 'string' || isObject(message)) && isQuestion;
}

export function isChallengeAnswer(given: unknown): given is { challengeId: string } {
  return isObject(given) && typeof given['challengeId'] === 'string';
}

export const isStuckDecision = (given: unknown): given is StuckDecision => isOneOf(stuckDecisions, given);

export const isDecider = (given: unknown): given is Decider =>
  isObject(given) && typeof given['adminId'] === 'string' && typeof given['reason'] === 'string';

export const isPayerReturn = (given: unknown): given is PayerReturn =>
  isObject(given) && isOneOf(returnStatuses, given['status']);

export function isHeldDecision(given: unknown): given is HeldDecision {
  if (!isObject(given) || !isOneOf(heldDecisions, given['decision'])) return false;
  return typeof given['actorId'] === 'string' && typeof given['reason'] === 'string';
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const isCount = (given: unknown): boolean => Number.isSafeInteger(given) && Number(given) >= 0;

const isOneOf = <T extends string>(names: Record<T, true>, given: unknown): given is T =>
  typeof given === 'string' && Object.hasOwn(names, given);
