/** Sheet definition for submitting drafted applications: the application, its documents, the undertaking. */
import type { CellProblem, Column, RowData, SheetInput } from '#services/contract.ts';
import { documentReference, isEarlierResult } from './fields-documents.ts';
import { text, type Field } from './fields-numbers.ts';
import { undertaking, zoneColumn, zoneOfApplication } from './bepza-fields.ts';
import { bepzaMessages } from './bepza-messages.ts';

/** Documents by the column that names them, with the portal's names for them, in the order of its list. */
export type DocumentColumns = readonly { column: string; paper: string }[];

export const epDocuments: DocumentColumns = [
  { column: 'invoice_pdf', paper: 'Commercial Invoice' },
  { column: 'packing_list_pdf', paper: 'Packing List' },
  { column: 'exp_pdf', paper: 'EXP Form' },
  { column: 'contract_pdf', paper: 'LC / Sales Contract' },
];
export const ipDocuments: DocumentColumns = [
  { column: 'invoice_pdf', paper: 'Commercial Invoice' },
  { column: 'packing_list_pdf', paper: 'Packing List' },
  { column: 'bl_pdf', paper: 'Transport Document' },
  { column: 'contract_pdf', paper: 'LC / Sales Contract' },
  { column: 'exp_pdf', paper: 'EXP Form' },
];

type Given = { applicationNo: Field; documents: DocumentColumns; more?: readonly Column[] };

/** `documents` are the columns that name documents; `more` are further columns of one kind of permit. */
export function submissionInput({ applicationNo, documents, more = [] }: Given): SheetInput {
  return {
    kind: 'sheet',
    columns: [
      zoneColumn,
      { name: 'application_no', aliases: ['application'], required: false, ...applicationNo },
      { name: 'invoice_no', aliases: ['invoice', 'invoice number'], required: false, ...text(1, 30) },
      ...documents.map(({ column }) => ({ name: column, required: false, ...documentReference })),
      { name: 'accept_undertaking', aliases: ['undertaking'], required: true, ...undertaking },
      ...more,
    ],
    naturalKey: (row) => `${row['zone']}|${row['application_no'] ?? row['invoice_no']?.toUpperCase()}`,
    check: (row) => applicationProblems(row, ['application_no', 'invoice_no']),
    documents: 'optional',
    documentNames: (row) =>
      documents
        .map(({ column }) => row[column])
        .filter((name) => name !== undefined)
        .filter((name) => !isEarlierResult(name)),
  };
}

/** Checks that one of the columns identifies the application and that it belongs to the row's zone. */
export function applicationProblems(row: RowData, columns: readonly string[]): CellProblem[] {
  const [first = ''] = columns;
  if (columns.every((column) => row[column] === undefined))
    return [
      {
        column: first,
        problem: bepzaMessages.noApplicationNamed(),
        hint: bepzaMessages.fillIn({ choices: columns.join(' or ') }),
      },
    ];
  const { zone = '', application_no: number } = row;
  if (number === undefined || zoneOfApplication(number) === zone) return [];
  const problem = bepzaMessages.otherZone({ number, zone });
  return [{ column: 'zone', problem, hint: bepzaMessages.zoneInNumber() }];
}
