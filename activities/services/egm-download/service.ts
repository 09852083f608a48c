/** EGM Download: the export general manifest of each bill of export, as proof that the goods left. */
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { billColumns, billKey, checkBill, completeBill } from '#services/families/customs-bill.ts';
import { rotation, transportDocument } from '#services/families/fields-containers.ts';

export const egmDownloadService = {
  id: 'egm-download',
  position: 25,
  name: 'EGM Download',
  description:
    'Upload a sheet with customs office, serial, number and year of your bills of export. The export general manifest (EGM) of each is fetched from the customs portal as proof that the goods left. You get the PDFs and a workbook with rotation, vessel and departure date.',
  category: 'Tracking Services',
  icon: 'scroll-text',
  features: [
    'One EGM PDF per bill of export, and all combined in one',
    'Rotation number is compared with the one in your sheet',
    'Vessel, voyage, packages and gross weight in one table',
    'When customs asks for a CAPTCHA, you see the picture and answer it',
  ],
  bengali: {
    name: 'EGM ডাউনলোড',
    description:
      'বিল অব এক্সপোর্টের কাস্টমস অফিস, সিরিয়াল, নম্বর ও সাল লিখে শিট আপলোড করুন। মাল চলে যাওয়ার প্রমাণ হিসেবে প্রতিটির EGM কাস্টমস পোর্টাল থেকে আনা হয়। PDF এবং রোটেশন, জাহাজ ও যাত্রার তারিখসহ Excel ফাইল পাবেন।',
    features: [
      'প্রতি বিল অব এক্সপোর্টে একটি EGM PDF, এবং সব একসঙ্গে',
      'রোটেশন নম্বর আপনার শিটের সঙ্গে মেলানো হয়',
      'জাহাজ, ভয়েজ, প্যাকেজ ও মোট ওজন এক টেবিলে',
      'কাস্টমস CAPTCHA চাইলে ছবি দেখে আপনি উত্তর দেন',
    ],
  },
  valueLabels: {
    c_no_and_date: 'C নম্বর ও তারিখ',
    departure_date: 'ছাড়ার তারিখ',
    egm_date: 'EGM-এর তারিখ',
    egm_no: 'EGM নম্বর',
    manifest_bl_no: 'ম্যানিফেস্টের B/L নম্বর',
    packages: 'প্যাকেজের সংখ্যা',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      ...billColumns,
      { name: 'rotation_no', aliases: ['rotation', 'manifest no'], required: false, ...rotation },
      { name: 'bl_no', aliases: ['bl', 'hbl', 'fcr no'], required: false, ...transportDocument },
    ],
    complete: completeBill,
    check: checkBill,
    // Customs is compared with the rotation and the B/L of the row, so rows that differ in them get their own answers.
    naturalKey: (row) => [billKey(row), row['rotation_no'] ?? '', row['bl_no'] ?? ''].join(' '),
  },
  portal: 'customs',
  credentials: null,
  effect: 'read',
  references: null,
} as const satisfies ServiceDefinition;
