/** H&M E-Invoice Download: downloads e-invoices by number, order or dates, with their documents. */
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { daysBetween } from '#contracts/calendar-days.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { hmRules, invoiceNo, orderNo } from '#services/families/hm-fields.ts';
import { hmMessages } from '#services/families/hm-messages.ts';
import { supplierOrderReferences } from '#services/families/references.ts';
import { hmEinvoiceDownloadMessages } from './messages.ts';

const searched = ['invoice_no', 'order_no', 'date_from', 'date_to'];

function check(row: RowData): CellProblem[] {
  const { date_from: from, date_to: to } = row;
  if (searched.every((column) => row[column] === undefined))
    return [
      {
        column: 'invoice_no',
        problem: hmEinvoiceDownloadMessages.nothingNamed(),
        hint: hmEinvoiceDownloadMessages.fillInOne(),
      },
    ];
  if (from === undefined && to === undefined) return [];
  if (from === undefined || to === undefined)
    return [
      {
        column: from === undefined ? 'date_from' : 'date_to',
        problem: hmEinvoiceDownloadMessages.dateMissing(),
        hint: hmEinvoiceDownloadMessages.giveBothDates(),
      },
    ];
  const days = daysBetween(from, to);
  const { searchDaysMax } = hmRules;
  if (days >= 0 && days <= searchDaysMax) return [];
  const problem =
    days < 0
      ? hmEinvoiceDownloadMessages.datesReversed()
      : hmEinvoiceDownloadMessages.datesTooFarApart({ days });
  return [
    {
      column: 'date_to',
      problem,
      hint: hmEinvoiceDownloadMessages.daysAtMost({ days: searchDaysMax }),
    },
  ];
}

export const hmEinvoiceDownloadService = {
  id: 'hm-einvoice-download',
  position: 13,
  name: 'H&M E-Invoice Download',
  description:
    'Upload a sheet with invoice numbers, order numbers or a range of dates. The matching e-invoices are fetched from the H&M supplier portal. You get the PDFs, the XML files where they are offered, and a workbook with status, amount and payment date.',
  category: 'Buyer Handler',
  icon: 'download',
  features: [
    'Searches by invoice, by order or by dates up to 92 days apart',
    'One row may bring back many invoices',
    'Status, amount, currency and payment date of every invoice in a sheet of its own',
  ],
  bengali: {
    name: 'H&M ই-ইনভয়েস ডাউনলোড',
    description:
      'ইনভয়েস নম্বর, অর্ডার নম্বর বা তারিখের সীমা লিখে শিট আপলোড করুন। মিলে যাওয়া ই-ইনভয়েস H&M পোর্টাল থেকে আনা হয়। PDF, যেখানে আছে XML, এবং অবস্থা, অঙ্ক ও পরিশোধের তারিখসহ Excel ফাইল পাবেন।',
    features: [
      'ইনভয়েস, অর্ডার বা সর্বোচ্চ ৯২ দিনের তারিখ দিয়ে খোঁজা',
      'এক সারিতে অনেক ইনভয়েস আসতে পারে',
      'প্রতিটি ইনভয়েসের অবস্থা, অঙ্ক, মুদ্রা ও পরিশোধের তারিখ আলাদা শিটে',
    ],
  },
  valueLabels: {
    amount: 'ইনভয়েসের মূল্য',
    invoice_currency: 'ইনভয়েসের মুদ্রা',
    invoices_found: 'যত ইনভয়েস পাওয়া গেছে',
    payment_date: 'মূল্য পরিশোধের তারিখ',
    portal_invoice_date: 'পোর্টালে ইনভয়েসের তারিখ',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      { name: 'invoice_no', aliases: ['invoice', 'invoice number'], required: false, ...invoiceNo },
      { name: 'order_no', aliases: ['order', 'order number'], required: false, ...orderNo },
      { name: 'date_from', aliases: ['from'], required: false, ...isoDate() },
      { name: 'date_to', aliases: ['to'], required: false, ...isoDate() },
    ],
    naturalKey: (row) => searched.map((column) => row[column] ?? '').join('|'),
    check,
  },
  portal: 'hm',
  credentials: 'hm_supplier',
  effect: 'read',
  references: supplierOrderReferences(hmMessages.noInvoice()),
} as const satisfies ServiceDefinition;
