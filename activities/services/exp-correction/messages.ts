/** Messages of EXP Correction. */
import { defineMessages } from '#contracts/messages/define.ts';

export const expCorrectionMessages = defineMessages('exp-correction', {
  otherInvoice: {
    en: 'Another row of EXP {exp} has another invoice number.',
    bn: 'EXP {exp}-এর অন্য একটি সারিতে ইনভয়েস নম্বর আলাদা।',
  },
  writeInvoice: {
    en: 'Write the invoice number that the EXP has now.',
    bn: 'EXP-এ এখন যে ইনভয়েস নম্বর আছে, তা লিখুন।',
  },
  invoiceHint: {
    en: 'The invoice number that the EXP has now: it guards against a wrong serial.',
    bn: 'EXP-এ এখন যে ইনভয়েস নম্বর আছে: সিরিয়াল ভুল হলে এতে ধরা পড়ে।',
  },
  portalShowsInvoice: {
    en: 'The portal shows invoice {invoice} for this EXP.',
    bn: 'পোর্টালে এই EXP-এর ইনভয়েস {invoice}।',
  },
  corrected: {
    en: 'EXP {exp} is corrected: revision {#revision}.',
    bn: 'EXP {exp} সংশোধন হয়েছে: রিভিশন {#revision}।',
  },
});
