/** What the incentive desk keeps: a claim's items as they were typed, its calculation and its state. */
import { createHash } from 'node:crypto';

export type Item = {
  name: string;
  label: string;
  kind: 'text' | 'date' | 'number' | 'currency';
  /** An item that may stay empty. */
  optional?: true;
};

export const shipmentItems: readonly Item[] = [
  { name: 'invoiceNo', label: 'Invoice No', kind: 'text' },
  { name: 'invoiceDate', label: 'Invoice Date', kind: 'date' },
  { name: 'expNo', label: 'EXP No', kind: 'text' },
  { name: 'expDate', label: 'EXP Date', kind: 'date' },
  { name: 'billNo', label: 'Bill of Export No', kind: 'text' },
  { name: 'billDate', label: 'Bill of Export Date', kind: 'date' },
  { name: 'officeCode', label: 'Customs Office', kind: 'text' },
  { name: 'blNo', label: 'B/L No', kind: 'text' },
  { name: 'blDate', label: 'B/L Date', kind: 'date' },
  { name: 'contractNo', label: 'Contract No', kind: 'text' },
  { name: 'contractDate', label: 'Contract Date', kind: 'date' },
  { name: 'destination', label: 'Destination', kind: 'text' },
  { name: 'hsCode', label: 'HS Code', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'currency' },
  { name: 'invoiceValue', label: 'Invoice Value', kind: 'number' },
  { name: 'freight', label: 'Freight', kind: 'number' },
  { name: 'insurance', label: 'Insurance', kind: 'number' },
  { name: 'commission', label: 'Foreign Commission', kind: 'number' },
  { name: 'realisedValue', label: 'Realised Value', kind: 'number' },
  { name: 'realisationDate', label: 'Realisation Date', kind: 'date' },
  { name: 'prcNo', label: 'PRC No', kind: 'text' },
  { name: 'prcDate', label: 'PRC Date', kind: 'date' },
];

export const certificateItems: readonly Item[] = [
  { name: 'btbLcNo', label: 'BTB L/C No', kind: 'text', optional: true },
  { name: 'btbLocalValue', label: 'Local Material Value', kind: 'number', optional: true },
  { name: 'cmtValue', label: 'CMT Value', kind: 'number', optional: true },
  { name: 'btmaCertNo', label: 'BTMA Certificate No', kind: 'text', optional: true },
  { name: 'bgmeaCertNo', label: 'BGMEA/BKMEA Certificate No', kind: 'text' },
  { name: 'exchangeRate', label: 'Exchange Rate (BDT)', kind: 'number' },
  { name: 'bankBranch', label: 'Branch', kind: 'text' },
  { name: 'accountNo', label: 'Account No', kind: 'text' },
];

export const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'SEK', 'CNY', 'INR', 'BDT'];

/** The desk's own codes. */
export const schemes = [
  { code: 'LT', label: 'Local textile in lieu of bond/drawback' },
  { code: 'SM', label: 'SME garments' },
  { code: 'EZ', label: 'Additional, euro zone' },
  { code: 'NM', label: 'New market expansion' },
  { code: 'SP', label: 'Special, RMG sector' },
] as const;
export type SchemeCode = (typeof schemes)[number]['code'];

export const findScheme = (code: string): (typeof schemes)[number] | undefined =>
  schemes.find((scheme) => scheme.code === code);

export type ClaimStatus = 'Submitted' | 'In audit' | 'Query' | 'Sent to Bangladesh Bank' | 'Paid';

/** Item name → text as typed. */
export type Items = Readonly<Record<string, string>>;

/** Amounts in cents and poisha; the rate in hundredths of a per cent. */
export type Calculation = {
  netFobCents: number;
  rateHundredths: number;
  claimCents: number;
  claimPoisha: number;
};

export type Claim = {
  no: string;
  account: string;
  scheme: SchemeCode;
  items: Items;
  calculation: Calculation;
  /** 2026-11-21 */
  day: string;
  status: ClaimStatus;
};

const NUMBERS = 800_000;
const NUMBERS_FROM = 100_000;

/**
 * Derived from scheme and EXP, so that the same sheet gets the same numbers in any order; the next number if it is
 * taken.
 */
export function newClaimNo(scheme: SchemeCode, expNo: string, claims: readonly Claim[]): string {
  const taken = new Set(claims.map(({ no }) => no));
  let number = createHash('sha256').update(`${scheme}|${expNo}`).digest().readUInt32BE(0) % NUMBERS;
  while (taken.has(`CI-${NUMBERS_FROM + number}`)) number += 1;
  return `CI-${NUMBERS_FROM + number}`;
}
