/** EXP Issue: files an EXP form per row at Bangladesh Bank and returns the numbers and the printed forms. */
import { invoiceMessages } from '#services/families/invoice-messages.ts';
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { isNear, scaled, unscaled } from '#contracts/decimals.ts';
import { expIssueReferences } from '#services/families/references.ts';
import { issueColumns, isUsualErc } from './columns.ts';
import { expIssueMessages } from './messages.ts';

/** Returns the FOB value in hundredths of the currency: the invoice value minus what is not paid for the goods. */
function fobOf(row: RowData): bigint {
  const { invoice_value, freight, insurance, commission } = row;
  return scaled(invoice_value) - scaled(freight) - scaled(insurance) - scaled(commission);
}

function complete(row: RowData): RowData {
  const fob = fobOf(row);
  return {
    freight: '0.00',
    insurance: '0.00',
    commission: '0.00',
    ...(fob > 0n ? { fob_value: unscaled(fob) } : {}),
    ...row,
  };
}

function check(row: RowData): CellProblem[] {
  return [...valueProblems(row), ...shipmentProblems(row)];
}

function valueProblems(row: RowData): CellProblem[] {
  const { incoterm = '', freight, insurance, fob_value } = row;
  const problems: CellProblem[] = [];
  if (['CFR', 'CIF'].includes(incoterm) && scaled(freight) === 0n)
    problems.push({
      column: 'freight',
      problem: expIssueMessages.freightMissing({ incoterm }),
      hint: expIssueMessages.freightHint(),
    });
  if (incoterm === 'CIF' && scaled(insurance) === 0n)
    problems.push({
      column: 'insurance',
      problem: expIssueMessages.insuranceMissing(),
      hint: expIssueMessages.insuranceHint(),
    });
  const fob = fobOf(row);
  if (fob <= 0n)
    problems.push({
      column: 'invoice_value',
      problem: expIssueMessages.deductionsTooHigh(),
      hint: expIssueMessages.valueIncludesThem(),
    });
  else if (!isNear(scaled(fob_value), fob))
    problems.push({
      column: 'fob_value',
      problem: expIssueMessages.otherFob({ value: unscaled(fob) }),
      hint: expIssueMessages.fobHint(),
    });
  return problems;
}

function shipmentProblems(row: RowData): CellProblem[] {
  const { contract_date = '', invoice_date = '', gross_weight_kg, net_weight_kg } = row;
  const problems: CellProblem[] = [];
  if (contract_date > invoice_date)
    problems.push({
      column: 'contract_date',
      problem: expIssueMessages.contractAfterInvoice(),
      hint: expIssueMessages.contractBeforeInvoice(),
    });
  if (gross_weight_kg && net_weight_kg && scaled(gross_weight_kg, 3) < scaled(net_weight_kg, 3))
    problems.push({
      column: 'gross_weight_kg',
      problem: invoiceMessages.grossBelowNet(),
      hint: invoiceMessages.grossIncludesCartons(),
    });
  return problems;
}

function warn({ exporter_erc = '' }: RowData): CellProblem[] {
  if (isUsualErc(exporter_erc)) return [];
  const hint = expIssueMessages.ercHint();
  return [{ column: 'exporter_erc', problem: expIssueMessages.unusualErc(), hint }];
}

export const expIssueService = {
  id: 'exp-issue',
  position: 3,
  name: 'EXP Issue',
  description:
    'Upload a sheet with one export per row: invoice, contract, importer, goods and values. An EXP form is filed for each row on the Bangladesh Bank EXP portal with your own login. You get the EXP numbers in a workbook and the printed forms as PDF.',
  category: 'Bangladesh Bank',
  icon: 'file-plus',
  features: [
    'One EXP form per row, with its number and date',
    'Checks FOB value, weights and HS code before anything is filed',
    'Looks for an EXP of the same invoice first, so none is filed twice',
    'Printed forms one by one and combined in one PDF',
  ],
  bengali: {
    name: 'EXP ইস্যু',
    description:
      'প্রতি সারিতে একটি রপ্তানি: ইনভয়েস, চুক্তি, আমদানিকারক, পণ্য ও মূল্য। আপনার নিজের লগইনে বাংলাদেশ ব্যাংকের EXP পোর্টালে প্রতি সারির জন্য একটি EXP ফরম জমা হয়। EXP নম্বরসহ Excel ফাইল ও ছাপা ফরমের PDF পাবেন।',
    features: [
      'প্রতি সারিতে একটি EXP ফরম, নম্বর ও তারিখসহ',
      'জমার আগে FOB মূল্য, ওজন ও HS code যাচাই',
      'আগে একই ইনভয়েসের EXP খোঁজা হয়, তাই দুবার জমা হয় না',
      'ফরমের PDF আলাদা আলাদা এবং একসঙ্গে',
    ],
  },
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: issueColumns,
    complete,
    naturalKey: (row) => [row['exporter_erc'], row['invoice_no'], row['invoice_date']].join('|'),
    namesCompany: true,
    uniqueBy: (row) => ({ invoice_no: row['invoice_no']?.toUpperCase() ?? '' }),
    check,
    warn,
  },
  portal: 'bb-exp',
  credentials: 'bangladesh_bank_exp',
  effect: 'submit',
  references: expIssueReferences,
} as const satisfies ServiceDefinition;
