/** Messages of H&M E-Invoice Create. */
import { defineMessages } from '#contracts/messages/define.ts';

export const hmEinvoiceCreateMessages = defineMessages('hm-einvoice-create', {
  notOfBangladesh: { en: 'The goods must be of Bangladesh.', bn: 'পণ্য বাংলাদেশের হতে হবে।' },
  originHint: { en: 'BD or Bangladesh.', bn: 'BD বা Bangladesh।' },
  otherAmount: { en: 'Quantity × price is {#amount}.', bn: 'পরিমাণ × দর হয় {#amount}।' },
  correctAmount: {
    en: 'Correct the amount, or leave it empty to have it filled in.',
    bn: 'অঙ্কটি ঠিক করুন, অথবা খালি রাখুন: আমরা বসিয়ে দেব।',
  },
  lineTwice: {
    en: 'Invoice {invoice} has the line {line} twice.',
    bn: 'ইনভয়েস {invoice}-এ {line} লাইনটি দুবার আছে।',
  },
  addQuantities: { en: 'Put the quantities into one row.', bn: 'পরিমাণগুলো এক সারিতে দিন।' },
  rexMissing: {
    en: '{#amount} {currency} of invoice {invoice} go to the EU without a REX number.',
    bn: 'ইনভয়েস {invoice}-এর {#amount} {currency} REX নম্বর ছাড়াই ইইউ-তে যাচ্ছে।',
  },
  rexNeeded: {
    en: 'Above EUR 6,000 the EU asks for your REX number, such as BDREX0001234.',
    bn: '৬,০০০ ইউরোর বেশি হলে ইইউ আপনার REX নম্বর চায়, যেমন BDREX0001234।',
  },
  draftOfOrder: {
    en: 'The portal has a draft of this invoice number for order {order}.',
    bn: 'পোর্টালে অর্ডার {order}-এর জন্য এই ইনভয়েস নম্বরের খসড়া আছে।',
  },
  invoiceDiffers: {
    en: 'The portal has invoice {invoice} with {figures}.',
    bn: 'পোর্টালে ইনভয়েস {invoice} আছে, তবে: {figures}।',
  },
  onPortal: {
    en: 'Invoice {invoice} is on the portal: {>status}.',
    bn: 'ইনভয়েস {invoice} পোর্টালে আছে: {>status}।',
  },
  noLine: { en: 'Order {order} has no line {line}.', bn: 'অর্ডার {order}-এ লাইন {line} নেই।' },
  quantityOff: {
    en: 'Line {line}: {#pieces} pieces are more than {#percent} % off the {#ordered} ordered.',
    bn: 'লাইন {line}: {#pieces} পিস, যা অর্ডারের {#ordered} পিস থেকে {#percent}%-এর বেশি আলাদা।',
  },
  additionalLine: { en: 'a further line {line}', bn: 'বাড়তি লাইন {line}' },
  missingLine: { en: 'no line {line}', bn: 'লাইন {line} নেই' },
  differsForLine: { en: '{differing} for {line}', bn: '{line}-এর {differing}' },
});
