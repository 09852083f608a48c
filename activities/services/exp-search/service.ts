/** EXP Search: looks up each EXP at Bangladesh Bank and returns its details and its printed form. */
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { adCode, dhakaYear, expSerial, expYear } from '#services/families/fields.ts';
import { expReferences } from '#services/families/references.ts';

export const expSearchService = {
  id: 'exp-search',
  position: 6,
  name: 'EXP Search',
  description:
    'Upload a sheet with the AD code, serial and year of your EXPs. Each one is looked up on the Bangladesh Bank EXP portal with your own login. You get one workbook with the details of every EXP, and the printed EXP forms as PDF.',
  category: 'Bangladesh Bank',
  icon: 'file-search',
  features: [
    'Invoice, importer, goods and values of every EXP in one workbook',
    'The printed EXP form as PDF, one file per EXP',
    'All forms combined in one PDF, in the order of your sheet',
    'Shows whether the duplicate is reported and the proceeds are realised',
    'An EXP that is not found is named with its row number',
  ],
  bengali: {
    name: 'EXP অনুসন্ধান',
    description:
      'EXP-এর AD কোড, সিরিয়াল ও সাল লিখে শিট আপলোড করুন। আপনার নিজের লগইনে বাংলাদেশ ব্যাংকের পোর্টালে প্রতিটি খোঁজা হয়। সব EXP-এর বিবরণসহ একটি Excel ফাইল ও ছাপা ফরমের PDF পাবেন।',
    features: [
      'ইনভয়েস, আমদানিকারক, পণ্য ও মূল্য এক ফাইলে',
      'ছাপা EXP ফরমের PDF, প্রতিটির আলাদা ফাইল',
      'আপনার শিটের ক্রমে সব ফরম এক PDF-এ',
      'ডুপ্লিকেট রিপোর্ট ও মূল্য প্রত্যাবাসন হয়েছে কি না দেখায়',
      'না পাওয়া EXP সারি নম্বরসহ জানানো হয়',
    ],
  },
  valueLabels: {
    commission: 'কমিশন',
    commodity: 'পণ্য',
    contract_date: 'চুক্তির তারিখ',
    contract_no: 'চুক্তির নম্বর',
    contract_type: 'চুক্তির ধরন',
    currency: 'মুদ্রা',
    destination_country: 'গন্তব্য দেশ',
    destination_port: 'গন্তব্য বন্দর',
    duplicate_reported_on: 'ডুপ্লিকেট রিপোর্টের তারিখ',
    exporter_bin: 'রপ্তানিকারকের BIN',
    exporter_erc: 'রপ্তানিকারকের ERC',
    exporter_name: 'রপ্তানিকারকের নাম',
    freight: 'ভাড়া (freight)',
    hs_code: 'পণ্যের HS code',
    importer_address: 'আমদানিকারকের ঠিকানা',
    importer_name: 'আমদানিকারকের নাম',
    incoterm: 'ইনকোটার্ম',
    insurance: 'বীমা',
    invoice_date: 'ইনভয়েসের তারিখ',
    invoice_value: 'ইনভয়েস মূল্য',
    quantity: 'পরিমাণ',
    realised_on: 'প্রত্যাবাসনের তারিখ',
    sector: 'খাত',
    transport_mode: 'পরিবহনের মাধ্যম',
    triplicate_realised_value: 'প্রত্যাবাসিত মূল্য',
    unit: 'একক',
  },
  defaultCostHundredths: 50,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    // "exp_no" is not an alias, because it holds the whole number, of which each column takes a part. "serial no" and
    // "sl" are not either, because in many sheets they number the rows.
    columns: [
      {
        name: 'ad_code',
        aliases: ['ad', 'ad no', 'exp ad code', 'ad branch code', 'bank ad code'],
        required: true,
        ...adCode,
      },
      {
        name: 'exp_serial',
        aliases: ['serial', 'exp serial no', 'exp serial number'],
        required: true,
        ...expSerial,
      },
      { name: 'exp_year', aliases: ['year', 'year of exp'], required: false, ...expYear },
    ],
    complete: (row, today) => ({ exp_year: dhakaYear(today), ...row }),
    naturalKey: (row) => `${row['ad_code']}-${row['exp_serial']}-${row['exp_year']}`,
  },
  portal: 'bb-exp',
  credentials: 'bangladesh_bank_exp',
  effect: 'read',
  references: expReferences,
} as const satisfies ServiceDefinition;
