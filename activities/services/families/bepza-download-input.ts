/** Sheet definition for approved permits, named by any number that the portal knows. */
import type { Column, SheetInput } from '#services/contract.ts';
import { text, type Field } from './fields-numbers.ts';
import { permitNo, zoneColumn } from './bepza-fields.ts';
import { applicationProblems } from './bepza-submission-input.ts';

/** `more` are further columns by which one kind of permit can be found. */
export function downloadInput(applicationNo: Field, more: readonly Column[] = []): SheetInput {
  const numbers: readonly Column[] = [
    { name: 'application_no', aliases: ['application'], required: false, ...applicationNo },
    { name: 'permit_no', aliases: ['permit'], required: false, ...permitNo },
    { name: 'invoice_no', aliases: ['invoice', 'invoice number'], required: false, ...text(1, 30) },
    ...more,
  ];
  const names = numbers.map(({ name }) => name);
  return {
    kind: 'sheet',
    columns: [zoneColumn, ...numbers],
    naturalKey: (row) => [row['zone'], ...names.map((name) => row[name] ?? '')].join('|'),
    check: (row) => applicationProblems(row, names),
  };
}
