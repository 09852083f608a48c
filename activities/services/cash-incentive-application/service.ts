/** Cash Incentive Application: one claim per realised export shipment, filed at the lien bank with its papers. */
import { sheetExtensions, type AvailableService, type RowData } from '../contract.ts';
import { checkClaim, completeClaim, doubtClaim } from './checks.ts';
import { claimColumns } from './columns.ts';

export const cashIncentiveApplicationService = {
  id: 'cash-incentive-application',
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
  defaultCostHundredths: 300,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: {
    kind: 'sheet',
    columns: claimColumns,
    complete: completeClaim,
    check: checkClaim,
    warn: doubtClaim,
    naturalKey: (row) => `${row['scheme']}|${row['exp_no']}`,
    uniqueBy: (row) => ({ invoice_no: `${row['scheme']}|${row['invoice_no']?.toUpperCase()}` }),
    rateOf: ({ scheme = '', bl_date: day = '' }: RowData) => ({ scheme, day, column: 'bl_date' }),
  },
  portal: 'bank-ci',
  credentials: 'bank_cash_incentive',
  effect: 'submit',
} as const satisfies AvailableService;
