/** Chattogram Port Tracking: where each container is, and which vessel brought it or will take it. */
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { container } from '#services/families/fields-containers.ts';
import { oneOf } from '#services/families/fields-numbers.ts';

export const ctgPortTrackingService = {
  id: 'ctg-port-tracking',
  position: 2,
  name: 'Chattogram Port Tracking',
  description:
    'Upload a sheet with container numbers. Each container is looked up at Chattogram port: where it stands, and which vessel brought it or will take it. You get one workbook with yard, off-dock, vessel, rotation and times.',
  category: 'Tracking Services',
  icon: 'container',
  features: [
    "The container number's check digit is tested before the look-up",
    'Yard, block and slot, or the off-dock',
    'Vessel, voyage, rotation number and arrival date',
    "The port's own words are kept beside the columns",
  ],
  bengali: {
    name: 'চট্টগ্রাম বন্দর ট্র্যাকিং',
    description:
      'কনটেইনার নম্বরের শিট আপলোড করুন। চট্টগ্রাম বন্দরে প্রতিটি কনটেইনার খোঁজা হয়: কোথায় আছে, কোন জাহাজে এসেছে বা যাবে। ইয়ার্ড, অফ-ডক, জাহাজ, রোটেশন ও সময়সহ একটি Excel ফাইল পাবেন।',
    features: [
      'খোঁজার আগেই কনটেইনার নম্বরের চেক ডিজিট যাচাই',
      'ইয়ার্ড, ব্লক ও স্লট, অথবা অফ-ডক',
      'জাহাজ, ভয়েজ, রোটেশন নম্বর ও আসার তারিখ',
      'বন্দরের নিজের কথাগুলোও পাশে থাকে',
    ],
  },
  valueLabels: {
    block: 'ব্লক',
    category: 'আমদানি বা রপ্তানি',
    discharge_time: 'জাহাজ থেকে নামার সময়',
    found: 'পাওয়া গেছে কি না',
    height: 'উচ্চতা',
    iso_type: 'কনটেইনারের ISO ধরন',
    load_status: 'FCL বা LCL',
    load_time: 'জাহাজে তোলার সময়',
    mlo: 'MLO',
    offdock: 'অফডক',
    position_raw: 'পোর্টালে লেখা অবস্থান',
    rotation_no: 'রোটেশন নম্বর',
    size: 'আকার (ফুট)',
    slot: 'স্লট',
    yard: 'ইয়ার্ড',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      { name: 'container_no', aliases: ['container', 'container number'], required: true, ...container },
      { name: 'direction', required: false, ...oneOf(['IMPORT', 'EXPORT']) },
    ],
    // The direction decides whether the answer is doubted.
    naturalKey: (row) => [row['container_no'], row['direction']].filter(Boolean).join(' '),
  },
  portal: 'cpa',
  credentials: null,
  effect: 'read',
  references: null,
} as const satisfies ServiceDefinition;
