/** Messages of EXP Duplicate Reporting. */
import { defineMessages } from '#contracts/messages/define.ts';

export const expDuplicateReportingMessages = defineMessages('exp-duplicate-reporting', {
  shippedBeforeBill: {
    en: 'The shipment is before the bill of export.',
    bn: 'জাহাজীকরণের তারিখ বিল অব এক্সপোর্টের আগের।',
  },
  billBeforeShipment: {
    en: 'Customs passes the bill of export before the goods leave.',
    bn: 'পণ্য যাওয়ার আগেই কাস্টমস বিল অব এক্সপোর্ট ছাড়ে।',
  },
  late: {
    en: 'LATE: the shipment was {#days} days ago, the duplicate was due within {#due}.',
    bn: 'দেরি: জাহাজীকরণ হয়েছে {#days} দিন আগে, ডুপ্লিকেট দেওয়ার কথা ছিল {#due} দিনের মধ্যে।',
  },
  reportedAllTheSame: {
    en: 'It is reported all the same; your bank may ask for the reason.',
    bn: 'তবু রিপোর্ট করা হবে; ব্যাংক কারণ জানতে চাইতে পারে।',
  },
  alreadyReported: {
    en: 'The duplicate was reported on {>day} with {facts}.',
    bn: 'ডুপ্লিকেট রিপোর্ট হয়েছে {>day} তারিখে: {facts}।',
  },
  reported: {
    en: 'The duplicate of EXP {exp} is reported: {reference}.',
    bn: 'EXP {exp}-এর ডুপ্লিকেট রিপোর্ট হয়েছে: {reference}।',
  },
});
