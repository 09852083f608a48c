/** Field formats of trade documents (portals.md section 7): codes of goods, places, money and documents. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { currencyCodes, keyboardText, oneOf, pattern, type Field } from './fields-numbers.ts';
import { expMessages } from './exp-messages.ts';
import { fieldMessages } from './field-messages.ts';

export const hsCode: Field = {
  schema: z
    .string()
    .overwrite((cell) => keyboardText(cell).replace(/[.\s]/g, ''))
    .regex(/^\d{8}$/, asIssue(fieldMessages.notHsCode())),
  hint: fieldMessages.hsCodeHint(),
};

/** Common names used instead of the two-letter code; UK is not a code of ISO 3166. */
const countryAliases: Record<string, string> = {
  UK: 'GB',
  ENGLAND: 'GB',
  USA: 'US',
  UAE: 'AE',
  HOLLAND: 'NL',
  TURKEY: 'TR',
  'SOUTH KOREA': 'KR',
  RUSSIA: 'RU',
};
const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });
/** ISO 3166-1 alpha-2. */
const countryCodes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI
  BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN
  CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
  HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP
  NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
  TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);
const countryNames = new Map(countryCodes.map((code) => [code, regionNames.of(code) ?? code]));
const codesByName = new Map([...countryNames].map(([code, name]) => [name.toUpperCase(), code]));

/** Returns the two-letter code for a code, a name or a common short name; null for anything else. */
export function countryCode(cell: string): string | null {
  const word = cell.trim().toUpperCase();
  const alias = countryAliases[word];
  if (alias) return alias;
  return countryNames.has(word) ? word : (codesByName.get(word) ?? null);
}

const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Whether the two-letter code belongs to a member of the EU. */
export const isEuCountry = (code: string): boolean => euCountries.has(code);

export const country: Field = {
  schema: z
    .string()
    .refine((cell) => countryCode(cell) !== null, asIssue(fieldMessages.notCountry()))
    .overwrite((cell) => countryCode(cell) ?? cell),
  hint: fieldMessages.countryHint(),
};

export const foreignCountry: Field = {
  ...country,
  schema: country.schema.refine((code) => code !== 'BD', asIssue(fieldMessages.notAbroad())),
};

export const locode = pattern(/^[A-Z]{2}[A-Z2-9]{3}$/, {
  upper: true,
  problem: fieldMessages.notPort(),
  hint: fieldMessages.portHint(),
});

export const bangladeshLocode = pattern(/^BD[A-Z2-9]{3}$/, {
  upper: true,
  problem: fieldMessages.notPortOfBangladesh(),
  hint: fieldMessages.portOfBangladeshHint(),
});

export const currency = oneOf(currencyCodes);

/** C&F is a common name for CFR; DAT of Incoterms 2010 has become DPU. */
export const incoterm = oneOf(['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'], {
  'C&F': 'CFR',
  CNF: 'CFR',
});

export const transportMode = oneOf(['SEA', 'AIR', 'ROAD', 'RAIL', 'POST']);
export const unit = oneOf(['PCS', 'DOZ', 'SET', 'PAIR', 'KGS', 'MTR'], { PC: 'PCS', KG: 'KGS', M: 'MTR' });
export const contractType = oneOf(['LC', 'SC', 'TT']);

const expParts = /^(\d{4,8})[\s/-]+(\d{1,6})[\s/-]+(20\d\d)$/;

/** Stored as 1084-004512-2026. */
export const expNumber: Field = {
  schema: z
    .string()
    .overwrite((cell) => keyboardText(cell).trim())
    .regex(expParts, asIssue(expMessages.notExpNumber()))
    .overwrite((cell) =>
      cell.replace(
        expParts,
        (_, ad: string, serial: string, year: string) => `${ad}-${serial.padStart(6, '0')}-${year}`,
      ),
    ),
  hint: expMessages.expNumberHint(),
};

export const billOfExport = pattern(/^[A-Z]\d{1,7}$/, {
  upper: true,
  problem: fieldMessages.notBillNumber(),
  hint: fieldMessages.billNumberHint(),
});

export const customsOffice = pattern(/^\d{3}$/, {
  problem: fieldMessages.notCustomsOffice(),
  hint: fieldMessages.customsOfficeHint(),
});

/** A business identification number of 13 digits, such as 001234567-0103. */
export const bin: Field = {
  schema: z
    .string()
    .overwrite((cell) => keyboardText(cell).replace(/[\s-]/g, ''))
    .regex(/^\d{13}$/, asIssue(fieldMessages.notBin()))
    .overwrite((digits) => `${digits.slice(0, 9)}-${digits.slice(9)}`),
  hint: fieldMessages.binHint(),
};

export const rexNumber = pattern(/^BDREX[A-Z0-9]{1,30}$/, {
  upper: true,
  problem: fieldMessages.notRex(),
  hint: fieldMessages.rexHint(),
});
