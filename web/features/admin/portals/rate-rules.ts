/** Validates the form of an incentive rate, and determines whether a rate is current. */
import { ratePercentMax, type IncentiveScheme, type RateBody } from '#contracts/portals/incentive-rates.ts';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { wordsNow } from '#web/lib/words.ts';
import { rateWords } from './words.ts';

export type RateDraft = {
  scheme: IncentiveScheme;
  percent: string;
  validFrom: string;
  /** Empty means until further notice. */
  validTo: string;
  reason: string;
};
export type DraftProblems = Partial<Record<keyof RateDraft, string>>;

export function draftOf(rate: IncentiveRate | null): RateDraft {
  if (!rate) return { scheme: 'LOCAL_TEXTILE', percent: '', validFrom: '', validTo: '', reason: '' };
  const { scheme, ratePercent, validFrom, validTo } = rate;
  return { scheme, percent: String(ratePercent), validFrom, validTo: validTo ?? '', reason: '' };
}

/**
 * Parses a typed rate such as "1.50". Returns null for words, a fourth decimal, nothing, or more than the highest rate.
 */
export function percentIn(text: string): number | null {
  const digits = text.trim();
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(digits)) return null;
  const percent = Number(digits);
  return percent > 0 && percent <= ratePercentMax ? percent : null;
}

/** Returns the draft as a request body, or its problems by field. */
export function readDraft(draft: RateDraft): { body: RateBody } | { problems: DraftProblems } {
  const { scheme, percent, validFrom, validTo } = draft;
  const ratePercent = percentIn(percent);
  const reason = draft.reason.trim();
  const words = wordsNow(rateWords);
  const problems: DraftProblems = {
    ...(ratePercent === null ? { percent: words.percentWrong(ratePercentMax) } : {}),
    ...(validFrom === '' ? { validFrom: words.firstDayNeeded } : {}),
    ...(validTo !== '' && validTo < validFrom ? { validTo: words.beforeFirst } : {}),
    ...(isReason(reason) ? {} : { reason: words.reasonNeeded }),
  };
  if (ratePercent === null || Object.keys(problems).length > 0) return { problems };
  return { body: { scheme, ratePercent, validFrom, validTo: validTo === '' ? null : validTo, reason } };
}

export type RateState = 'current' | 'coming' | 'ended';

/** Determines the state of a rate on a day of shipment, such as today. */
export function rateState({ validFrom, validTo }: IncentiveRate, day: string): RateState {
  if (day < validFrom) return 'coming';
  return validTo !== null && validTo < day ? 'ended' : 'current';
}
