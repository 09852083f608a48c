/** PDF to Excel Converter: turns the tables of PDFs into workbooks and CSV files. */
import type { ServiceDefinition } from '#services/contract.ts';

export const pdfExcelConverterService = {
  id: 'pdf-excel-converter',
  position: 1,
  name: 'PDF to Excel Converter',
  description:
    'Upload a PDF, or a ZIP with many PDFs. Every table in them is read, with or without lines, also when it goes on over several pages. You get one Excel workbook for each PDF, with a sheet for every table, and each table as CSV and JSON.',
  category: 'PDF Extractor',
  icon: 'file-spreadsheet',
  features: [
    'Invoices, packing lists, bank statements and price lists, with or without lines',
    'A table over several pages becomes one sheet, with its header once',
    'Numbers you can add up; codes such as 0001 stay as they are',
    'Bangla text, rotated pages, and scans, which are read by OCR and marked as such',
    'A locked PDF asks for its password before it costs anything; one without a table costs nothing',
  ],
  bengali: {
    name: 'PDF থেকে Excel',
    description:
      'একটি PDF বা অনেক PDF-এর ZIP আপলোড করুন। ভেতরের প্রতিটি টেবিল পড়া হয়, দাগ থাকুক বা না থাকুক, কয়েক পাতাজুড়ে থাকলেও। প্রতিটি PDF-এর জন্য একটি Excel ফাইল পাবেন, প্রতি টেবিলে একটি শিট, সঙ্গে CSV।',
    features: [
      'ইনভয়েস, প্যাকিং লিস্ট, ব্যাংক স্টেটমেন্ট, মূল্যতালিকা; দাগসহ বা দাগ ছাড়া',
      'কয়েক পাতার টেবিল এক শিটে, শিরোনাম একবার',
      'যোগ করা যায় এমন সংখ্যা; 0001-এর মতো কোড যেমন আছে তেমনই',
      'বাংলা লেখা, ঘোরানো পাতা ও স্ক্যান; স্ক্যান OCR দিয়ে পড়া হয়, তা লেখা থাকে',
      'তালা দেওয়া PDF আগে পাসওয়ার্ড চায়; টেবিল না থাকলে ক্রেডিট লাগে না',
    ],
  },
  valueLabels: {
    pages: 'পাতার সংখ্যা',
    rows: 'সারির সংখ্যা',
    tables: 'টেবিলের সংখ্যা',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: ['.pdf', '.zip'],
  input: { kind: 'pdf' },
  portal: null,
  credentials: null,
  effect: 'read',
  references: null,
} as const satisfies ServiceDefinition;
