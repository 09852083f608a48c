/** H&M E-Invoice Create: turns the rows of one invoice number into one e-invoice on the supplier portal. */
import { quote } from '#contracts/messages/message.ts';
import { invoiceMessages } from '#services/families/invoice-messages.ts';
import { differencesFromFirst } from '#services/families/same-in-all-rows.ts';
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import type { GroupProblem } from '#services/families/corrections.ts';
import { isNear, scaled, unscaled } from '#contracts/decimals.ts';
import { isEuCountry } from '#services/families/fields-trade.ts';
import { hmRules } from '#services/families/hm-fields.ts';
import { supplierOrderReferences } from '#services/families/references.ts';
import { invoiceColumns } from './columns.ts';
import { hmEinvoiceCreateMessages } from './messages.ts';

const PRICE_DECIMALS = 4;
/** Factor between a price's decimals and hundredths. */
const PRICE_SCALE = 100n;

/** Returns quantity × price in hundredths, rounded half up. */
function amountOf({ quantity, unit_price }: RowData): bigint {
  const exact = scaled(quantity, 0) * scaled(unit_price, PRICE_DECIMALS);
  return (exact + PRICE_SCALE / 2n) / PRICE_SCALE;
}

const complete = (row: RowData): RowData => ({ line_amount: unscaled(amountOf(row)), ...row });

function check(row: RowData): CellProblem[] {
  const problems: CellProblem[] = [];
  const amount = amountOf(row);
  if (!isNear(scaled(row['line_amount']), amount, hmRules.amountToleranceCents))
    problems.push({
      column: 'line_amount',
      problem: hmEinvoiceCreateMessages.otherAmount({ amount: unscaled(amount) }),
      hint: hmEinvoiceCreateMessages.correctAmount(),
    });
  if (scaled(row['gross_weight_kg'], 3) < scaled(row['net_weight_kg'], 3))
    problems.push({
      column: 'gross_weight_kg',
      problem: invoiceMessages.grossBelowNet(),
      hint: invoiceMessages.grossIncludesCartons(),
    });
  return problems;
}

/** Columns that belong to the whole invoice, so all its lines must agree. */
const sharedColumns = ['invoice_no', 'invoice_date', 'order_no', 'currency', 'rex_no'];

const lineOf = (row: RowData): string => `${row['planning_market']} ${row['article_no']}`;

function checkGroup(rows: readonly RowData[]): GroupProblem[] {
  return [...rows.flatMap((row, index) => lineProblems(rows, row, index)), ...rexProblems(rows)];
}

function lineProblems(rows: readonly RowData[], row: RowData, index: number): GroupProblem[] {
  const invoice = invoiceMessages.invoice({ invoice: row['invoice_no'] });
  const problems = differencesFromFirst(rows, index, { columns: sharedColumns, invoice });
  if (rows.findIndex((other) => lineOf(other) === lineOf(row)) === index) return problems;
  const problem = hmEinvoiceCreateMessages.lineTwice({ invoice: row['invoice_no'], line: lineOf(row) });
  return [
    ...problems,
    { index, column: 'article_no', problem, hint: hmEinvoiceCreateMessages.addQuantities() },
  ];
}

function rexProblems(rows: readonly RowData[]): GroupProblem[] {
  const [first] = rows;
  const above = hmRules.rexAboveCents[first?.['currency'] ?? ''];
  if (!first || first['rex_no'] !== undefined || above === undefined) return [];
  const eu = rows.filter(({ country }) => isEuCountry(country ?? ''));
  const total = eu.reduce((sum, row) => sum + scaled(row['line_amount']), 0n);
  if (total <= above) return [];
  const problem = hmEinvoiceCreateMessages.rexMissing({
    amount: unscaled(total),
    currency: first['currency'],
    invoice: first['invoice_no'],
  });
  const hint = hmEinvoiceCreateMessages.rexNeeded();
  return [{ index: 0, column: 'rex_no', problem, hint }];
}

export const hmEinvoiceCreateService = {
  id: 'hm-einvoice-create',
  position: 12,
  name: 'H&M E-Invoice Create',
  description:
    'Upload a sheet with order, planning market, article, quantity, price and shipment data. Rows with the same invoice number become one e-invoice on the H&M supplier portal. You get the invoice id, the total and the invoice as PDF.',
  category: 'Buyer Handler',
  icon: 'receipt-text',
  features: [
    'Several articles and markets on one invoice',
    'Line amounts, weights and HS codes are checked first',
    'Quantities are compared with the order before anything is made',
    'A draft that was left unfinished is continued, not created again',
    'Invoice PDF with status and total amount',
  ],
  bengali: {
    name: 'H&M ই-ইনভয়েস তৈরি',
    description:
      'অর্ডার, প্ল্যানিং মার্কেট, আর্টিকেল, পরিমাণ, মূল্য ও শিপমেন্টের তথ্য লিখে শিট আপলোড করুন। একই ইনভয়েস নম্বরের সারিগুলো H&M পোর্টালে একটি ই-ইনভয়েস হয়। ইনভয়েস আইডি, মোট ও PDF পাবেন।',
    features: [
      'এক ইনভয়েসে কয়েকটি আর্টিকেল ও মার্কেট',
      'লাইনের অঙ্ক, ওজন ও HS code আগে যাচাই',
      'তৈরির আগে পরিমাণ অর্ডারের সঙ্গে মেলানো হয়',
      'অসমাপ্ত খসড়া থেকেই এগোয়, নতুন করে তৈরি হয় না',
      'অবস্থা ও মোট অঙ্কসহ ইনভয়েস PDF',
    ],
  },
  valueLabels: {
    portal_invoice_id: 'পোর্টালে ইনভয়েসের আইডি',
  },
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: invoiceColumns,
    complete,
    naturalKey: (row) => [row['invoice_no'], lineOf(row)].join('|'),
    check,
    groupBy: ['invoice_no'],
    checkGroup,
  },
  portal: 'hm',
  credentials: 'hm_supplier',
  effect: 'submit',
  references: supplierOrderReferences(quote('No order found.')),
  refusesTwins: true,
} as const satisfies ServiceDefinition;
