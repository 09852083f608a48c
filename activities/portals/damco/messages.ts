/** Messages of myDamco. */
import { defineMessages } from '#contracts/messages/define.ts';

export const damcoPortalMessages = defineMessages('damco-portal', {
  asksForPasscode: {
    en: 'myDamco asks for a passcode: your PIN, followed by the code that your token shows.',
    bn: 'myDamco পাসকোড চাইছে: আপনার PIN, তার পরে টোকেনে দেখানো কোড।',
  },
  notPermitted: {
    en: 'This login has no permission for "{>entry}" on the portal. Ask the forwarder to allow it, or save another login in Portal Access.',
    bn: 'পোর্টালে এই লগইনের "{>entry}" ব্যবহারের অনুমতি নেই। ফরোয়ার্ডারকে অনুমতি দিতে বলুন, অথবা পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  },
  notListed: {
    en: '{label} {text} is not in the list of the portal.',
    bn: '{label} {text} পোর্টালের তালিকায় নেই।',
  },
  clientNotListed: {
    en: 'Client {client} is not in the list of the portal.',
    bn: 'ক্লায়েন্ট {client} পোর্টালের তালিকায় নেই।',
  },
  documentTypeNotListed: {
    en: 'Document type {type} is not in the list of the portal.',
    bn: '{type} ধরনের ডকুমেন্ট পোর্টালের তালিকায় নেই।',
  },
});
