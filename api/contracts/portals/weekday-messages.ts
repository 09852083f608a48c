/** Names of the days of the week. */
import { defineMessages } from '../messages/define.ts';

export const weekdayMessages = defineMessages('weekday', {
  sunday: { en: 'Sunday', bn: 'রবিবার' },
  monday: { en: 'Monday', bn: 'সোমবার' },
  tuesday: { en: 'Tuesday', bn: 'মঙ্গলবার' },
  wednesday: { en: 'Wednesday', bn: 'বুধবার' },
  thursday: { en: 'Thursday', bn: 'বৃহস্পতিবার' },
  friday: { en: 'Friday', bn: 'শুক্রবার' },
  saturday: { en: 'Saturday', bn: 'শনিবার' },
});
