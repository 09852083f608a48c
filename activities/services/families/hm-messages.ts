/** Messages about the buyer's orders and invoices. */
import { defineMessages } from '#contracts/messages/define.ts';

export const hmMessages = defineMessages('hm', {
  notOrder: { en: 'This is not an order number.', bn: 'এটি অর্ডার নম্বর নয়।' },
  orderHint: {
    en: 'The order number of 6 digits, with or without its second part, such as 364201-58325.',
    bn: '৬ অঙ্কের অর্ডার নম্বর, দ্বিতীয় অংশসহ বা ছাড়া, যেমন 364201-58325।',
  },
  notMarket: { en: 'This is not the code of a planning market.', bn: 'এটি প্ল্যানিং মার্কেটের কোড নয়।' },
  marketHint: {
    en: "The planning market's code as on the order, such as NL/OE or OG.",
    bn: 'অর্ডারে যেমন আছে, প্ল্যানিং মার্কেটের কোড, যেমন NL/OE বা OG।',
  },
  notArticle: { en: 'The article number does not have 3 digits.', bn: 'আর্টিকেল নম্বর ৩ অঙ্কের নয়।' },
  articleHint: { en: 'The 3 digits of the article, such as 063.', bn: 'আর্টিকেলের ৩ অঙ্ক, যেমন 063।' },
  notBooking: { en: 'This is not a booking number.', bn: 'এটি বুকিং নম্বর নয়।' },
  bookingHint: {
    en: "The forwarder's booking reference, such as B000259881.",
    bn: 'ফরোয়ার্ডারের বুকিং রেফারেন্স, যেমন B000259881।',
  },
  noInvoices: { en: 'No invoices found.', bn: 'কোনো ইনভয়েস পাওয়া যায়নি।' },
  noInvoice: { en: 'The portal has no such invoice.', bn: 'পোর্টালে এমন কোনো ইনভয়েস নেই।' },
});
