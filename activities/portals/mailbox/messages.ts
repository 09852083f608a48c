/** Messages of a mailbox and its server. */
import { defineMessages } from '#contracts/messages/define.ts';

export const mailboxPortalMessages = defineMessages('mailbox-portal', {
  notPermitted: {
    en: 'This login may not read the mailbox: {words}',
    bn: 'এই লগইন দিয়ে মেইলবক্স পড়া যায় না: {words}',
  },
  noReason: { en: 'the server does not say why.', bn: 'সার্ভার কারণ জানায়নি।' },
  noLoginsNow: { en: 'The mail server takes no logins at the moment.', bn: 'মেইল সার্ভার এখন লগইন নিচ্ছে না।' },
  needsAppPassword: {
    en: 'This mailbox takes an app password only. Make one in its settings and save it in Portal Access.',
    bn: 'এই মেইলবক্সে শুধু অ্যাপ পাসওয়ার্ড চলে। মেইলবক্সের সেটিংসে একটি বানিয়ে পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  },
  passwordExpired: {
    en: 'The password of this mailbox has expired. Change it, then save the new one in Portal Access.',
    bn: 'এই মেইলবক্সের পাসওয়ার্ডের মেয়াদ শেষ। বদলে নতুনটি পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  },
  noPasswordLogin: {
    en: 'The mail server offers no login by password.',
    bn: 'মেইল সার্ভারে পাসওয়ার্ড দিয়ে লগইন করা যায় না।',
  },
  noServer: {
    en: 'This login names no mail server. Open it in Portal Access and enter the server.',
    bn: 'এই লগইনে মেইল সার্ভারের নাম নেই। পোর্টাল অ্যাক্সেসে খুলে সার্ভার লিখুন।',
  },
  serverRefused: {
    en: 'The mail server of this login cannot be used: {>why}',
    bn: 'এই লগইনের মেইল সার্ভার ব্যবহার করা যায় না: {>why}',
  },
  plainRefused: {
    en: 'The login would be sent without encryption. Choose TLS or STARTTLS in Portal Access.',
    bn: 'লগইন এনক্রিপশন ছাড়া পাঠানো হতো। পোর্টাল অ্যাক্সেসে TLS বা STARTTLS বাছুন।',
  },
  ownCertificateWrong: {
    en: 'The certificate of the mail server is not valid for {host}, so nothing was sent to it. Check the name of the server in Portal Access.',
    bn: 'মেইল সার্ভারের সার্টিফিকেট {host}-এর জন্য বৈধ নয়, তাই কিছুই পাঠানো হয়নি। পোর্টাল অ্যাক্সেসে সার্ভারের নাম দেখুন।',
  },
  certificateWrong: {
    en: 'The certificate of the mail server is not valid.',
    bn: 'মেইল সার্ভারের সার্টিফিকেট বৈধ নয়।',
  },
  noTls: {
    en: 'The mail server offers no encryption, so the login was not sent to it.',
    bn: 'মেইল সার্ভারে এনক্রিপশন নেই, তাই লগইন পাঠানো হয়নি।',
  },
  accessRefused: {
    en: 'The mail server refused the access that was granted. Check that the mailbox allows IMAP, and connect it again in Portal Access.',
    bn: 'দেওয়া অনুমতি মেইল সার্ভার নেয়নি। মেইলবক্সে IMAP চালু আছে কি না দেখুন, আর পোর্টাল অ্যাক্সেসে আবার যুক্ত করুন।',
  },
  consentRevoked: {
    en: '{provider} no longer allows access to this mailbox. Connect it again in Portal Access.',
    bn: '{provider} এই মেইলবক্সে আর ঢুকতে দেয় না। পোর্টাল অ্যাক্সেসে আবার যুক্ত করুন।',
  },
  providerUnreachable: {
    en: 'The sign-in of {provider} does not answer.',
    bn: '{provider}-এর সাইন-ইন সাড়া দিচ্ছে না।',
  },
  loginRefused: { en: 'The mail server refused the login.', bn: 'মেইল সার্ভার লগইন নেয়নি।' },
  sessionEnded: { en: 'The mail server ended the session: {words}', bn: 'মেইল সার্ভার সেশন শেষ করেছে: {words}' },
  mailTooLarge: {
    en: 'A mail is too large to be read. Narrow the dates or the sender.',
    bn: 'একটি মেইল পড়ার জন্য বেশি বড়। কম দিনের সীমা দিন, অথবা প্রেরকের ঠিকানা আরও পুরো করে লিখুন।',
  },
  unexpectedAnswer: {
    en: 'The mail server does not answer as expected.',
    bn: 'মেইল সার্ভার যেমন উত্তর দেওয়ার কথা তেমন দিচ্ছে না।',
  },
  busy: { en: 'The mail server is busy.', bn: 'মেইল সার্ভার ব্যস্ত।' },
  noAnswerInTime: { en: 'The mail server did not answer in time.', bn: 'মেইল সার্ভার সময়মতো উত্তর দেয়নি।' },
  unreachable: { en: 'The mail server is out of reach.', bn: 'মেইল সার্ভারে পৌঁছানো যাচ্ছে না।' },
  connectionEnded: { en: 'The mail server ended the connection.', bn: 'মেইল সার্ভার সংযোগ বন্ধ করেছে।' },
  searchRefused: { en: 'The mail server refused the search.', bn: 'মেইল সার্ভার খুঁজতে দেয়নি।' },
  emptyMail: { en: 'The mail server sent an empty mail.', bn: 'মেইল সার্ভার খালি মেইল পাঠিয়েছে।' },
  mailDeleted: { en: 'A mail was deleted while it was read.', bn: 'পড়ার সময় একটি মেইল মুছে ফেলা হয়েছে।' },
  damagedMail: { en: 'A mail is damaged and could not be read.', bn: 'একটি মেইল নষ্ট, পড়া যায়নি।' },
  mailsTooDeep: {
    en: 'An attached mail was not read, because it is inside of too many others.',
    bn: 'সংযুক্ত একটি মেইল পড়া হয়নি, কারণ এটি অনেকগুলো মেইলের ভেতরে আছে।',
  },
  pdfsLeftOut: {
    en: 'Only {#read} of {#all} PDFs of a mail were read.',
    bn: 'একটি মেইলের {#all}টি PDF-এর মধ্যে {#read}টি পড়া হয়েছে।',
  },
});
