/** EXP Correction: changes named fields of issued EXPs at Bangladesh Bank, all rows of an EXP in one revision. */
import { sheetExtensions, type AvailableService, type CellProblem, type RowData } from '../contract.ts';
import { issueColumns } from '../exp-issue/columns.ts';
import { oneOf, text } from '../fields-numbers.ts';
import { adCode, expSerial, expYear } from '../fields.ts';

/** Whose EXP it is, and in which currency, can't be corrected. */
const fixed = /^(ad_code|exporter_|currency)/;
const correctable = issueColumns.filter(({ name }) => !fixed.test(name));
const [firstName = '', ...otherNames] = correctable.map(({ name }) => name);
const REASON_MAX = 200;

const columnOf = (row: RowData) => correctable.find(({ name }) => name === row['field_name']);

/** As the named field would be kept; a value that breaks its rule stays as it was typed, and `check` tells. */
function canonical(row: RowData, value = ''): string {
  const parsed = columnOf(row)?.schema.safeParse(value);
  return parsed?.success ? parsed.data : value;
}

/** 24600.00 and 24600 are no correction. */
const bare = (value = ''): string => (/^\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value);

const complete = (row: RowData): RowData => ({
  ...row,
  old_value: canonical(row, row['old_value']),
  new_value: canonical(row, row['new_value']),
});

function check(row: RowData): CellProblem[] {
  const column = columnOf(row);
  const parsed = column?.schema.safeParse(row['new_value'] ?? '');
  if (column && parsed && !parsed.success) {
    const problem = parsed.error.issues[0]?.message ?? 'This value is not valid.';
    return [{ column: 'new_value', problem, hint: column.hint }];
  }
  if (bare(row['old_value']) !== bare(row['new_value'])) return [];
  const hint = 'Remove the row, or write what the portal shows now as the old value.';
  return [{ column: 'new_value', problem: 'The new value is the old one.', hint }];
}

const expOf = (row: RowData): string => `${row['ad_code']}-${row['exp_serial']}-${row['exp_year']}`;

/** One edit of an EXP has one reason; the rows' different ones are put together. */
export function reasonOf(rows: readonly RowData[]): string {
  return [...new Set(rows.map((row) => row['reason'] ?? ''))].join('; ');
}

function checkGroup(rows: readonly RowData[]): (CellProblem & { index: number })[] {
  const problems = rows.flatMap((row, index) => {
    const twin = rows.findIndex((other) => other['field_name'] === row['field_name']);
    if (twin < index) {
      const problem = `The field ${row['field_name']} of EXP ${expOf(row)} is corrected twice.`;
      return [{ index, column: 'field_name', problem, hint: 'Keep one of the rows.' }];
    }
    if (row['invoice_no'] === rows[0]?.['invoice_no']) return [];
    const problem = `Another row of EXP ${expOf(row)} has another invoice number.`;
    return [{ index, column: 'invoice_no', problem, hint: 'Write the invoice number that the EXP has now.' }];
  });
  if (reasonOf(rows).length <= REASON_MAX) return problems;
  const problem = `The reasons for EXP ${expOf(rows[0] ?? {})} are longer than ${REASON_MAX} characters together.`;
  return [...problems, { index: 0, column: 'reason', problem, hint: 'Give all its rows the same reason.' }];
}

export const expCorrectionService = {
  id: 'exp-correction',
  name: 'EXP Correction',
  description:
    'Upload a sheet that names the EXP, the field, its old value, its new value and the reason. The fields of an issued EXP are corrected as long as customs has not used it. You get the revision number and the corrected form as PDF.',
  category: 'Bangladesh Bank',
  icon: 'file-pen',
  features: [
    'Several corrections of one EXP are filed as one revision',
    'Changes nothing when the old value is not what the portal shows',
    'A corrected value that is already there is reported as done',
    'Old and new values side by side in the result',
  ],
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: {
    kind: 'sheet',
    columns: [
      { name: 'ad_code', aliases: ['ad', 'exp ad code'], required: true, ...adCode },
      { name: 'exp_serial', aliases: ['serial', 'exp serial no'], required: true, ...expSerial },
      { name: 'exp_year', aliases: ['year'], required: true, ...expYear },
      {
        name: 'invoice_no',
        aliases: ['invoice', 'invoice number'],
        required: true,
        ...text(1, 30),
        hint: 'The invoice number that the EXP has now: it guards against a wrong serial.',
      },
      { name: 'field_name', aliases: ['field'], required: true, ...oneOf([firstName, ...otherNames]) },
      {
        name: 'old_value',
        aliases: ['old'],
        required: true,
        ...text(1, 250),
        hint: 'What the portal shows now, such as 24600.',
      },
      {
        name: 'new_value',
        aliases: ['new'],
        required: true,
        ...text(1, 250),
        hint: 'What it should be, by the rule of the field in EXP Issue, such as 24480.',
      },
      { name: 'reason', required: true, ...text(5, REASON_MAX, 'Short shipment of 120 pcs') },
    ],
    complete,
    naturalKey: (row) => `${expOf(row)}|${row['field_name']}`,
    check,
    groupBy: expOf,
    checkGroup,
  },
  portal: 'bb-exp',
  credentials: 'bangladesh_bank_exp',
  effect: 'submit',
} as const satisfies AvailableService;
