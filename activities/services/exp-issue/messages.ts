/** Messages of EXP Issue. */
import { defineMessages } from '#contracts/messages/define.ts';

export const expIssueMessages = defineMessages('exp-issue', {
  freightMissing: {
    en: 'Freight is missing for {incoterm}.',
    bn: '{incoterm}-এর জন্য ভাড়া (freight) দেওয়া নেই।',
  },
  freightHint: {
    en: 'Write what of the invoice value is freight.',
    bn: 'ইনভয়েস মূল্যের কতটা ভাড়া (freight), তা লিখুন।',
  },
  insuranceMissing: { en: 'Insurance is missing for CIF.', bn: 'CIF-এর জন্য বীমা (insurance) দেওয়া নেই।' },
  insuranceHint: {
    en: 'Write what of the invoice value is insurance.',
    bn: 'ইনভয়েস মূল্যের কতটা বীমা (insurance), তা লিখুন।',
  },
  deductionsTooHigh: {
    en: 'Freight, insurance and commission are not less than the invoice value.',
    bn: 'ভাড়া, বীমা ও কমিশনের যোগফল ইনভয়েস মূল্যের চেয়ে কম নয়।',
  },
  valueIncludesThem: { en: 'The invoice value includes them.', bn: 'এগুলো ইনভয়েস মূল্যের মধ্যেই ধরা থাকে।' },
  otherFob: { en: 'The FOB value is not {#value}.', bn: 'FOB মূল্য {#value} নয়।' },
  fobHint: {
    en: 'Invoice value less freight, insurance and commission; leave it empty to have it filled in.',
    bn: 'ইনভয়েস মূল্য থেকে ভাড়া, বীমা ও কমিশন বাদে যা থাকে; খালি রাখলে আমরা বসিয়ে দেব।',
  },
  contractAfterInvoice: { en: 'The contract is dated after the invoice.', bn: 'চুক্তির তারিখ ইনভয়েসের পরের।' },
  contractBeforeInvoice: { en: 'A contract comes before its invoices.', bn: 'ইনভয়েসের আগেই চুক্তি হয়।' },
  unusualErc: { en: 'This does not look like an ERC.', bn: 'এটি ERC নম্বরের মতো নয়।' },
  ercHint: {
    en: 'A new ERC has 13 to 16 digits, an old one is RA- or BA- and 4 to 7 digits.',
    bn: 'নতুন ERC ১৩ থেকে ১৬ অঙ্কের; পুরোনোটি RA- বা BA- ও ৪ থেকে ৭ অঙ্ক।',
  },
  onPortal: { en: 'EXP {exp} is on the portal: {>status}.', bn: 'EXP {exp} পোর্টালে আছে: {>status}।' },
  portalDiffers: {
    en: 'The portal has EXP {exp} of this invoice with {figures}.',
    bn: 'পোর্টালে এই ইনভয়েসের EXP {exp} আছে, তবে: {figures}।',
  },
  draftOnPortal: {
    en: 'The portal has a draft of this invoice: {exp}. Complete it there, or delete it.',
    bn: 'পোর্টালে এই ইনভয়েসের একটি খসড়া আছে: {exp}। সেখানে সেটি সম্পূর্ণ করুন বা মুছে ফেলুন।',
  },
  filed: {
    en: 'Filed. Your AD has to certify it before the portal shows its number. We look for the numbers of our own filings after an hour, after a day and then in widening steps, as long as the results are kept; later, you find them on the portal.',
    bn: 'জমা হয়েছে। আপনার AD প্রত্যয়ন করলে পোর্টালে নম্বর দেখাবে। আমাদের করা জমার নম্বর আমরা এক ঘণ্টা ও এক দিন পরে এবং এরপর ক্রমশ বেশি সময় পরপর খুঁজে দেখি, যত দিন ফলাফল রাখা হয়; তার পরে নম্বরটি পোর্টালেই পাবেন।',
  },
  listedBut: {
    en: 'The portal lists EXP {exp}, but: {words}',
    bn: 'পোর্টালের তালিকায় EXP {exp} আছে, কিন্তু: {words}',
  },
  notCertifiedYet: { en: '(not certified yet)', bn: '(এখনো প্রত্যয়িত নয়)' },
  noNumberYet: { en: '(no number yet)', bn: '(এখনো নম্বর নেই)' },
});
