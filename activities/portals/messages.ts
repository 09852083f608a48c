/** Messages that several portals share: what a portal answered, and why it could not be used. */
import { defineMessages } from '#contracts/messages/define.ts';

export const portalMessages = defineMessages('portal', {
  answered: { en: 'The portal answered: {words}', bn: 'পোর্টালের উত্তর: {words}' },
  answeredList: { en: 'The portal answered the list with: {words}', bn: 'তালিকা চাইলে পোর্টালের উত্তর: {words}' },
  listHasPages: {
    en: 'The list on the portal has further pages, which could not be opened.',
    bn: 'পোর্টালের তালিকায় আরও পাতা আছে, যা খোলা যায়নি।',
  },
  listTooLong: {
    en: 'The search on the portal finds more than {#pages} pages.',
    bn: 'পোর্টালে খুঁজে {#pages} পাতার বেশি পাওয়া গেছে।',
  },
  otherRecords: {
    en: 'The portal lists other records than were searched for.',
    bn: 'যা খোঁজা হয়েছে, পোর্টাল তার বদলে অন্য রেকর্ড দেখাচ্ছে।',
  },
  answeredSearch: {
    en: 'The portal answered the search with: {words}',
    bn: 'খুঁজতে গেলে পোর্টালের উত্তর: {words}',
  },
  answeredStatus: { en: 'The portal answered {status}.', bn: 'পোর্টাল {status} উত্তর দিয়েছে।' },
  placeLost: {
    en: 'The session on the portal was lost; the login is done again.',
    bn: 'পোর্টালের সেশনটি হারিয়ে গেছে; আবার লগইন করা হচ্ছে।',
  },
  askedForLogin: { en: 'The portal asked for the login again.', bn: 'পোর্টাল আবার লগইন চেয়েছে।' },
  underMaintenance: { en: 'The portal is under maintenance.', bn: 'পোর্টালের রক্ষণাবেক্ষণ চলছে।' },
  ledElsewhere: {
    en: 'The portal led to another website, which was not opened.',
    bn: 'পোর্টাল অন্য ওয়েবসাইটে নিয়ে গেছে, যা খোলা হয়নি।',
  },
  leadsTo: {
    en: 'The portal leads to {host}, which is not one of its known hosts.',
    bn: 'পোর্টাল {host}-এ নিয়ে যাচ্ছে, যা তার জানা হোস্টগুলোর একটি নয়।',
  },
  asksElsewhere: {
    en: 'The portal asks for the login on {host}, which is not its host for signing in. Nothing was typed there.',
    bn: 'পোর্টাল {host}-এ লগইন চাইছে, যা তার সাইন-ইনের হোস্ট নয়। সেখানে কিছুই লেখা হয়নি।',
  },
  noAnswerInTime: { en: 'The portal did not answer in time.', bn: 'পোর্টাল সময়মতো উত্তর দেয়নি।' },
  verySlow: { en: 'The portal is very slow.', bn: 'পোর্টাল খুব ধীরে চলছে।' },
  connectionClosed: {
    en: 'The portal closed the connection without an answer.',
    bn: 'উত্তর না দিয়েই পোর্টাল সংযোগ কেটে দিয়েছে।',
  },
  unreachable: { en: 'The portal cannot be reached.', bn: 'পোর্টালে পৌঁছানো যাচ্ছে না।' },
  keyRefused: {
    en: 'The official interface has refused our API key, which our team has to renew. Your file is in order.',
    bn: 'অফিসিয়াল ইন্টারফেস আমাদের API কী নেয়নি; আমাদের দল সেটি নবায়ন করবে। আপনার ফাইলে কোনো সমস্যা নেই।',
  },
  emptyPage: { en: 'The portal sent an empty page.', bn: 'পোর্টাল খালি পাতা পাঠিয়েছে।' },
  notPrinted: {
    en: 'The page of the portal could not be printed.',
    bn: 'পোর্টালের পাতাটি প্রিন্ট করা যায়নি।',
  },
  notPrintedInTime: {
    en: 'Printing the page of the portal took too long.',
    bn: 'পোর্টালের পাতা প্রিন্ট করতে বেশি সময় লেগেছে।',
  },
  pageTooLong: {
    en: 'The page of the portal is too long to be printed: more than {#pages} pages.',
    bn: 'পোর্টালের পাতাটি প্রিন্টের জন্য বেশি লম্বা: {#pages} পাতার বেশি।',
  },
  emptyFile: { en: 'The portal sent an empty file.', bn: 'পোর্টাল খালি ফাইল পাঠিয়েছে।' },
  otherFile: {
    en: 'The portal sent something else than {name}.',
    bn: 'পোর্টাল {name}-এর বদলে অন্য কিছু পাঠিয়েছে।',
  },
  cutFile: {
    en: 'The portal sent only a part of {name}.',
    bn: 'পোর্টাল {name}-এর শুধু একটি অংশ পাঠিয়েছে।',
  },
  outOfOrder: { en: 'The portal is out of order.', bn: 'পোর্টাল কাজ করছে না।' },
  nothingLoaded: {
    en: 'A click on the page of the portal had no effect.',
    bn: 'পোর্টালের পাতায় ক্লিক করে কিছুই হয়নি।',
  },
  unexpectedPage: {
    en: 'The page of the portal does not look as expected.',
    bn: 'পোর্টালের পাতা যেমন হওয়ার কথা তেমন নয়।',
  },
  noLabel: { en: 'The page of the portal has no "{>label}".', bn: 'পোর্টালের পাতায় "{>label}" নেই।' },
  tooLongForField: {
    en: 'The field "{>label}" of the portal takes at most {#max} characters. Nothing was filed.',
    bn: 'পোর্টালের "{>label}" ঘরে সর্বোচ্চ {#max} অক্ষর ধরে। কিছু জমা দেওয়া হয়নি।',
  },
  notReadOnly: {
    en: 'The probe could not open the page "{>page}" by reading only. Nothing was sent to the portal.',
    bn: 'শুধু পড়ে "{>page}" পাতাটি খোলা যায়নি। পোর্টালে কিছু পাঠানো হয়নি।',
  },
  probeLoginRefused: {
    en: 'The portal has refused this login {#times} times. The probe does not try it again until it is saved again.',
    bn: 'পোর্টাল এই লগইন {#times} বার ফিরিয়ে দিয়েছে। নতুন করে সংরক্ষণ না করা পর্যন্ত পরীক্ষা আর চেষ্টা করবে না।',
  },
  pagesChanged: {
    en: 'On the pages after the sign-in, the probe no longer finds: {>what}',
    bn: 'সাইন-ইনের পরের পাতায় আর পাওয়া যাচ্ছে না: {>what}',
  },
  unexpectedText: {
    en: 'The page of the portal shows "{>text}" as "{>label}".',
    bn: 'পোর্টালের পাতায় "{>label}"-এর ঘরে "{>text}" আছে।',
  },
  passwordExpired: {
    en: 'Your password on the portal has expired. Change it on the portal, then save the new one in Portal Access.',
    bn: 'পোর্টালে আপনার পাসওয়ার্ডের মেয়াদ শেষ। পোর্টালে বদলে নতুনটি পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  },
  wrongAnswers: { en: 'The answer was wrong {#times} times.', bn: 'উত্তর {#times} বার ভুল হয়েছে।' },
  xmlDocument: { en: 'an XML document', bn: 'একটি XML ডকুমেন্ট' },
});
