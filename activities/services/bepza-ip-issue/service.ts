/**
 * BEPZA Import Permit Issue: turns the rows of one invoice and transport document into one application for an import
 * permit.
 */
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { scaled, unscaled } from '#contracts/decimals.ts';
import { goodsProblems, required, zoneWarning } from '#services/families/bepza-issue-rules.ts';
import { permitIssueReferences } from '#services/families/references.ts';
import { ipColumns } from './columns.ts';
import { bepzaIpIssueMessages } from './messages.ts';

/** Import types whose goods come from within the country, with an EXP. */
const domesticTypes = ['DTA', 'INTER_EPZ'];

/** Writes the freight in one form, so that the rows of an invoice agree; an empty freight is zero. */
const complete = (row: RowData): RowData => ({ ...row, freight: unscaled(scaled(row['freight'])) });

function check(row: RowData): CellProblem[] {
  const { ip_type = '', origin_country } = row;
  if (domesticTypes.includes(ip_type)) return required(row, 'exp_no', ip_type);
  if (ip_type !== 'FOREIGN' || origin_country !== 'BD') return [];
  const problem = bepzaIpIssueMessages.notForeign();
  return [{ column: 'origin_country', problem, hint: bepzaIpIssueMessages.goodsOfBangladesh() }];
}

export const bepzaIpIssueService = {
  id: 'bepza-ip-issue',
  position: 19,
  name: 'BEPZA Import Permit Issue',
  description:
    'Upload a sheet with zone, enterprise, supplier, invoice, contract, transport document and goods. Rows with the same invoice number become one import permit application in the BEPZA permit system, left as a draft. You get the application number and its status.',
  category: 'BEPZA',
  icon: 'clipboard-list',
  features: [
    'Several items on one application',
    'Item values and net weights are added up and compared with the totals',
    'Foreign, DTA, inter-EPZ, courier, sample and machinery imports',
    'Looks for an application of the same invoice first, so none is made twice',
  ],
  bengali: {
    name: 'BEPZA আমদানি পারমিট ইস্যু',
    description:
      'জোন, প্রতিষ্ঠান, সরবরাহকারী, ইনভয়েস, চুক্তি, পরিবহন দলিল ও পণ্য লিখে শিট আপলোড করুন। একই ইনভয়েসের সারিগুলো একটি আমদানি পারমিটের আবেদন হয়, খসড়া অবস্থায়। আবেদন নম্বর ও অবস্থা পাবেন।',
    features: [
      'এক আবেদনে কয়েকটি পণ্য',
      'পণ্যের মূল্য ও নিট ওজন যোগ করে মোটের সঙ্গে মেলানো হয়',
      'বৈদেশিক, DTA, আন্তঃ-EPZ, কুরিয়ার, নমুনা ও যন্ত্রপাতি আমদানি',
      'আগে একই ইনভয়েসের আবেদন খোঁজা হয়, তাই দুবার হয় না',
    ],
  },
  defaultCostHundredths: 250,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: ipColumns,
    complete,
    naturalKey: (row) =>
      [row['enterprise_code'], row['invoice_no'], row['transport_doc_no'], row['item_no']].join('|'),
    namesCompany: true,
    check,
    warn: zoneWarning,
    groupBy: ['enterprise_code', 'invoice_no', 'transport_doc_no'],
    checkGroup: (rows) => goodsProblems(rows, { columns: ipColumns, total: 'invoice_value' }),
  },
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'submit',
  references: permitIssueReferences,
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies ServiceDefinition;
