/** Validates the form of a portal's limits, and converts between it and the API. */
import { limits } from '#contracts/limits.ts';
import type { OpeningDay, PortalLimits, PortalLimitsBody } from '#contracts/portals/portal-limits.ts';
import { weekdays, type Weekday } from '#contracts/portals/weekdays.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { wordsNow } from '#web/lib/words.ts';
import { limitWords } from './limits-words.ts';

export type DayDraft = { isOpen: boolean; from: string; to: string };
export type HolidayDraft = { key: string; date: string; name: string };

/** Numbers as they are typed; an empty one is no limit. */
export type LimitsDraft = {
  sessions: string;
  sessionsPerJob: string;
  actions: string;
  pauseSeconds: string;
  isAlwaysOpen: boolean;
  days: Record<Weekday, DayDraft>;
  holidays: HolidayDraft[];
  reason: string;
};
type NumberField = 'sessions' | 'sessionsPerJob' | 'actions' | 'pauseSeconds';
export type LimitsProblems = Partial<Record<NumberField | 'hours' | 'reason', string>> & {
  days?: Partial<Record<Weekday, string>>;
  holidays?: Record<string, string>;
};

/** Government offices and banks in Bangladesh are closed on Friday and Saturday. */
const offDays: readonly Weekday[] = ['friday', 'saturday'];
const usualDay = (weekday: Weekday): DayDraft => ({
  isOpen: !offDays.includes(weekday),
  from: '09:00',
  to: '17:00',
});

const SECOND_MS = 1_000;
/** A field for a time knows no 24:00. A day that closes at 00:00 is open until its end. */
const END_OF_DAY = '24:00';
const MIDNIGHT = '00:00';

export const newHoliday = (): HolidayDraft => ({ key: crypto.randomUUID(), date: '', name: '' });

export function draftOf(given: PortalLimits): LimitsDraft {
  const { openingHours, holidays, pauseBetweenRowsMs } = given;
  const dayOf = (weekday: Weekday): DayDraft => {
    if (openingHours === null) return usualDay(weekday);
    const hours = openingHours.find((day) => day.weekday === weekday);
    return hours
      ? { isOpen: true, from: hours.from, to: hours.to === END_OF_DAY ? MIDNIGHT : hours.to }
      : { ...usualDay(weekday), isOpen: false };
  };
  return {
    sessions: textOf(given.sessionsMax),
    sessionsPerJob: textOf(given.sessionsPerJobMax),
    actions: textOf(given.actionsPerMinuteMax),
    pauseSeconds: pauseBetweenRowsMs === 0 ? '' : String(pauseBetweenRowsMs / SECOND_MS),
    isAlwaysOpen: openingHours === null,
    days: Object.fromEntries(weekdays.map((weekday) => [weekday, dayOf(weekday)])) as LimitsDraft['days'],
    holidays: holidays
      .map((holiday) => ({ ...newHoliday(), ...holiday }))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
    reason: '',
  };
}

/** Returns the draft as a request body, or its problems by field. */
export function readDraft(draft: LimitsDraft): { body: PortalLimitsBody } | { problems: LimitsProblems } {
  const problems = problemsOf(draft);
  if (Object.keys(problems).length > 0) return { problems };
  return {
    body: {
      sessionsMax: numberIn(draft.sessions),
      sessionsPerJobMax: numberIn(draft.sessionsPerJob),
      actionsPerMinuteMax: numberIn(draft.actions),
      pauseBetweenRowsMs: Math.round((numberIn(draft.pauseSeconds) ?? 0) * SECOND_MS),
      openingHours: draft.isAlwaysOpen ? null : openDays(draft),
      holidays: draft.holidays.map(({ date, name }) => ({ date, name: name.trim() })),
      reason: draft.reason.trim(),
    },
  };
}

const textOf = (number: number | null): string => (number === null ? '' : String(number));
const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

function openDays({ days }: LimitsDraft): OpeningDay[] {
  return weekdays.flatMap((weekday) => {
    const { isOpen, from, to } = days[weekday];
    return isOpen ? [{ weekday, from, to: to === MIDNIGHT ? END_OF_DAY : to }] : [];
  });
}

function problemsOf(draft: LimitsDraft): LimitsProblems {
  const words = wordsNow(limitWords);
  const { sessions, sessionsPerJob, actions, pauseSeconds, reason } = draft;
  const secondsMax = limits.portalPauseBetweenRowsMsMax / SECOND_MS;
  return {
    ...(isWhole(sessions, limits.portalSessionsMax)
      ? {}
      : { sessions: words.wholeUpTo(limits.portalSessionsMax) }),
    ...(isWhole(sessionsPerJob, limits.portalSessionsPerJobMax)
      ? {}
      : { sessionsPerJob: words.wholeUpTo(limits.portalSessionsPerJobMax) }),
    ...(isWhole(actions, limits.portalActionsPerMinuteMax)
      ? {}
      : { actions: words.wholeUpTo(limits.portalActionsPerMinuteMax) }),
    ...(isSeconds(pauseSeconds, secondsMax) ? {} : { pauseSeconds: words.secondsUpTo(secondsMax) }),
    ...(draft.isAlwaysOpen ? {} : hourProblems(draft)),
    ...holidayProblems(draft),
    ...(isReason(reason) ? {} : { reason: words.reasonNeeded }),
  };
}

const isWhole = (text: string, most: number): boolean =>
  text.trim() === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most);
const isSeconds = (text: string, most: number): boolean =>
  text.trim() === '' || (/^\d{1,2}(\.\d)?$/.test(text.trim()) && Number(text) <= most);

function hourProblems(draft: LimitsDraft): LimitsProblems {
  const words = wordsNow(limitWords);
  const open = openDays(draft);
  if (open.length === 0) return { hours: words.noOpenDay };
  const days: Partial<Record<Weekday, string>> = {};
  for (const { weekday, from, to } of open) if (from === '' || to <= from) days[weekday] = words.hoursWrong;
  return Object.keys(days).length > 0 ? { days } : {};
}

function holidayProblems({ holidays }: LimitsDraft): LimitsProblems {
  const words = wordsNow(limitWords);
  const problems: Record<string, string> = {};
  const seen = new Set<string>();
  for (const { key, date, name } of holidays) {
    if (date === '' || name.trim() === '') problems[key] = words.holidayWrong;
    else if (seen.has(date)) problems[key] = words.holidayTwice;
    seen.add(date);
  }
  return Object.keys(problems).length > 0 ? { holidays: problems } : {};
}
