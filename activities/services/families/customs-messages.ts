/** Messages about the bills of Bangladesh Customs. */
import { defineMessages } from '#contracts/messages/define.ts';

export const customsMessages = defineMessages('customs', {
  notSerial: { en: 'The serial is not one letter.', bn: 'সিরিয়াল একটি অক্ষর নয়।' },
  serialHint: { en: 'One letter, C for the customs registration.', bn: 'একটি অক্ষর; কাস্টমস নিবন্ধনের জন্য C।' },
  numberMissing: { en: 'The number of the bill is missing.', bn: 'বিলের নম্বর দেওয়া নেই।' },
  numberHint: {
    en: 'Give be_serial and be_number, or c_number such as C796229.',
    bn: 'be_serial ও be_number দিন, অথবা c_number, যেমন C796229।',
  },
  otherBill: {
    en: 'This is not the bill of be_serial and be_number.',
    bn: 'এটি be_serial ও be_number-এর বিল নয়।',
  },
  otherBillHint: {
    en: 'Write the same bill in both places, or leave c_number empty.',
    bn: 'দুই জায়গায় একই বিল লিখুন, অথবা c_number খালি রাখুন।',
  },
  yearNotBegun: { en: 'This year has not begun.', bn: 'এই বছর এখনো শুরু হয়নি।' },
  yearHint: { en: 'The year of the bill.', bn: 'বিলের বছর।' },
  noRecord: { en: 'No record for given parameters', bn: 'এই তথ্যে কোনো রেকর্ড নেই' },
});
