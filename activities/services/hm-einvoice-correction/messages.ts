/** Messages of H&M E-Invoice Correction. */
import { defineMessages } from '#contracts/messages/define.ts';

export const hmEinvoiceCorrectionMessages = defineMessages('hm-einvoice-correction', {
  onlyDraft: {
    en: 'The portal has this invoice as a draft that was never submitted.',
    bn: 'পোর্টালে এই ইনভয়েস খসড়া হিসেবে আছে, জমা দেওয়া হয়নি।',
  },
  severalLines: {
    en: 'Invoice {invoice} has {#lines} lines that the row may mean.',
    bn: 'ইনভয়েস {invoice}-এ সারির সঙ্গে মেলে এমন {#lines}টি লাইন আছে।',
  },
  corrected: {
    en: 'Invoice {invoice} is corrected: version {#version}.',
    bn: 'ইনভয়েস {invoice} সংশোধন হয়েছে: সংস্করণ {#version}।',
  },
  fieldOfLine: { en: '{field} of {line}', bn: '{line}-এর {field}' },
});
