/** Damco FCR Submission: requests the forwarder's cargo receipt (FCR) for received cargo. */
import { damcoMessages } from '#services/families/damco-messages.ts';
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { shippingOrder } from '#services/families/damco-fields.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { decimal, integer, oneOf, text } from '#services/families/fields-numbers.ts';
import { expNumber } from '#services/families/fields-trade.ts';
import { receiptReferences } from '#services/families/references.ts';
import { damcoFcrSubmissionMessages } from './messages.ts';

const party = text(2, 250, 'Padma Apparels Ltd.');

function check(row: RowData): CellProblem[] {
  if (Number(row['cartons']) <= Number(row['pieces'])) return [];
  const problem = damcoMessages.moreCartonsThanPieces();
  return [{ column: 'cartons', problem, hint: damcoFcrSubmissionMessages.atMostPieces() }];
}

export const damcoFcrSubmissionService = {
  id: 'damco-fcr-submission',
  position: 9,
  name: 'Damco FCR Submission',
  description:
    "Upload a sheet with the shipping order, invoice, EXP, parties, cartons and weights of cargo the forwarder has received. A forwarder's cargo receipt (FCR) is requested for each row. You get the FCR number, its status and the draft as PDF.",
  category: 'Forwarder Handler',
  icon: 'clipboard-check',
  features: [
    'One FCR request per shipping order and invoice',
    "A refusal comes back in the forwarder's own words",
    'Draft FCR as PDF for your check',
    'Looks for an FCR of the same shipping order first, so none is requested twice',
  ],
  bengali: {
    name: 'Damco FCR জমা',
    description:
      'ফরোয়ার্ডার যে মাল বুঝে নিয়েছে তার SO, ইনভয়েস, EXP, পক্ষ, কার্টন ও ওজন লিখে শিট আপলোড করুন। প্রতি সারির জন্য FCR চাওয়া হয়। FCR নম্বর, অবস্থা ও খসড়ার PDF পাবেন।',
    features: [
      'প্রতি SO ও ইনভয়েসে একটি FCR আবেদন',
      'ফরোয়ার্ডারের আপত্তি তাদের নিজের কথায় আসে',
      'দেখার জন্য খসড়া FCR-এর PDF',
      'আগে একই SO-র FCR খোঁজা হয়, তাই দুবার চাওয়া হয় না',
    ],
  },
  valueLabels: {
    fcr_status: 'FCR-এর অবস্থা',
  },
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      { name: 'so_no', aliases: ['so', 'shipping order'], required: true, ...shippingOrder },
      { name: 'invoice_no', aliases: ['invoice'], required: true, ...text(1, 30, 'PAL/NW/2026/0147') },
      { name: 'invoice_date', required: true, ...isoDate({ notAfterToday: true }) },
      { name: 'exp_no', aliases: ['exp'], required: true, ...expNumber },
      { name: 'exp_date', required: true, ...isoDate({ notAfterToday: true }) },
      {
        name: 'contract_no',
        aliases: ['lc no', 'contract'],
        required: true,
        ...text(3, 35, 'NW-SC-2026-118'),
      },
      { name: 'shipper_name', aliases: ['shipper'], required: true, ...party },
      { name: 'consignee_name', aliases: ['consignee'], required: true, ...party },
      { name: 'notify_party', aliases: ['notify'], required: true, ...party },
      { name: 'cartons', aliases: ['carton qty'], required: true, ...integer({ min: 1 }) },
      { name: 'pieces', aliases: ['quantity'], required: true, ...integer({ min: 1 }) },
      { name: 'gross_weight_kg', aliases: ['gross weight'], required: true, ...decimal({ above: 0 }) },
      { name: 'cbm', required: true, ...decimal({ above: 0, decimals: 3 }) },
      { name: 'freight_term', aliases: ['freight'], required: true, ...oneOf(['COLLECT', 'PREPAID']) },
      { name: 'originals', required: false, ...integer({ min: 1, max: 3 }) },
    ],
    naturalKey: (row) => `${row['so_no']}|${row['invoice_no']?.toUpperCase()}`,
    namesCompany: true,
    check,
  },
  portal: 'damco',
  credentials: 'damco_shipper',
  effect: 'submit',
  references: receiptReferences,
} as const satisfies ServiceDefinition;
