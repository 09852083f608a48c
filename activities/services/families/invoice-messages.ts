/** Messages about invoices that several services check. */
import { defineMessages } from '#contracts/messages/define.ts';

export const invoiceMessages = defineMessages('invoice', {
  invoice: { en: 'invoice {invoice}', bn: 'ইনভয়েস {invoice}' },
  grossBelowNet: {
    en: 'The gross weight is less than the net weight.',
    bn: 'মোট ওজন (gross) নিট ওজনের চেয়ে কম।',
  },
  grossIncludesCartons: { en: 'Gross weight includes the cartons.', bn: 'মোট ওজনে (gross) কার্টনের ওজনও থাকে।' },
  otherRowDiffers: {
    en: 'Another row of {words} has another {column}.',
    bn: '{words}-এর অন্য একটি সারিতে {column} আলাদা।',
  },
  sameInAllRows: { en: 'All rows of an invoice have the same.', bn: 'এক ইনভয়েসের সব সারিতে একই থাকে।' },
});
