/** Rules common to the applications for export and import permits, checked before the portal is used. */
import type { Message } from '#contracts/messages/message.ts';
import type { CellProblem, Column, RowData } from '#services/contract.ts';
import type { GroupProblem } from './corrections.ts';
import { isoDate } from './fields-dates.ts';
import { isNear, scaled, unscaled } from '#contracts/decimals.ts';
import { decimal, integer, money, text } from './fields-numbers.ts';
import { contractType, currency, hsCode, unit } from './fields-trade.ts';
import { enterpriseCode, zoneColumn } from './bepza-fields.ts';
import { bepzaMessages } from './bepza-messages.ts';
import { invoiceMessages } from './invoice-messages.ts';
import { differencesFromFirst } from './same-in-all-rows.ts';

const WEIGHT_DECIMALS = 3;
const weight = decimal({ above: 0, decimals: WEIGHT_DECIMALS });

export const enterpriseColumns = [
  zoneColumn,
  { name: 'enterprise_code', aliases: ['enterprise', 'enterprise id'], required: true, ...enterpriseCode },
] as const satisfies readonly Column[];

export const invoiceColumns = [
  { name: 'invoice_no', aliases: ['invoice', 'invoice number'], required: true, ...text(1, 30) },
  { name: 'invoice_date', required: true, ...isoDate({ notAfterToday: true }) },
] as const satisfies readonly Column[];

export const contractColumns = [
  { name: 'contract_type', required: true, ...contractType },
  { name: 'contract_no', aliases: ['contract', 'lc no'], required: true, ...text(3, 35, '0712-26-0455') },
  { name: 'contract_date', aliases: ['lc date'], required: true, ...isoDate() },
] as const satisfies readonly Column[];

export const moneyColumns = [
  { name: 'currency', required: true, ...currency },
  { name: 'invoice_value', aliases: ['invoice amount'], required: true, ...money({ above: 0 }) },
] as const satisfies readonly Column[];

/** Columns of one line of goods, the same in both sheets. */
export const goodsColumns = [
  { name: 'item_no', aliases: ['item'], required: true, ...integer({ min: 1 }) },
  { name: 'hs_code', aliases: ['hs'], required: true, ...hsCode },
  { name: 'description', aliases: ['goods'], required: true, ...text(3, 200, "Men's cotton trousers") },
  { name: 'quantity', aliases: ['qty'], required: true, ...decimal({ above: 0, decimals: 3 }) },
  { name: 'unit', required: true, ...unit },
  { name: 'net_weight_kg', aliases: ['net weight'], required: true, ...weight },
  { name: 'item_fob', aliases: ['fob of item'], required: true, ...money({ above: 0 }) },
] as const satisfies readonly Column[];

export const grossWeightColumn = {
  name: 'gross_weight_kg',
  aliases: ['gross weight'],
  required: true,
  ...weight,
} as const satisfies Column;

const ofGoods: ReadonlySet<string> = new Set(goodsColumns.map(({ name }) => name));

const sum = (rows: readonly RowData[], column: string, decimals: number): bigint =>
  rows.reduce((total, row) => total + scaled(row[column], decimals), 0n);

/** Checks the goods of one application; `total` is the column that their values must add up to. */
export function goodsProblems(
  rows: readonly RowData[],
  { columns, total }: { columns: readonly Column[]; total: 'fob_value' | 'invoice_value' },
): GroupProblem[] {
  const [first] = rows;
  if (!first) return [];
  const header = columns.map(({ name }) => name).filter((name) => !ofGoods.has(name));
  const invoice = invoiceMessages.invoice({ invoice: first['invoice_no'] });
  const problems = rows.flatMap((row, index) => rowProblems(rows, { row, index, header, invoice }));
  const value = sum(rows, 'item_fob', 2);
  if (!isNear(value, scaled(first[total])))
    problems.push({
      index: 0,
      column: 'item_fob',
      problem: bepzaMessages.itemsDoNotAddUp({
        words: invoice,
        sum: unscaled(value),
        total,
        value: first[total],
      }),
      hint: bepzaMessages.itemsMakeTotal({ total }),
    });
  const net = sum(rows, 'net_weight_kg', WEIGHT_DECIMALS);
  if (scaled(first['gross_weight_kg'], WEIGHT_DECIMALS) < net)
    problems.push({
      index: 0,
      column: 'gross_weight_kg',
      problem: bepzaMessages.grossBelowItems({ words: invoice, net: unscaled(net, WEIGHT_DECIMALS) }),
      hint: bepzaMessages.grossIncludesPackages(),
    });
  return problems;
}

function rowProblems(
  rows: readonly RowData[],
  given: { row: RowData; index: number; header: readonly string[]; invoice: Message },
): GroupProblem[] {
  const { row, index, header, invoice } = given;
  const problems = differencesFromFirst(rows, index, { columns: header, invoice });
  if (rows.findIndex((other) => other['item_no'] === row['item_no']) === index) return problems;
  const problem = bepzaMessages.itemTwice({ invoice: rows[0]?.['invoice_no'], item: row['item_no'] });
  return [...problems, { index, column: 'item_no', problem, hint: bepzaMessages.numberItems() }];
}

/** Reports a column that is empty although this type of permit requires it. */
export const required = (row: RowData, column: string, forType: string): CellProblem[] =>
  row[column] !== undefined
    ? []
    : [
        {
          column,
          problem: bepzaMessages.columnMissing({ column, type: forType }),
          hint: bepzaMessages.expExample(),
        },
      ];

/** Warns about an enterprise code of another zone, which is allowed but rarely intended. */
export function zoneWarning({ zone = '', enterprise_code = '' }: RowData): CellProblem[] {
  if (enterprise_code.toUpperCase().startsWith(zone.toUpperCase())) return [];
  const problem = bepzaMessages.codeOfOtherZone({ zone });
  return [{ column: 'enterprise_code', problem, hint: bepzaMessages.checkZone() }];
}
