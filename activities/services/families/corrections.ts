/** Corrections of named fields: their common columns and rules, whatever they correct. */
import { messageOfIssue } from '#contracts/messages/cell-issue.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { CellProblem, Column, DateOrder, RowData } from '#services/contract.ts';
import { dateOrder } from './fields-dates.ts';
import { oneOf, text } from './fields-numbers.ts';
import { correctionMessages } from './correction-messages.ts';

const VALUE_MAX = 250;
const REASON_MAX = 200;

export type GroupProblem = CellProblem & { index: number };

type Corrections = {
  /** Columns for field, old value, new value and reason. */
  columns: readonly Column[];
  /** Converts the values to the canonical form of the named field. */
  complete: (row: RowData) => RowData;
  check: (row: RowData) => CellProblem[];
};

/** A number may be the value of any field, and not only a day as Excel counts it. */
const orderOfDate = (cell: string): DateOrder | null => {
  const order = dateOrder(cell);
  return order === 'day number' ? null : order;
};

/** Builds the columns and rules; `correctable` are the columns of the original filing that may be corrected. */
export function correctionsOf(
  correctable: readonly Column[],
  examples: { old: string; new: string; reason: string; rulesOf: string },
): Corrections {
  const columnOf = (row: RowData): Column | undefined =>
    correctable.find(({ name }) => name === row['field_name']);
  const [firstName = '', ...otherNames] = correctable.map(({ name }) => name);
  /** An invalid value and one with a currency stay as typed, and `check` reports them. */
  const canonical = (row: RowData, value = ''): string => {
    const column = columnOf(row);
    const parsed = column?.schema.safeParse(value);
    return parsed?.success && !column?.shownCurrency?.(value) ? parsed.data : value;
  };
  return {
    columns: [
      { name: 'field_name', aliases: ['field'], required: true, ...oneOf([firstName, ...otherNames]) },
      {
        name: 'old_value',
        aliases: ['old'],
        required: true,
        ...text(1, VALUE_MAX),
        dateOrder: orderOfDate,
        hint: correctionMessages.oldValueHint({ example: examples.old }),
      },
      {
        name: 'new_value',
        aliases: ['new'],
        required: true,
        ...text(1, VALUE_MAX),
        dateOrder: orderOfDate,
        hint: correctionMessages.newValueHint({ service: examples.rulesOf, example: examples.new }),
      },
      { name: 'reason', required: true, ...text(5, REASON_MAX, examples.reason) },
    ],
    complete: (row) => ({
      ...row,
      old_value: canonical(row, row['old_value']),
      new_value: canonical(row, row['new_value']),
    }),
    check: (row) => {
      const column = columnOf(row);
      const shown = shownCurrencies(column, row);
      if (shown.length > 0) return shown;
      const parsed = column?.schema.safeParse(row['new_value'] ?? '');
      if (column && parsed && !parsed.success) {
        const problem = messageOfIssue(parsed.error) ?? correctionMessages.notValid();
        return [{ column: 'new_value', problem, hint: column.hint }];
      }
      if (withoutTrailingZeros(row['old_value']) !== withoutTrailingZeros(row['new_value'])) return [];
      const hint = correctionMessages.writeOldValue();
      return [{ column: 'new_value', problem: correctionMessages.sameValue(), hint }];
    },
  };
}

/** Returns a problem of each value that is shown with a currency: which one the original has is known to the portal only. */
const shownCurrencies = (column: Column | undefined, row: RowData): CellProblem[] =>
  ['old_value', 'new_value'].flatMap((name) => {
    const shown = column?.shownCurrency?.(row[name] ?? '');
    if (!shown) return [];
    const problem = correctionMessages.currencyShown({ mark: shown.mark });
    return [{ column: name, problem, hint: correctionMessages.writeAmountAlone() }];
  });

/** Drops trailing zeros, so that 24600.00 to 24600 does not count as a correction. */
const withoutTrailingZeros = (value = ''): string =>
  /^\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;

/** Joins the different reasons of the rows, because the portal takes one per correction. */
export function reasonOf(rows: readonly RowData[]): string {
  return [...new Set(rows.map((row) => row['reason'] ?? ''))].join('; ');
}

/**
 * Checks the rows of one correction. `name` is what they correct, such as "EXP 1084-004501-2026"; `fieldOf`
 * identifies the field of a row.
 */
export function correctionGroupProblems(
  rows: readonly RowData[],
  { name, fieldOf }: { name: Message; fieldOf: (row: RowData) => string },
): GroupProblem[] {
  const fields = rows.map(fieldOf);
  const problems = fields.flatMap((field, index) => {
    if (fields.indexOf(field) === index) return [];
    const problem = correctionMessages.correctedTwice({ field, words: name });
    return [{ index, column: 'field_name', problem, hint: correctionMessages.keepOneRow() }];
  });
  if (reasonOf(rows).length <= REASON_MAX) return problems;
  const problem = correctionMessages.reasonsTooLong({ words: name, max: REASON_MAX });
  return [...problems, { index: 0, column: 'reason', problem, hint: correctionMessages.giveSameReason() }];
}
