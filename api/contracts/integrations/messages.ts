/** Confirmations about tokens, webhooks and schedules. */
import { defineMessages } from '../messages/define.ts';

export const integrationMessages = defineMessages('integration', {
  tokenRevoked: { en: 'The token is revoked.', bn: 'টোকেন বাতিল হয়েছে।' },
  webhookSaved: { en: 'The webhook is saved.', bn: 'ওয়েবহুক সংরক্ষণ হয়েছে।' },
  webhookRemoved: { en: 'The webhook is removed.', bn: 'ওয়েবহুক সরানো হয়েছে।' },
  scheduleDeleted: { en: 'The schedule is deleted.', bn: 'সময়সূচি মুছে ফেলা হয়েছে।' },
  tooManyTokens: {
    en: 'You can have {#most} API tokens at a time. Please revoke one first.',
    bn: 'একসঙ্গে {#most}টি API টোকেন রাখা যায়। আগে একটি বাতিল করুন।',
  },
  tooManyWebhooks: {
    en: 'You can have {#most} webhooks. Please remove one first.',
    bn: '{#most}টি ওয়েবহুক রাখা যায়। আগে একটি সরান।',
  },
  tooManySchedules: {
    en: 'You can have {#most} schedules. Please delete one first.',
    bn: '{#most}টি সময়সূচি রাখা যায়। আগে একটি মুছে ফেলুন।',
  },
  unknownJob: {
    en: 'This job does not exist. Please choose a file.',
    bn: 'এই কাজটি নেই। একটি ফাইল বাছুন।',
  },
  addressNotHttps: {
    en: 'The address must begin with https://.',
    bn: 'ঠিকানাটি https:// দিয়ে শুরু হতে হবে।',
  },
  addressHasLogin: {
    en: 'The address must not contain a username or a password.',
    bn: 'ঠিকানায় ইউজারনেম বা পাসওয়ার্ড থাকা যাবে না।',
  },
  hostNotFound: { en: 'The host {host} was not found.', bn: '{host} হোস্টটি পাওয়া যায়নি।' },
  addressPrivate: {
    en: 'The address belongs to a private network.',
    bn: 'ঠিকানাটি একটি ব্যক্তিগত নেটওয়ার্কের।',
  },
});
