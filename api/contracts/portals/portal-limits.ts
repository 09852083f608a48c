/**
 * Schemas of the administrators' calls about a portal's limits: sessions at a time, sessions of one job, pace of rows,
 * opening hours and holidays.
 */
import { z } from 'zod';
import { printable } from '#contracts/accounts/auth.ts';
import { limits } from '#contracts/limits.ts';
import { reason } from '#contracts/payments/payments.ts';
import { weekdays } from './weekdays.ts';

/** Time of day in Asia/Dhaka; 24:00 is the end of the day. */
const time = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Please enter opening hours such as 09:00 to 17:00.');

const openingDay = z
  .object({ weekday: z.enum(weekdays), from: time, to: time })
  .refine(({ from, to }) => from < to, { error: 'A portal must close after it opens.', path: ['to'] });
export type OpeningDay = z.infer<typeof openingDay>;

/** One span of hours for each weekday that is open; null if the portal is always open. */
const openingHours = z
  .array(openingDay)
  .min(1, 'The portal must be open on at least one day of the week.')
  .max(weekdays.length)
  .refine((days) => new Set(days.map(({ weekday }) => weekday)).size === days.length, {
    error: 'Each day of the week can have one span of hours.',
  })
  .nullable();
export type OpeningHours = z.infer<typeof openingHours>;

const holiday = z.object({
  date: z.iso.date('The holiday is not a date.'),
  name: z
    .string()
    .trim()
    .min(1, 'Please give the holiday a name.')
    .max(
      limits.portalHolidayNameLengthMax,
      `A holiday’s name can have ${limits.portalHolidayNameLengthMax} characters at most`,
    )
    .regex(printable, 'Please use letters, digits and punctuation only.'),
});

/** Days in Asia/Dhaka on which the portal is closed. */
const holidays = z
  .array(holiday)
  .max(limits.portalHolidaysMax, `A portal can have ${limits.portalHolidaysMax} holidays at most.`)
  .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, {
    error: 'Each holiday can be given once.',
  });
export type Holidays = z.infer<typeof holidays>;

const wholeNumber = (name: string, least: number, most: number) =>
  z
    .number(`${name} must be a number.`)
    .int(`${name} must be a whole number.`)
    .min(least, `${name} must be at least ${least}.`)
    .max(most, `${name} must be at most ${most}.`);

export const portalLimits = z.object({
  sessionsMax: wholeNumber('Sessions at a time', 1, limits.portalSessionsMax)
    .nullable()
    .describe('Sessions at a time; null for the number that the portal’s adapter gives.'),
  sessionsPerJobMax: wholeNumber('Sessions of one job', 1, limits.portalSessionsPerJobMax)
    .nullable()
    .describe('Sessions in which one job looks up rows at the same time; null for the portal’s own number.'),
  actionsPerMinuteMax: wholeNumber('Actions per minute', 1, limits.portalActionsPerMinuteMax)
    .nullable()
    .describe('Page requests a minute of all sessions together; null without a limit.'),
  pauseBetweenRowsMs: wholeNumber('The pause between rows', 0, limits.portalPauseBetweenRowsMsMax).describe(
    'Milliseconds between the end of a row and the next row of the same job, in any of its sessions.',
  ),
  openingHours: openingHours.describe('Null if the portal is always open. Times are in Asia/Dhaka.'),
  holidays,
});
export type PortalLimits = z.infer<typeof portalLimits>;

export const portalLimitsBody = portalLimits.extend({
  known: portalLimits
    .optional()
    .describe('The limits that the new ones were made from. If they have changed since, nothing is stored.'),
  reason,
});
export type PortalLimitsBody = z.infer<typeof portalLimitsBody>;

/** A portal that no administrator has limited. */
export const noPortalLimits: PortalLimits = {
  sessionsMax: null,
  sessionsPerJobMax: null,
  actionsPerMinuteMax: null,
  pauseBetweenRowsMs: 0,
  openingHours: null,
  holidays: [],
};
