/** EXP Duplicate Reporting: reports the duplicate copy of each EXP at Bangladesh Bank after shipment. */
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { daysBetween, dhakaDay } from '#contracts/calendar-days.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { decimal, oneOf, text } from '#services/families/fields-numbers.ts';
import { billOfExport, customsOffice } from '#services/families/fields-trade.ts';
import { adCode, expSerial, expYear } from '#services/families/fields.ts';
import { expReferences } from '#services/families/references.ts';
import { expDuplicateReportingMessages } from './messages.ts';

/** Number of days after shipment within which the duplicate must be reported. */
export const REPORT_DAYS = 14;

function check({ bill_of_export_date = '', shipment_date = '' }: RowData): CellProblem[] {
  if (shipment_date >= bill_of_export_date) return [];
  const hint = expDuplicateReportingMessages.billBeforeShipment();
  return [{ column: 'shipment_date', problem: expDuplicateReportingMessages.shippedBeforeBill(), hint }];
}

function warn({ shipment_date = '' }: RowData, today: Date): CellProblem[] {
  const days = daysBetween(shipment_date, dhakaDay(today));
  if (days <= REPORT_DAYS) return [];
  const problem = expDuplicateReportingMessages.late({ days, due: REPORT_DAYS });
  const hint = expDuplicateReportingMessages.reportedAllTheSame();
  return [{ column: 'shipment_date', problem, hint }];
}

export const expDuplicateReportingService = {
  id: 'exp-duplicate-reporting',
  position: 5,
  name: 'EXP Duplicate Reporting',
  description:
    'Upload a sheet with the EXP, the bill of export, the transport document and what was shipped. The duplicate copy of each EXP is reported on the Bangladesh Bank EXP portal, as is due within 14 days of shipment. You get the report date and reference of every EXP.',
  category: 'Bangladesh Bank',
  icon: 'copy-check',
  features: [
    'Reports the duplicate of many EXPs from one sheet',
    'Marks shipments that are past the 14 days',
    'Shipped quantity and value are compared with what was declared',
    'An EXP that is already reported is not reported again',
  ],
  bengali: {
    name: 'EXP ডুপ্লিকেট রিপোর্টিং',
    description:
      'EXP, বিল অব এক্সপোর্ট, পরিবহন দলিল ও কী পাঠানো হয়েছে তা লিখে শিট আপলোড করুন। জাহাজীকরণের ১৪ দিনের মধ্যে যা করতে হয়, প্রতিটি EXP-এর ডুপ্লিকেট কপি বাংলাদেশ ব্যাংকের পোর্টালে রিপোর্ট করা হয়। রিপোর্টের তারিখ ও রেফারেন্স পাবেন।',
    features: [
      'এক শিট থেকে অনেক EXP-এর ডুপ্লিকেট রিপোর্ট',
      '১৪ দিন পেরোনো শিপমেন্ট চিহ্নিত করা হয়',
      'পাঠানো পরিমাণ ও মূল্য ঘোষণার সঙ্গে মেলানো হয়',
      'আগে রিপোর্ট করা EXP আবার রিপোর্ট হয় না',
    ],
  },
  valueLabels: {
    late_days: 'যত দিন দেরি',
    report_ref: 'রিপোর্টের রেফারেন্স',
    reported_on: 'রিপোর্টের তারিখ',
  },
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      { name: 'ad_code', aliases: ['ad', 'exp ad code'], required: true, ...adCode },
      { name: 'exp_serial', aliases: ['serial', 'exp serial no'], required: true, ...expSerial },
      { name: 'exp_year', aliases: ['year'], required: true, ...expYear },
      { name: 'bill_of_export_office', aliases: ['customs office'], required: true, ...customsOffice },
      { name: 'bill_of_export_no', aliases: ['bill of export', 'be no'], required: true, ...billOfExport },
      {
        name: 'bill_of_export_date',
        aliases: ['be date'],
        required: true,
        ...isoDate({ notAfterToday: true }),
      },
      { name: 'transport_doc_type', required: true, ...oneOf(['BL', 'HBL', 'AWB', 'FCR', 'TR']) },
      { name: 'transport_doc_no', required: true, ...text(5, 35, 'DHK1204477') },
      { name: 'shipment_date', required: true, ...isoDate({ notAfterToday: true }) },
      {
        name: 'carrier_name',
        aliases: ['carrier', 'vessel'],
        required: true,
        ...text(2, 80, 'MAERSK XIAMEN / 641W'),
      },
      { name: 'shipped_quantity', aliases: ['shipped qty'], required: true, ...decimal({ above: 0 }) },
      { name: 'shipped_value', required: true, ...decimal({ above: 0 }) },
      { name: 'bank_bill_no', aliases: ['fdbc no'], required: false, ...text(3, 35, 'FDBC-26-3391') },
      { name: 'bank_bill_date', aliases: ['fdbc date'], required: false, ...isoDate() },
    ],
    naturalKey: (row) => `${row['ad_code']}-${row['exp_serial']}-${row['exp_year']}`,
    check,
    warn,
  },
  portal: 'bb-exp',
  credentials: 'bangladesh_bank_exp',
  effect: 'submit',
  references: expReferences,
  refusesTwins: true,
} as const satisfies ServiceDefinition;
