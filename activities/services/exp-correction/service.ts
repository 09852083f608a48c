/** EXP Correction: changes named fields of issued EXPs at Bangladesh Bank, all rows of an EXP in one revision. */
import { expMessages } from '#services/families/exp-messages.ts';
import { sheetExtensions, type ServiceDefinition, type RowData } from '#services/contract.ts';
import { correctionGroupProblems, correctionsOf, type GroupProblem } from '#services/families/corrections.ts';
import { issueColumns } from '#services/exp-issue/columns.ts';
import { text } from '#services/families/fields-numbers.ts';
import { adCode, expSerial, expYear } from '#services/families/fields.ts';
import { expReferences } from '#services/families/references.ts';
import { expCorrectionMessages } from './messages.ts';

/** Fields that cannot be corrected: the owner of the EXP and its currency. */
const fixed = /^(ad_code|exporter_|currency)/;
const correctable = issueColumns.filter(({ name }) => !fixed.test(name));
const corrections = correctionsOf(correctable, {
  old: '24600',
  new: '24480',
  reason: 'Short shipment of 120 pcs',
  rulesOf: 'EXP Issue',
});

const expOf = (row: RowData): string => `${row['ad_code']}-${row['exp_serial']}-${row['exp_year']}`;

function checkGroup(rows: readonly RowData[]): GroupProblem[] {
  const otherInvoices = rows.flatMap((row, index) => {
    if (row['invoice_no'] === rows[0]?.['invoice_no']) return [];
    const problem = expCorrectionMessages.otherInvoice({ exp: expOf(row) });
    return [{ index, column: 'invoice_no', problem, hint: expCorrectionMessages.writeInvoice() }];
  });
  const name = expMessages.exp({ exp: expOf(rows[0] ?? {}) });
  const fieldOf = (row: RowData): string => row['field_name'] ?? '';
  return [...otherInvoices, ...correctionGroupProblems(rows, { name, fieldOf })];
}

export const expCorrectionService = {
  id: 'exp-correction',
  position: 4,
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
  bengali: {
    name: 'EXP সংশোধন',
    description:
      'EXP, ঘর, পুরোনো মান, নতুন মান ও কারণ লিখে শিট আপলোড করুন। কাস্টমস ব্যবহার করার আগে পর্যন্ত ইস্যু করা EXP-এর ঘর সংশোধন করা হয়। রিভিশন নম্বর ও সংশোধিত ফরমের PDF পাবেন।',
    features: [
      'এক EXP-এর কয়েকটি সংশোধন এক রিভিশনে',
      'পুরোনো মান পোর্টালের সঙ্গে না মিললে কিছুই বদলানো হয় না',
      'আগেই সংশোধিত থাকলে হয়েছে বলে জানানো হয়',
      'ফলাফলে পুরোনো ও নতুন মান পাশাপাশি',
    ],
  },
  valueLabels: {
    changed_fields: 'যেসব ঘর বদলেছে',
    revision_no: 'সংশোধনের ক্রম',
  },
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
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
        hint: expCorrectionMessages.invoiceHint(),
      },
      ...corrections.columns,
    ],
    complete: corrections.complete,
    naturalKey: (row) => `${expOf(row)}|${row['field_name']}`,
    check: corrections.check,
    groupBy: ['ad_code', 'exp_serial', 'exp_year'],
    groupSeparator: '-',
    checkGroup,
  },
  portal: 'bb-exp',
  credentials: 'bangladesh_bank_exp',
  effect: 'submit',
  references: expReferences,
  refusesTwins: true,
} as const satisfies ServiceDefinition;
