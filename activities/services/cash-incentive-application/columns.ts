/** The columns of a cash incentive claim (portals.md 6.12). */
import { incentiveSchemes } from '#contracts/portals/incentive-rates.ts';
import type { Column } from '#services/contract.ts';
import { transportDocument } from '#services/families/fields-containers.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { decimal, money, oneOf, pattern, text } from '#services/families/fields-numbers.ts';
import {
  billOfExport,
  currency,
  customsOffice,
  expNumber,
  foreignCountry,
  hsCode,
} from '#services/families/fields-trade.ts';
import { EXCHANGE_RATE_DECIMALS } from './figures.ts';
import { cashIncentiveApplicationMessages } from './messages.ts';

const past = isoDate({ notAfterToday: true });
const amount = money({ min: 0 });
const value = money({ above: 0 });

export const claimColumns = [
  {
    name: 'scheme',
    required: true,
    ...oneOf(incentiveSchemes, { 'EURO AREA': 'EURO_ZONE', 'RMG SPECIAL': 'SPECIAL_RMG' }),
  },
  {
    name: 'invoice_no',
    aliases: ['invoice', 'invoice number'],
    required: true,
    ...text(1, 30, 'PAL/NW/2026/0021'),
  },
  { name: 'invoice_date', required: true, ...past },
  { name: 'exp_no', aliases: ['exp', 'exp number'], required: true, ...expNumber },
  { name: 'exp_date', required: true, ...past },
  { name: 'bill_of_export_no', aliases: ['bill of export', 'be no'], required: true, ...billOfExport },
  { name: 'bill_of_export_date', aliases: ['be date'], required: true, ...past },
  { name: 'office_code', aliases: ['customs office'], required: true, ...customsOffice },
  { name: 'bl_no', aliases: ['bl', 'b/l no'], required: true, ...transportDocument },
  { name: 'bl_date', aliases: ['b/l date'], required: true, ...past },
  { name: 'contract_no', aliases: ['contract', 'lc no'], required: true, ...text(3, 35, 'NW-SC-2025-402') },
  { name: 'contract_date', aliases: ['lc date'], required: true, ...past },
  { name: 'destination_country', aliases: ['destination', 'country'], required: true, ...foreignCountry },
  { name: 'hs_code', aliases: ['hs'], required: true, ...hsCode },
  { name: 'currency', required: true, ...currency },
  { name: 'invoice_value', aliases: ['invoice amount'], required: true, ...value },
  { name: 'freight', required: true, ...amount },
  { name: 'insurance', required: true, ...amount },
  { name: 'commission', aliases: ['foreign commission'], required: true, ...amount },
  { name: 'net_fob', aliases: ['net fob value'], required: false, ...value },
  { name: 'realised_value', aliases: ['realized value'], required: true, ...value },
  { name: 'realisation_date', aliases: ['realization date'], required: true, ...past },
  { name: 'prc_no', aliases: ['prc'], required: true, ...text(3, 40, 'PRC/DBBL/26/1182') },
  { name: 'prc_date', required: true, ...past },
  { name: 'btb_lc_no', aliases: ['btb lc'], required: false, ...text(3, 40, '0712-25-04-0391') },
  { name: 'btb_local_value', aliases: ['local value'], required: false, ...amount },
  { name: 'cmt_value', aliases: ['cmt'], required: false, ...amount },
  { name: 'value_addition_pct', aliases: ['value addition'], required: false, ...decimal({ min: 0 }) },
  { name: 'btma_cert_no', aliases: ['btma'], required: false, ...text(3, 40, 'BTMA/26/55120') },
  {
    name: 'bgmea_cert_no',
    aliases: ['bgmea', 'bkmea_cert_no', 'bkmea'],
    required: false,
    ...text(3, 40, 'BGMEA/CI/26/8831'),
  },
  {
    name: 'exchange_rate',
    aliases: ['rate of exchange'],
    required: true,
    ...decimal({ min: 50, max: 300, decimals: EXCHANGE_RATE_DECIMALS }),
  },
  { name: 'bank_branch', aliases: ['branch', 'routing no'], required: true, ...text(2, 60, 'Dhaka Main') },
  {
    name: 'account_no',
    aliases: ['account'],
    required: true,
    ...pattern(/^\d{8,17}$/, {
      problem: cashIncentiveApplicationMessages.notAccountNumber(),
      hint: cashIncentiveApplicationMessages.accountNumberHint(),
    }),
  },
] as const satisfies readonly Column[];
