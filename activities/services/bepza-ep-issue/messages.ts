/** Messages of BEPZA Export Permit Issue. */
import { defineMessages } from '#contracts/messages/define.ts';

export const bepzaEpIssueMessages = defineMessages('bepza-ep-issue', {
  fobAboveInvoice: {
    en: 'The FOB value is more than the invoice value of {#value}.',
    bn: 'FOB মূল্য ইনভয়েস মূল্য {#value}-এর চেয়ে বেশি।',
  },
  invoiceIncludesFob: {
    en: 'The invoice value includes the FOB value.',
    bn: 'FOB মূল্য ইনভয়েস মূল্যের মধ্যেই ধরা থাকে।',
  },
});
