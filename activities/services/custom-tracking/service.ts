/** Customs Clearance Tracking: the clearance step of each bill of entry or export. */
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { billColumns, billKey, checkBill, completeBill } from '#services/families/customs-bill.ts';

export const customTrackingService = {
  id: 'custom-tracking',
  position: 26,
  name: 'Customs Clearance Tracking',
  description:
    'Upload a sheet with customs office, serial, number and year of your bills of entry or export. The clearance step of each is looked up on the customs portal. You get lane, assessment, payment, examination and release in one workbook.',
  category: 'Tracking Services',
  icon: 'radar',
  features: [
    'Bills of entry and bills of export in one sheet',
    'The current step of each bill, from registered to released',
    'Assessment, payment and exit note with number and date',
    'When customs asks for a CAPTCHA, you see the picture and answer it',
  ],
  bengali: {
    name: 'কাস্টমস ক্লিয়ারেন্স ট্র্যাকিং',
    description:
      'বিল অব এন্ট্রি বা এক্সপোর্টের কাস্টমস অফিস, সিরিয়াল, নম্বর ও সাল লিখে শিট আপলোড করুন। প্রতিটির ছাড়ের ধাপ কাস্টমস পোর্টালে দেখা হয়। লেন, শুল্কায়ন, পরিশোধ, পরীক্ষা ও ছাড় এক Excel ফাইলে পাবেন।',
    features: [
      'বিল অব এন্ট্রি ও বিল অব এক্সপোর্ট এক শিটেই',
      'নিবন্ধন থেকে ছাড় পর্যন্ত প্রতিটি বিলের বর্তমান ধাপ',
      'শুল্কায়ন, পরিশোধ ও এক্সিট নোট, নম্বর ও তারিখসহ',
      'কাস্টমস CAPTCHA চাইলে ছবি দেখে আপনি উত্তর দেন',
    ],
  },
  valueLabels: {
    assessed: 'অ্যাসেসমেন্ট',
    current_step: 'বর্তমান ধাপ',
    declarant: 'ঘোষণাকারীর AIN',
    examined: 'পরীক্ষা',
    items: 'আইটেমের সংখ্যা',
    lane: 'লেন',
    last_update: 'শেষ হালনাগাদ',
    manifest_no: 'ম্যানিফেস্ট নম্বর',
    paid: 'পরিশোধ',
    registration: 'রেজিস্ট্রেশন',
    released: 'ছাড়',
    trader: 'রপ্তানিকারক বা আমদানিকারক',
    type: 'বিলের ধরন',
  },
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: billColumns,
    complete: completeBill,
    check: checkBill,
    naturalKey: billKey,
  },
  portal: 'customs',
  credentials: null,
  effect: 'read',
  references: null,
} as const satisfies ServiceDefinition;
