/** Refuses rows that repeat a value which must be unique within a sheet, such as an invoice of a scheme. */
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { SheetInput } from '#services/contract.ts';
import type { CheckedRow } from './groups.ts';

/** Does nothing for services whose rows are distinguished by their natural key alone. */
export function refuseShared(checked: readonly CheckedRow[], { uniqueBy }: SheetInput): void {
  if (!uniqueBy) return;
  const firstRows = new Map<string, number>();
  for (const { row, problems } of checked) {
    if (row.data === null) continue;
    for (const [column, key] of Object.entries(uniqueBy(row.data))) {
      const first = firstRows.get(`${column}:${key}`);
      if (first === undefined) {
        firstRows.set(`${column}:${key}`, row.rowNumber);
        continue;
      }
      const hint = sheetMessages.correctOneRow();
      problems.push({
        row: row.rowNumber,
        column,
        problem: sheetMessages.sharedWithRow({ row: first }),
        hint,
      });
      row.data = null;
      row.naturalKey = null;
    }
  }
}
