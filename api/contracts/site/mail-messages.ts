/** Texts of the mail that brings a visitor's message to the team. */
import { defineMessages } from '../messages/define.ts';

export const siteMailMessages = defineMessages('site-mail', {
  contactForm: { en: 'Contact form: {>subject}', bn: 'যোগাযোগের ফর্ম: {>subject}' },
  noCompany: { en: 'No company given', bn: 'প্রতিষ্ঠানের নাম দেওয়া হয়নি' },
});
