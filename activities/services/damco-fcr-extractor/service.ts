/**
 * Damco FCR Extractor: finds emails with FCRs by shipping order, FCR, PO or invoice number and reads the attached
 * PDFs.
 */
import { DAY_MS } from '#contracts/durations.ts';
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { daysBetween, dhakaDay } from '#contracts/calendar-days.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { pattern } from '#services/families/fields-numbers.ts';
import { damcoFcrExtractorMessages } from './messages.ts';

const SPAN_DAYS_MAX = 180;
const USUAL_SPAN_DAYS = 30;

export const damcoFcrExtractorService = {
  id: 'damco-fcr-extractor',
  position: 10,
  name: 'Damco FCR Extractor',
  description:
    'Upload a sheet with shipping order, FCR, PO or invoice numbers. The FCR mails in your mailbox are found and their attached PDFs are read. You get one table with the contents of all FCRs, and the PDFs.',
  category: 'Forwarder Handler',
  icon: 'mail-search',
  features: [
    'Searches by shipping order, FCR, PO or invoice number',
    'Parties, cartons, weights, CBM, vessel and container in columns',
    'The newest mail wins when an FCR was sent more than once',
    'Scanned PDFs and unknown layouts are reported, not guessed',
    'Your mails stay as they are: none is marked as read, moved or deleted',
  ],
  bengali: {
    name: 'Damco FCR এক্সট্রাক্টর',
    description:
      'SO, FCR, PO বা ইনভয়েস নম্বরের শিট আপলোড করুন। আপনার মেইলবক্সে FCR-এর মেইল খুঁজে সংযুক্ত PDF পড়া হয়। সব FCR-এর বিবরণ এক টেবিলে, সঙ্গে PDF পাবেন।',
    features: [
      'SO, FCR, PO বা ইনভয়েস নম্বর দিয়ে খোঁজে',
      'পক্ষ, কার্টন, ওজন, CBM, জাহাজ ও কনটেইনার আলাদা কলামে',
      'একাধিকবার পাঠানো হলে সবচেয়ে নতুন মেইল',
      'স্ক্যান করা বা অচেনা ফরম জানানো হয়, আন্দাজ করা হয় না',
      'আপনার মেইল যেমন আছে তেমনই থাকে',
    ],
  },
  valueLabels: {
    attachment: 'সংযুক্ত ফাইল',
    confidence: 'নির্ভরযোগ্যতা',
    consignee: 'প্রাপক',
    fcr_date: 'FCR-এর তারিখ',
    fcrs: 'FCR-এর সংখ্যা',
    mail_date: 'মেইলের তারিখ',
    mail_subject: 'মেইলের বিষয়',
    pieces: 'পিসের সংখ্যা',
    po_no: 'PO নম্বর',
    pod: 'খালাসের বন্দর',
    pol: 'লোডিং বন্দর',
    seal_no: 'সিল নম্বর',
    warnings: 'সতর্কতা',
  },
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      {
        name: 'search_key',
        aliases: ['so no', 'fcr no', 'po no', 'invoice no'],
        required: true,
        ...pattern(/^(?=.*\d)[A-Z0-9][A-Z0-9 ./_-]{3,34}$/, {
          problem: damcoFcrExtractorMessages.notReference(),
          hint: damcoFcrExtractorMessages.referenceHint(),
          upper: true,
        }),
      },
      { name: 'from_date', aliases: ['from'], required: false, ...isoDate() },
      { name: 'to_date', aliases: ['to'], required: false, ...isoDate() },
      {
        name: 'sender_contains',
        aliases: ['sender'],
        required: false,
        ...pattern(/^[A-Za-z0-9@._+-]{3,100}$/, {
          problem: damcoFcrExtractorMessages.notAddress(),
          hint: damcoFcrExtractorMessages.addressHint(),
        }),
      },
    ],
    complete: withDates,
    check: checkDates,
    naturalKey: (row) =>
      ['search_key', 'from_date', 'to_date', 'sender_contains'].map((name) => row[name] ?? '').join('|'),
  },
  portal: 'mailbox',
  credentials: 'mailbox',
  effect: 'read',
  references: null,
} as const satisfies ServiceDefinition;

/** Fills in missing dates: the end is today, the start 30 days before the end. */
function withDates(row: RowData, today: Date): RowData {
  const to = row['to_date'] ?? dhakaDay(today);
  const usualFrom = new Date(Date.parse(to) - USUAL_SPAN_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { ...row, from_date: row['from_date'] ?? usualFrom, to_date: to };
}

function checkDates(row: RowData, today: Date): CellProblem[] {
  const { from_date: from = '', to_date: to = '' } = withDates(row, today);
  const span = daysBetween(from, to);
  if (span < 0)
    return [
      {
        column: 'from_date',
        problem: damcoFcrExtractorMessages.afterLastDay({ day: to }),
        hint: damcoFcrExtractorMessages.dayOrderHint(),
      },
    ];
  if (span <= SPAN_DAYS_MAX) return [];
  return [
    {
      column: 'from_date',
      problem: damcoFcrExtractorMessages.tooManyDays({ days: span, max: SPAN_DAYS_MAX }),
      hint: damcoFcrExtractorMessages.fewerDaysHint(),
    },
  ];
}
