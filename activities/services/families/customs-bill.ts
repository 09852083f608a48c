/** The four columns that identify a bill at customs, for every service that looks one up (portals.md 4.2). */
import type { BillNumber } from '#activities/portals/customs/bill-page.ts';
import type { CellProblem, Column, RowData } from '#services/contract.ts';
import { dhakaYear } from './fields.ts';
import { integer, pattern } from './fields-numbers.ts';
import { billOfExport, customsOffice } from './fields-trade.ts';
import { customsMessages } from './customs-messages.ts';

const firstYear = 2013;

export const billColumns: readonly Column[] = [
  { name: 'office_code', aliases: ['office', 'customs office'], required: true, ...customsOffice },
  {
    name: 'be_serial',
    aliases: ['serial'],
    required: false,
    ...pattern(/^[A-Z]$/, {
      upper: true,
      problem: customsMessages.notSerial(),
      hint: customsMessages.serialHint(),
    }),
  },
  { name: 'be_number', aliases: ['number'], required: false, ...integer({ min: 1, max: 9_999_999 }) },
  {
    name: 'c_number',
    aliases: ['c no', 'be no', 'bill of entry', 'bill of export'],
    required: false,
    ...billOfExport,
  },
  {
    name: 'be_year',
    aliases: ['year'],
    required: true,
    ...integer({ min: firstYear, max: Number(dhakaYear(new Date())) + 1 }),
  },
];

/** Splits C796229, given in one column, into serial and number; null if the column is empty. */
function joinedBill(row: RowData): { serial: string; number: string } | null {
  const [, serial = '', number = ''] = /^([A-Z])(\d+)$/.exec(row['c_number'] ?? '') ?? [];
  return number ? { serial, number: String(Number(number)) } : null;
}

/** Fills in the serial and the number from the column that has both. */
export function completeBill(row: RowData): RowData {
  const joined = joinedBill(row);
  return {
    ...row,
    be_serial: row['be_serial'] ?? joined?.serial ?? 'C',
    ...(joined && !row['be_number'] ? { be_number: joined.number } : {}),
  };
}

/** Returns the problems that only show when the four cells are read together; empty if there are none. */
export function checkBill(row: RowData, today: Date): CellProblem[] {
  const problems: CellProblem[] = [];
  if (!row['be_number'])
    problems.push({
      column: 'be_number',
      problem: customsMessages.numberMissing(),
      hint: customsMessages.numberHint(),
    });
  const joined = joinedBill(row);
  if (joined && (joined.serial !== row['be_serial'] || joined.number !== row['be_number']))
    problems.push({
      column: 'c_number',
      problem: customsMessages.otherBill(),
      hint: customsMessages.otherBillHint(),
    });
  if (Number(row['be_year']) > Number(dhakaYear(today)))
    problems.push({
      column: 'be_year',
      problem: customsMessages.yearNotBegun(),
      hint: customsMessages.yearHint(),
    });
  return problems;
}

/** Returns the number of a validated row's bill. A part that the row does not have is an empty text. */
export function billNumber(row: RowData): BillNumber {
  const {
    office_code: office = '',
    be_serial: serial = '',
    be_number: number = '',
    be_year: year = '',
  } = row;
  return { office, serial, number, year };
}

/** Returns the key of a bill, such as 301-C796229-2026. */
export function billKey(row: RowData): string {
  const { office, serial, number, year } = billNumber(row);
  return `${office}-${serial}${number}-${year}`;
}
