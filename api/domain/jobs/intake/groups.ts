/** Groups the rows of a sheet that are filed together: either all rows of a group are sent, or none. */
import { comparableKey, groupKeyOf } from '#api/domain/jobs/filings/intent-keys.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { RowData, SheetInput } from '#services/contract.ts';
import type { IntakeRow, RowProblem } from './types.ts';

/** `parsed` contains the valid cells, even if the row is invalid. */
export type CheckedRow = { row: IntakeRow; problems: RowProblem[]; parsed: RowData };

type Group = readonly [CheckedRow, ...CheckedRow[]];

/**
 * Checks the rows of each group together. A valid group gets the number of its first row, and a group with a problem is
 * stopped as a whole. Does nothing for services whose rows are filed separately.
 */
export function formGroups(checked: readonly CheckedRow[], input: SheetInput, today: Date): void {
  if (!input.groupBy) return;
  for (const group of groupsOf(checked, keysOf(checked, input))) {
    checkGroup(group, input, today);
    if (group.some(({ problems }) => problems.length > 0)) stopGroup(group);
    else for (const { row } of group) row.groupRow = group[0].row.rowNumber;
  }
}

/** Returns the key of each row's group; null if a column that decides it is empty or wrong. */
function keysOf(checked: readonly CheckedRow[], input: SheetInput): (string | null)[] {
  return checked.map(({ parsed }) => {
    const isKnown = input.groupBy?.every((column) => parsed[column] !== undefined);
    const key = isKnown ? groupKeyOf(input, parsed) : undefined;
    return key === undefined ? null : comparableKey(key);
  });
}

/**
 * A row without a key may belong to the group above it, as below merged cells, or to the one below it. It is put into
 * both, so that neither is filed without it.
 */
function groupsOf(checked: readonly CheckedRow[], keys: readonly (string | null)[]): Group[] {
  const above = withLastKnown(keys);
  const below = withLastKnown(keys.toReversed()).toReversed();
  const groups = new Map<string, [CheckedRow, ...CheckedRow[]]>();
  for (const [index, row] of checked.entries()) {
    for (const key of new Set([above[index], below[index]])) {
      if (key === null || key === undefined) continue;
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return [...groups.values()];
}

/** Replaces each null by the last key before it. */
function withLastKnown(keys: readonly (string | null)[]): (string | null)[] {
  let last: string | null = null;
  return keys.map((key) => (last = key ?? last));
}

function checkGroup(group: Group, input: SheetInput, today: Date): void {
  const rows = group.flatMap(({ row }) => (row.data === null ? [] : [row.data]));
  if (rows.length < group.length) return;
  for (const { index, ...problem } of input.checkGroup?.(rows, today) ?? []) {
    const checked = group[index];
    checked?.problems.push({ row: checked.row.rowNumber, ...problem });
  }
}

/** A partial invoice cannot be filed: the valid rows wait until the invalid ones are corrected. */
function stopGroup(group: Group): void {
  const bad = group.find(({ problems }) => problems.length > 0)?.row.rowNumber;
  for (const { row, problems } of group) {
    row.data = null;
    row.naturalKey = null;
    if (problems.length > 0) continue;
    problems.push({
      row: row.rowNumber,
      column: 'Row',
      problem: sheetMessages.filedWithBadRow({ row: bad }),
      hint: sheetMessages.correctOtherRow({ row: bad }),
    });
  }
}
