/** Field formats of trade documents (portals.md section 7): codes of goods, places, money and documents. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { say } from '#contracts/say.ts';
import { latinDigits, oneOf, pattern, type Field } from './fields-numbers.ts';

export const hsCode: Field = {
  schema: z
    .string()
    .overwrite((cell) => latinDigits(cell).replace(/[.\s]/g, ''))
    .regex(/^\d{8}$/, asIssue(say('The HS code does not have 8 digits.'))),
  hint: say('The 8 digits of the Bangladesh tariff, such as 61091000 or 6109.10.00.'),
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
    .refine((cell) => countryCode(cell) !== null, asIssue(say('This is not a country.')))
    .overwrite((cell) => countryCode(cell) ?? cell),
  hint: say('The two letters of the country or its English name, such as SE or Sweden.'),
};

export const foreignCountry: Field = {
  ...country,
  schema: country.schema.refine(
    (code) => code !== 'BD',
    asIssue(say('This must be another country than Bangladesh.')),
  ),
};

export const locode = pattern(/^[A-Z]{2}[A-Z2-9]{3}$/, {
  upper: true,
  problem: say('This is not a UN/LOCODE.'),
  hint: say('The five letters of the port, such as BDCGP for Chattogram or SEGOT for Gothenburg.'),
});

export const bangladeshLocode = pattern(/^BD[A-Z2-9]{3}$/, {
  upper: true,
  problem: say('This is not a port of Bangladesh.'),
  hint: say('The UN/LOCODE of a port in Bangladesh, such as BDCGP, BDDAC or BDMGL.'),
});

export const currency = oneOf(['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'SEK', 'CNY', 'INR', 'BDT']);

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
    .overwrite((cell) => latinDigits(cell).trim())
    .regex(expParts, asIssue(say('This is not an EXP number.')))
    .overwrite((cell) =>
      cell.replace(
        expParts,
        (_, ad: string, serial: string, year: string) => `${ad}-${serial.padStart(6, '0')}-${year}`,
      ),
    ),
  hint: say('AD code, serial and year, such as 1084-004512-2026.'),
};

export const billOfExport = pattern(/^[A-Z]\d{1,7}$/, {
  upper: true,
  problem: say('This is not the number of a bill.'),
  hint: say('One letter and up to 7 digits, such as C796229.'),
});

export const customsOffice = pattern(/^\d{3}$/, {
  problem: say('The customs office does not have 3 digits.'),
  hint: say('The 3 digits of the customs office, such as 301 for Chattogram.'),
});

/** A business identification number of 13 digits, such as 001234567-0103. */
export const bin: Field = {
  schema: z
    .string()
    .overwrite((cell) => latinDigits(cell).replace(/[\s-]/g, ''))
    .regex(
      /^\d{13}$/,
      asIssue(say('The BIN does not have 13 digits; older numbers of 9 digits are no longer valid.')),
    )
    .overwrite((digits) => `${digits.slice(0, 9)}-${digits.slice(9)}`),
  hint: say('The 13 digits of the BIN, such as 001234567-0103.'),
};

export const rexNumber = pattern(/^BDREX[A-Z0-9]{1,30}$/, {
  upper: true,
  problem: say('This is not a REX number of Bangladesh.'),
  hint: say('BDREX and letters or digits behind it, such as BDREX0001234.'),
});
