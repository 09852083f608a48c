/** The days of the week in Asia/Dhaka. */
import type { Message } from '#contracts/messages/message.ts';
import { weekdayMessages } from './weekday-messages.ts';

/** In the order of a week in Bangladesh. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** The day of the week, in Asia/Dhaka. */
export function weekdayAt(at: Date): Weekday {
  const name = at.toLocaleDateString('en-GB', { timeZone: 'Asia/Dhaka', weekday: 'long' }).toLowerCase();
  return weekdays.find((weekday) => weekday === name) ?? 'sunday';
}

/** Its name, as a value of another message. */
export const weekdayName = (at: Date): Message => weekdayMessages[weekdayAt(at)]();
