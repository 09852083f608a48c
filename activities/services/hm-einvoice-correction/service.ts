/** H&M E-Invoice Correction: changes named fields of submitted e-invoices, all rows of an invoice in one version. */
import { invoiceMessages } from '#services/families/invoice-messages.ts';
import { differencesFromFirst } from '#services/families/same-in-all-rows.ts';
import { sheetExtensions, type ServiceDefinition, type RowData } from '#services/contract.ts';
import { correctionGroupProblems, correctionsOf, type GroupProblem } from '#services/families/corrections.ts';
import { invoiceColumns } from '#services/hm-einvoice-create/columns.ts';
import { articleNo, invoiceNo, orderNo, planningMarket } from '#services/families/hm-fields.ts';
import { hmMessages } from '#services/families/hm-messages.ts';
import { supplierOrderReferences } from '#services/families/references.ts';

const correctableNames = [
  'quantity',
  'unit_price',
  'booking_no',
  'cartons',
  'gross_weight_kg',
  'net_weight_kg',
  'invoice_date',
  'hs_code',
];

const corrections = correctionsOf(
  invoiceColumns.filter(({ name }) => correctableNames.includes(name)),
  { old: '39', new: '40', reason: 'Recount at CFS', rulesOf: 'H&M E-Invoice Create' },
);

/** Identifies the field and its line. The date belongs to the invoice, whatever line the row names. */
function fieldOf(row: RowData): string {
  const { field_name: field = '', planning_market: market = '', article_no: article = '' } = row;
  return field === 'invoice_date' ? field : [market, article, field].filter((part) => part !== '').join(' ');
}

function checkGroup(rows: readonly RowData[]): GroupProblem[] {
  const name = invoiceMessages.invoice({ invoice: rows[0]?.['invoice_no'] });
  const shared = { columns: ['invoice_no'], invoice: name };
  return [
    ...rows.flatMap((_, index) => differencesFromFirst(rows, index, shared)),
    ...correctionGroupProblems(rows, { name, fieldOf }),
  ];
}

export const hmEinvoiceCorrectionService = {
  id: 'hm-einvoice-correction',
  position: 14,
  name: 'H&M E-Invoice Correction',
  description:
    'Upload a sheet that names the invoice, the field, its old value, its new value and the reason. The e-invoice is corrected and submitted again on the H&M supplier portal unless it is already paid. You get the new version number and PDF.',
  category: 'Buyer Handler',
  icon: 'clipboard-pen',
  features: [
    'Quantity, price, booking number, cartons, weights, date or HS code',
    'Several corrections of one invoice are submitted as one version',
    'Changes nothing when the old value is not what the portal shows',
    'Old and new values side by side in the result',
  ],
  bengali: {
    name: 'H&M ই-ইনভয়েস সংশোধন',
    description:
      'ইনভয়েস, ঘর, পুরোনো মান, নতুন মান ও কারণ লিখে শিট আপলোড করুন। টাকা পরিশোধ না হয়ে থাকলে ই-ইনভয়েস সংশোধন করে আবার জমা দেওয়া হয়। নতুন সংস্করণ নম্বর ও PDF পাবেন।',
    features: [
      'পরিমাণ, মূল্য, বুকিং নম্বর, কার্টন, ওজন, তারিখ বা HS code',
      'এক ইনভয়েসের কয়েকটি সংশোধন এক সংস্করণে',
      'পুরোনো মান পোর্টালের সঙ্গে না মিললে কিছুই বদলানো হয় না',
      'ফলাফলে পুরোনো ও নতুন মান পাশাপাশি',
    ],
  },
  valueLabels: {
    version: 'সংস্করণ',
  },
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      { name: 'invoice_no', aliases: ['invoice', 'invoice number'], required: true, ...invoiceNo },
      { name: 'order_no', aliases: ['order', 'order number'], required: false, ...orderNo },
      { name: 'planning_market', aliases: ['market', 'pm'], required: false, ...planningMarket },
      { name: 'article_no', aliases: ['article'], required: false, ...articleNo },
      ...corrections.columns,
    ],
    complete: corrections.complete,
    naturalKey: (row) => `${row['invoice_no']}|${fieldOf(row)}`,
    check: corrections.check,
    groupBy: ['invoice_no'],
    checkGroup,
  },
  portal: 'hm',
  credentials: 'hm_supplier',
  effect: 'submit',
  references: supplierOrderReferences(hmMessages.noInvoices()),
} as const satisfies ServiceDefinition;
