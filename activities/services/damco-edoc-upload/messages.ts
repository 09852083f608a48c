/** Messages of Damco E-Document Upload. */
import { defineMessages } from '#contracts/messages/define.ts';

export const damcoEdocUploadMessages = defineMessages('damco-edoc-upload', {
  notListedYet: {
    en: 'The list does not have the uploaded document yet.',
    bn: 'আপলোড করা ডকুমেন্টটি এখনো তালিকায় আসেনি।',
  },
  onPortal: {
    en: '{name} is on the portal as {type} of shipping order {so}.',
    bn: '{name} পোর্টালে শিপিং অর্ডার {so}-এর {type} হিসেবে আছে।',
  },
});
