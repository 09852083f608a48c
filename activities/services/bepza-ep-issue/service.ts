/** BEPZA Export Permit Issue: rows of one invoice become one application for an export permit. */
import { sheetExtensions, type AvailableService, type CellProblem, type RowData } from '../contract.ts';
import { scaled } from '../fields-numbers.ts';
import { goodsProblems, required, zoneWarning } from '../bepza-issue-rules.ts';
import { epColumns } from './columns.ts';

function check(row: RowData): CellProblem[] {
  const { ep_type, fob_value, invoice_value } = row;
  const problems =
    ep_type === 'FOREIGN' ? [...required(row, 'exp_no', ep_type), ...required(row, 'exp_date', ep_type)] : [];
  if (scaled(fob_value) <= scaled(invoice_value)) return problems;
  const problem = `The FOB value is more than the invoice value of ${invoice_value}.`;
  return [...problems, { column: 'fob_value', problem, hint: 'The invoice value includes the FOB value.' }];
}

export const bepzaEpIssueService = {
  id: 'bepza-ep-issue',
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
  defaultCostHundredths: 250,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: {
    kind: 'sheet',
    columns: epColumns,
    naturalKey: (row) => [row['enterprise_code'], row['invoice_no'], row['item_no']].join('|'),
    check,
    warn: zoneWarning,
    groupBy: (row) => [row['enterprise_code'], row['invoice_no']].join('|'),
    checkGroup: (rows) => goodsProblems(rows, { columns: epColumns, total: 'fob_value' }),
  },
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'submit',
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies AvailableService;
