/** BEPZA Export Permit Issue: turns the rows of one invoice into one application for an export permit. */
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { scaled } from '#contracts/decimals.ts';
import { goodsProblems, required, zoneWarning } from '#services/families/bepza-issue-rules.ts';
import { permitIssueReferences } from '#services/families/references.ts';
import { epColumns } from './columns.ts';
import { bepzaEpIssueMessages } from './messages.ts';

function check(row: RowData): CellProblem[] {
  const { ep_type, fob_value, invoice_value } = row;
  const problems =
    ep_type === 'FOREIGN' ? [...required(row, 'exp_no', ep_type), ...required(row, 'exp_date', ep_type)] : [];
  if (scaled(fob_value) <= scaled(invoice_value)) return problems;
  const problem = bepzaEpIssueMessages.fobAboveInvoice({ value: invoice_value });
  return [...problems, { column: 'fob_value', problem, hint: bepzaEpIssueMessages.invoiceIncludesFob() }];
}

export const bepzaEpIssueService = {
  id: 'bepza-ep-issue',
  position: 16,
  name: 'BEPZA Export Permit Issue',
  description:
    'Upload a sheet with zone, enterprise, invoice, EXP, contract, buyer and goods. Rows with the same invoice number become one export permit application in the BEPZA permit system, left as a draft. You get the application number and the draft as PDF.',
  category: 'BEPZA',
  icon: 'stamp',
  features: [
    'Several items on one application',
    'Item values are added up and compared with the FOB value',
    'Foreign, DTA, inter-EPZ, subcontract and sample permits',
    'Looks for an application of the same invoice first, so none is made twice',
  ],
  bengali: {
    name: 'BEPZA রপ্তানি পারমিট ইস্যু',
    description:
      'জোন, প্রতিষ্ঠান, ইনভয়েস, EXP, চুক্তি, ক্রেতা ও পণ্য লিখে শিট আপলোড করুন। একই ইনভয়েসের সারিগুলো BEPZA-র সিস্টেমে একটি রপ্তানি পারমিটের আবেদন হয়, খসড়া অবস্থায়। আবেদন নম্বর ও খসড়ার PDF পাবেন।',
    features: [
      'এক আবেদনে কয়েকটি পণ্য',
      'পণ্যের মূল্য যোগ করে FOB-এর সঙ্গে মেলানো হয়',
      'বৈদেশিক, DTA, আন্তঃ-EPZ, সাবকন্ট্রাক্ট ও নমুনা পারমিট',
      'আগে একই ইনভয়েসের আবেদন খোঁজা হয়, তাই দুবার হয় না',
    ],
  },
  valueLabels: {
    fee_bdt: 'ফি',
  },
  defaultCostHundredths: 250,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: epColumns,
    naturalKey: (row) => [row['enterprise_code'], row['invoice_no'], row['item_no']].join('|'),
    namesCompany: true,
    check,
    warn: zoneWarning,
    groupBy: ['enterprise_code', 'invoice_no'],
    checkGroup: (rows) => goodsProblems(rows, { columns: epColumns, total: 'fob_value' }),
  },
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'submit',
  references: permitIssueReferences,
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies ServiceDefinition;
