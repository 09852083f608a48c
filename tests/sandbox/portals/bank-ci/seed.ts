/** The incentive desk's data on its first day: eight claims of one exporter, in every state. */
import type { Claim, ClaimStatus, Items, SchemeCode } from './claims.ts';
import { calculate } from './rules.ts';

const FIRST_EXP = 601;
const FIRST_INVOICE = 1;
const FIRST_CLAIM = 41;

const exporters: Readonly<Record<string, string>> = {
  padma: 'Padma Apparels Ltd.',
  nordic: 'Nordic Knit Composite Ltd.',
  chalan: 'Padma Apparels Ltd.',
};

export const exporterOf = (account: string): string => exporters[account] ?? `Exporter ${account} Ltd.`;

const seeds: readonly [scheme: SchemeCode, status: ClaimStatus, destination: string, value: number][] = [
  ['LT', 'Paid', 'SE', 48_200],
  ['LT', 'Paid', 'PL', 52_750],
  ['SM', 'Sent to Bangladesh Bank', 'US', 19_400],
  ['EZ', 'In audit', 'DE', 77_310],
  ['LT', 'In audit', 'SE', 63_980],
  ['SP', 'Query', 'JP', 15_120],
  ['LT', 'Submitted', 'DK', 41_060],
  ['SM', 'Submitted', 'CA', 22_845],
];

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

export const seededClaims: readonly Claim[] = seeds.map(([scheme, status, destination, value], n) => {
  const day = (month: number): string => `${padded(n + 5, 2)}/${padded(month, 2)}/2026`;
  const items: Items = {
    invoiceNo: `PAL/NW/2026/${padded(FIRST_INVOICE + n, 4)}`,
    invoiceDate: day(1),
    expNo: `1084-${padded(FIRST_EXP + n, 6)}-2026`,
    expDate: day(1),
    billNo: `C${101_700 + n}`,
    billDate: day(1),
    officeCode: '301',
    blNo: `DHK${1_190_101 + n}`,
    blDate: day(2),
    contractNo: 'NW-SC-2025-402',
    contractDate: '24/11/2025',
    destination,
    hsCode: '61091000',
    currency: 'USD',
    invoiceValue: `${value}.00`,
    freight: '0',
    insurance: '0',
    commission: `${value / 100}`,
    realisedValue: `${value}.00`,
    realisationDate: day(5),
    prcNo: `PRC/DBBL/26/${1_101 + n}`,
    prcDate: day(5),
    btbLcNo: `0712-25-04-${padded(301 + n, 4)}`,
    btbLocalValue: `${Math.round(value * 0.45)}.00`,
    cmtValue: `${Math.round(value * 0.08)}.00`,
    btmaCertNo: `BTMA/26/${55_001 + n}`,
    bgmeaCertNo: `BGMEA/CI/26/${8_701 + n}`,
    exchangeRate: '122.40',
    bankBranch: 'Dhaka Main',
    accountNo: '1051100123456',
  };
  const calculation = calculate(scheme, items, {});
  if (!calculation) throw new Error('A seeded claim has no rate.');
  const claimDay = `2026-06-${padded(n + 5, 2)}`;
  return {
    no: `CI-${padded(FIRST_CLAIM + n, 6)}`,
    account: 'padma',
    scheme,
    items,
    calculation,
    day: claimDay,
    status,
  };
});
