/**
 * REX/SOO Submission: registers each shipment's statement on origin (SOO) at EPB, with its invoice and bill of
 * lading.
 */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { fieldMessages } from '#services/families/field-messages.ts';
import type { ServiceDefinition, CellProblem, Column, RowData } from '#services/contract.ts';
import { daysBetween } from '#contracts/calendar-days.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { decimal, latinDigits, money, pattern, text, type Field } from '#services/families/fields-numbers.ts';
import { countryCode, currency, hsCode, rexNumber, unit } from '#services/families/fields-trade.ts';
import { rexReferences } from '#services/families/references.ts';
import { documentNames } from './documents.ts';
import { rexSooSubmissionMessages } from './messages.ts';

/** Maximum number of days by which a bill of lading may precede its invoice. */
const BL_DAYS_BEFORE_INVOICE_MAX = 30;

/** Countries that accept a statement on origin: the European Union, Norway, Switzerland and Turkey. */
const rexCountries = new Set(
  `AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE NO CH TR`.split(' '),
);

/** Accepts the portal's own id of a country or its two-letter code. */
const rexCountry: Field = {
  schema: z
    .string()
    .overwrite((cell) => latinDigits(cell).trim())
    .refine(
      (cell) => /^\d{1,6}$/.test(cell) || rexCountries.has(countryCode(cell) ?? ''),
      asIssue(rexSooSubmissionMessages.notRexCountry()),
    )
    .overwrite((cell) => (/^\d+$/.test(cell) ? cell : (countryCode(cell) ?? cell))),
  hint: rexSooSubmissionMessages.countryHint(),
};

const originCriterion: Field = {
  schema: z
    .string()
    .overwrite((cell) => cell.toUpperCase().replace(/\s+/g, ''))
    .regex(/^(P|W\d{4})$/, asIssue(rexSooSubmissionMessages.notCriterion()))
    .overwrite((criterion) => criterion.replace(/^W/, 'W ')),
  hint: rexSooSubmissionMessages.criterionHint(),
};

const columns = [
  {
    name: 'rex_importer_id',
    aliases: ['importer', 'importer id'],
    required: true,
    ...text(1, 120, fieldMessages.eitherOr({ first: '1842', second: 'Nordic Wear AB' })),
  },
  {
    name: 'destination_country_id',
    aliases: ['destination country', 'country', 'country id'],
    required: true,
    ...rexCountry,
  },
  { name: 'bl_no', aliases: ['bl', 'b/l no', 'hbl'], required: true, ...text(5, 35, 'DHK1204477') },
  {
    name: 'invoice_no',
    aliases: ['invoice', 'invoice number'],
    required: true,
    ...pattern(/^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$/, {
      problem: rexSooSubmissionMessages.notFileName(),
      hint: rexSooSubmissionMessages.invoiceHint(),
    }),
  },
  { name: 'invoice_value', aliases: ['value', 'invoice amount'], required: true, ...money({ above: 0 }) },
  { name: 'invoice_date', required: false, ...isoDate({ notAfterToday: true }) },
  { name: 'bl_date', aliases: ['b/l date'], required: false, ...isoDate({ notAfterToday: true }) },
  { name: 'currency', required: false, ...currency },
  { name: 'hs_code', aliases: ['hs'], required: false, ...hsCode },
  { name: 'quantity', aliases: ['qty'], required: false, ...decimal({ above: 0 }) },
  { name: 'unit', required: false, ...unit },
  { name: 'origin_criterion', aliases: ['criterion'], required: false, ...originCriterion },
  { name: 'rex_no', aliases: ['rex', 'rex number'], required: false, ...rexNumber },
] as const satisfies readonly Column[];

/** Writes the invoice value with two decimals, as the portal stores it. */
function complete(row: RowData): RowData {
  const [whole = '0', cents = ''] = (row['invoice_value'] ?? '').split('.');
  return { currency: 'USD', ...row, invoice_value: `${whole}.${cents.padEnd(2, '0')}` };
}

function check({ invoice_date, bl_date }: RowData): CellProblem[] {
  if (!invoice_date || !bl_date) return [];
  if (daysBetween(bl_date, invoice_date) <= BL_DAYS_BEFORE_INVOICE_MAX) return [];
  return [
    {
      column: 'bl_date',
      problem: rexSooSubmissionMessages.billTooOld({ days: BL_DAYS_BEFORE_INVOICE_MAX }),
      hint: fieldMessages.checkDates(),
    },
  ];
}

function warn({ origin_criterion = '', hs_code = '' }: RowData): CellProblem[] {
  const [, heading] = /^W (\d{4})$/.exec(origin_criterion) ?? [];
  if (!heading || !hs_code || hs_code.startsWith(heading)) return [];
  return [
    {
      column: 'origin_criterion',
      problem: rexSooSubmissionMessages.otherHeading({ heading, code: hs_code }),
      hint: rexSooSubmissionMessages.headingHint(),
    },
  ];
}

export const rexSooSubmissionService = {
  id: 'rex-soo-submission',
  position: 27,
  name: 'REX/SOO Submission',
  description:
    'Upload a ZIP with the invoice and bill of lading PDFs, and a CSV with one shipment per row. Each shipment with both documents is recorded on the EPB Export Tracker with your own login. You get the record number and the receipt of every shipment.',
  category: 'EPB Export',
  icon: 'globe',
  features: [
    'Matches the PDFs to the rows by invoice number',
    'Rows without both documents are skipped and not charged',
    'Lists PDFs that belong to no row',
    'Looks for a record of the same invoice first, so none is filed twice',
  ],
  bengali: {
    name: 'REX/SOO জমা',
    description:
      'ইনভয়েস ও বিল অব লেডিং PDF-এর একটি ZIP এবং প্রতি সারিতে একটি শিপমেন্টের CSV আপলোড করুন। যে শিপমেন্টের দুটি ডকুমেন্টই আছে, তা আপনার লগইনে EPB Export Tracker-এ তোলা হয়। প্রতিটির রেকর্ড নম্বর ও রসিদ পাবেন।',
    features: [
      'ইনভয়েস নম্বর দিয়ে PDF ও সারি মেলানো হয়',
      'দুটি ডকুমেন্ট না থাকলে সারি বাদ যায়, ক্রেডিট কাটে না',
      'কোনো সারির নয় এমন PDF-এর তালিকা দেখায়',
      'আগে একই ইনভয়েসের রেকর্ড খোঁজা হয়, তাই দুবার জমা হয় না',
    ],
  },
  valueLabels: {
    charge_bdt: 'চার্জ',
    portal_record_id: 'পোর্টালে রেকর্ডের আইডি',
  },
  defaultCostHundredths: 200,
  acceptedExtensions: ['.csv'],
  input: {
    kind: 'sheet',
    columns,
    complete,
    check,
    warn,
    naturalKey: (row) => `${row['invoice_no']?.toUpperCase()}|${row['bl_no']?.toUpperCase()}`,
    uniqueBy: (row) => ({ invoice_no: row['invoice_no']?.toUpperCase() ?? '' }),
    documents: 'required',
    documentNames: (row) => Object.values(documentNames(row)),
  },
  portal: 'epb',
  credentials: 'epb_export_tracker',
  effect: 'submit',
  references: rexReferences,
  refusesTwins: true,
} as const satisfies ServiceDefinition;
