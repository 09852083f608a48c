/** Messages about the mail servers that customers name. */
import { defineMessages } from '../messages/define.ts';

export const mailServerMessages = defineMessages('mail-server', {
  noMailbox: {
    en: 'Only the login of a mailbox has a mail server.',
    bn: 'শুধু মেইলবক্সের লগইনে মেইল সার্ভার থাকে।',
  },
  notEncrypted: {
    en: 'The connection must be encrypted: choose TLS or STARTTLS.',
    bn: 'সংযোগ এনক্রিপ্ট করা হতে হবে: TLS বা STARTTLS বাছুন।',
  },
});
