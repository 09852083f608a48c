/** Cash Incentive Application: files one claim per realised export shipment at the lien bank, with its documents. */
import { sheetExtensions, type ServiceDefinition, type RowData } from '#services/contract.ts';
import { claimReferences } from '#services/families/references.ts';
import { checkClaim, completeClaim, doubtClaim } from './checks.ts';
import { claimColumns } from './columns.ts';

export const cashIncentiveApplicationService = {
  id: 'cash-incentive-application',
  position: 22,
  name: 'Cash Incentive Application',
  description:
    'Upload a sheet with the invoice, EXP, bill of export, bill of lading, PRC and certificates of each realised export. One cash incentive claim per shipment is prepared and filed with your lien bank. You get the claim number and amount, and the filled application form, statement and check-list as PDF.',
  category: 'Cash Incentive Applications',
  icon: 'hand-coins',
  features: [
    'Net FOB and value addition are worked out and checked',
    'The 180 days since realisation are checked before filing',
    "Stops when the bank's figure differs from ours by more than one taka",
    'Application form, statement, check-list and claim as PDF',
    'Looks for a claim of the same EXP first, so none is filed twice',
  ],
  bengali: {
    name: 'নগদ সহায়তার আবেদন',
    description:
      'মূল্য প্রত্যাবাসিত প্রতিটি রপ্তানির ইনভয়েস, EXP, বিল অব এক্সপোর্ট, বিল অব লেডিং, PRC ও সনদ লিখে শিট আপলোড করুন। প্রতি শিপমেন্টে একটি নগদ সহায়তার আবেদন তৈরি করে আপনার লিয়েন ব্যাংকে জমা দেওয়া হয়। দাবির নম্বর ও অঙ্ক এবং পূরণ করা ফরম, বিবরণী ও চেকলিস্টের PDF পাবেন।',
    features: [
      'নিট FOB ও মূল্য সংযোজন হিসাব করে যাচাই',
      'জমার আগে প্রত্যাবাসনের ১৮০ দিন যাচাই',
      'ব্যাংকের অঙ্ক আমাদের থেকে এক টাকার বেশি ভিন্ন হলে থামে',
      'ফরম, বিবরণী, চেকলিস্ট ও দাবির PDF',
      'আগে একই EXP-এর দাবি খোঁজা হয়, তাই দুবার জমা হয় না',
    ],
  },
  valueLabels: {
    claim_bdt: 'টাকায় দাবি',
    claim_fc: 'বৈদেশিক মুদ্রায় দাবি',
    claim_no: 'দাবির নম্বর',
    net_fob: 'নিট FOB',
    rate_pct: 'হার',
    status: 'অবস্থা',
  },
  defaultCostHundredths: 300,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: claimColumns,
    complete: completeClaim,
    check: checkClaim,
    warn: doubtClaim,
    naturalKey: (row) => `${row['scheme']}|${row['exp_no']}`,
    namesCompany: true,
    uniqueBy: (row) => ({ invoice_no: `${row['scheme']}|${row['invoice_no']?.toUpperCase()}` }),
    rateOf: ({ scheme = '', bl_date: day = '' }: RowData) => ({ scheme, day, column: 'bl_date' }),
  },
  portal: 'bank-ci',
  credentials: 'bank_cash_incentive',
  effect: 'submit',
  preparesDocuments: true,
  references: claimReferences,
} as const satisfies ServiceDefinition;
