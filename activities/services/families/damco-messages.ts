/** Messages about the forwarder's bookings, orders and receipts. */
import { defineMessages } from '#contracts/messages/define.ts';

export const damcoMessages = defineMessages('damco', {
  notHtsCode: { en: 'The HTS code does not have 6 to 10 digits.', bn: 'HTS code ৬ থেকে ১০ অঙ্কের নয়।' },
  htsCodeHint: {
    en: 'The 6 to 10 digits of the tariff, such as 61091000 or 6109.10.00.',
    bn: 'শুল্ক তালিকার ৬ থেকে ১০ অঙ্ক, যেমন 61091000 বা 6109.10.00।',
  },
  notShippingOrder: { en: 'This is not a shipping order number.', bn: 'এটি শিপিং অর্ডার নম্বর নয়।' },
  shippingOrderHint: {
    en: 'The 6 to 12 digits of the shipping order, such as 43680233.',
    bn: 'শিপিং অর্ডারের ৬ থেকে ১২ অঙ্ক, যেমন 43680233।',
  },
  notPurchaseOrder: { en: 'This is not a purchase order number.', bn: 'এটি পারচেজ অর্ডার নম্বর নয়।' },
  purchaseOrderHint: {
    en: 'The purchase order number of 4 to 20 letters and digits, such as 4500781223.',
    bn: 'পারচেজ অর্ডার নম্বর, ৪ থেকে ২০ অক্ষর ও অঙ্ক, যেমন 4500781223।',
  },
  purchaseOrderLineHint: {
    en: 'The purchase order number, with or without the line number after it, such as 4500781223 or 4500781223-10.',
    bn: 'পারচেজ অর্ডার নম্বর, পরে লাইনের নম্বরসহ বা ছাড়া, যেমন 4500781223 বা 4500781223-10।',
  },
  notLine: { en: 'This is not the number of a line.', bn: 'এটি লাইনের নম্বর নয়।' },
  lineHint: {
    en: 'The number of the line, such as 10. Empty means all lines of the order.',
    bn: 'লাইনের নম্বর, যেমন 10। খালি রাখলে অর্ডারের সব লাইন।',
  },
  notCartonSize: { en: 'This is not a carton size.', bn: 'এটি কার্টনের মাপ নয়।' },
  cartonSizeHint: {
    en: "Length, width and height as the portal's list has them, such as 24x16x12.",
    bn: 'পোর্টালের তালিকার মতো দৈর্ঘ্য, প্রস্থ ও উচ্চতা, যেমন 24x16x12।',
  },
  notClient: { en: 'This is not the code of a client.', bn: 'এটি ক্লায়েন্টের কোড নয়।' },
  clientHint: {
    en: "The consignee's code in the list of the portal, such as NORDICSE.",
    bn: 'পোর্টালের তালিকায় প্রাপকের কোড, যেমন NORDICSE।',
  },
  moreCartonsThanPieces: { en: 'There are more cartons than pieces.', bn: 'কার্টনের সংখ্যা পিসের চেয়ে বেশি।' },
  noBooking: { en: 'The portal has no such booking.', bn: 'পোর্টালে এমন কোনো বুকিং নেই।' },
});
