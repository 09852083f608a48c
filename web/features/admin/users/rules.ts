/** Defines the rules of the Users tab: last activity, edited fields, and the import file. */
import type { UpdateUserBody } from '#contracts/accounts/admin-users.ts';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { isoDay } from '#web/lib/dates.ts';
import { momentNow } from '#web/lib/moment.ts';
import { localDigits, plainDigits } from '#web/lib/numbers.ts';
import { wordsNow } from '#web/lib/words.ts';
import { userWords } from './words.ts';

const daysPerMonth = 30;
const daysPerYear = 365;

/** Compares calendar days in Dhaka, so that activity late last evening counts as yesterday. */
export function activityLabel(iso: string | null, now = momentNow()): string {
  const { activity } = wordsNow(userWords);
  if (iso === null) return activity.never;
  const midnight = (moment: Date): number => Date.parse(`${isoDay(moment)}T00:00:00Z`);
  const days = Math.round((midnight(now) - midnight(new Date(iso))) / DAY_MS);
  if (days <= 0) return activity.today;
  if (days === 1) return activity.yesterday;
  if (days < daysPerMonth) return activity.days(days);
  if (days < daysPerYear) return activity.months(Math.floor(days / daysPerMonth));
  return activity.years(Math.floor(days / daysPerYear));
}

export type UserDraft = {
  name: string;
  company: string;
  mobile: string;
  role: 'user' | 'admin';
  credits: string;
};

export function draftOf(user: User): UserDraft {
  const { name, company, mobile, isAdmin, credits } = user;
  return {
    name,
    company,
    mobile,
    role: isAdmin ? 'admin' : 'user',
    credits: localDigits(credits.toFixed(2)),
  };
}

/** Parses typed credits such as "12.50" and "১২.৫০". Returns null for words, a third decimal, or a negative number. */
export function creditsIn(text: string): number | null {
  const digits = plainDigits(text).trim();
  return /^\d{1,8}(\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

/**
 * Returns the fields in which the draft differs from the user, or null while a field is invalid. `seenCredits` is the
 * balance over which the draft's was typed.
 */
export function changesOf(
  user: User,
  draft: UserDraft,
  seenCredits = user.credits,
): Partial<UpdateUserBody> | null {
  const texts = { name: draft.name.trim(), company: draft.company.trim(), mobile: draft.mobile.trim() };
  const isAdmin = draft.role === 'admin';
  const credits = creditsIn(draft.credits);
  if (Object.values(texts).includes('')) return null;
  // An administrator's balance is shown as unlimited, so there is no figure to set.
  const hasBalance = !isAdmin && !user.isAdmin;
  if (hasBalance && credits === null) return null;
  return {
    ...(texts.name === user.name ? {} : { name: texts.name }),
    ...(texts.company === user.company ? {} : { company: texts.company }),
    ...(texts.mobile === user.mobile ? {} : { mobile: texts.mobile }),
    ...(isAdmin === user.isAdmin ? {} : { is_admin: isAdmin }),
    ...(hasBalance && credits !== null && credits !== user.credits ? { credits, seenCredits } : {}),
  };
}

/** Reads the users from a file. Returns null unless the file is an object with a list of users (spec section 5). */
export function usersInFile(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('users' in parsed)) return null;
    return Array.isArray(parsed.users) ? parsed.users : null;
  } catch {
    return null;
  }
}
