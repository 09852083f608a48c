/** Confirmations about tokens, webhooks and schedules. */
import { defineMessages } from '../messages/define.ts';

export const integrationMessages = defineMessages('integration', {
  tokenRevoked: { en: 'The token is revoked.', bn: 'টোকেন বাতিল হয়েছে।' },
  webhookSaved: { en: 'The webhook is saved.', bn: 'ওয়েবহুক সংরক্ষণ হয়েছে।' },
  webhookRemoved: { en: 'The webhook is removed.', bn: 'ওয়েবহুক সরানো হয়েছে।' },
  scheduleDeleted: { en: 'The schedule is deleted.', bn: 'সময়সূচি মুছে ফেলা হয়েছে।' },
});
