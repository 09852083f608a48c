/** The days of the week, and their names as values of other messages. */
import { defineMessages } from '../messages/define.ts';
import type { Message } from '../messages/message.ts';

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

export const weekdayMessages = defineMessages('weekday', {
  sunday: { en: 'Sunday', bn: 'রবিবার' },
  monday: { en: 'Monday', bn: 'সোমবার' },
  tuesday: { en: 'Tuesday', bn: 'মঙ্গলবার' },
  wednesday: { en: 'Wednesday', bn: 'বুধবার' },
  thursday: { en: 'Thursday', bn: 'বৃহস্পতিবার' },
  friday: { en: 'Friday', bn: 'শুক্রবার' },
  saturday: { en: 'Saturday', bn: 'শনিবার' },
});

/** The name of the day of the week in Asia/Dhaka. */
export function weekdayName(at: Date): Message {
  const name = at.toLocaleDateString('en-GB', { timeZone: 'Asia/Dhaka', weekday: 'long' }).toLowerCase();
  return weekdayMessages[weekdays.find((weekday) => weekday === name) ?? 'sunday']();
}
