/** The EPB export tracker's data on its first day: importers, countries, and fifteen SOO records of one exporter. */
import { createHash } from 'node:crypto';

export type Soo = {
  id: string;
  /** The exporter's account. */
  company: string;
  importerId: string;
  countryId: string;
  blNo: string;
  invoiceNo: string;
  /** `7046.94` */
  value: string;
  currency: string;
  /** Days as 06/11/2026; empty where they were not given. */
  invoiceDate: string;
  blDate: string;
  hsCode: string;
  quantity: string;
  unit: string;
  originCriterion: string;
  rexNo: string;
  documents: [invoice: string, bl: string];
};

export const REX_NO = 'BDREX0001234';
export const CHARGE_BDT = '250.00';
const FIRST_INVOICE = 2_509_601;
const FIRST_BL = 1_204_401;
const SEEDED = 15;
const NEW_IDS_FROM = 100_000;
const NEW_IDS = 800_000;

/** Every account has the same importers. The last two are branches with one name. */
export const importers: readonly { id: string; name: string }[] = [
  { id: '1842', name: 'Nordic Wear AB' },
  { id: '1843', name: 'Hanse Mode GmbH' },
  { id: '1844', name: 'Alpen Mode AG' },
  { id: '1845', name: 'Moda Iberica SA' },
  { id: '1846', name: 'Oslo Trikot AS' },
  { id: '1847', name: 'Bosphorus Tekstil AS' },
  { id: '1848', name: 'Bosphorus Tekstil AS' },
];

export type Country = { id: string; code: string; name: string; inScheme: boolean };

const inScheme = (id: string, code: string, name: string): Country => ({ id, code, name, inScheme: true });
const outside = (id: string, code: string, name: string): Country => ({ id, code, name, inScheme: false });

/** The ids are those of the portal's own table. */
export const countries: readonly Country[] = [
  inScheme('14', 'AT', 'Austria'),
  inScheme('21', 'BE', 'Belgium'),
  inScheme('34', 'BG', 'Bulgaria'),
  inScheme('54', 'HR', 'Croatia'),
  inScheme('57', 'CY', 'Cyprus'),
  inScheme('58', 'CZ', 'Czech Republic'),
  inScheme('59', 'DK', 'Denmark'),
  inScheme('68', 'EE', 'Estonia'),
  inScheme('73', 'FI', 'Finland'),
  inScheme('74', 'FR', 'France'),
  inScheme('81', 'DE', 'Germany'),
  inScheme('84', 'GR', 'Greece'),
  inScheme('97', 'HU', 'Hungary'),
  inScheme('103', 'IE', 'Ireland'),
  inScheme('105', 'IT', 'Italy'),
  outside('107', 'JP', 'Japan'),
  inScheme('117', 'LV', 'Latvia'),
  inScheme('123', 'LT', 'Lithuania'),
  inScheme('124', 'LU', 'Luxembourg'),
  inScheme('132', 'MT', 'Malta'),
  inScheme('150', 'NL', 'Netherlands'),
  inScheme('160', 'NO', 'Norway'),
  inScheme('171', 'PL', 'Poland'),
  inScheme('172', 'PT', 'Portugal'),
  inScheme('176', 'RO', 'Romania'),
  inScheme('193', 'SK', 'Slovakia'),
  inScheme('194', 'SI', 'Slovenia'),
  inScheme('199', 'ES', 'Spain'),
  inScheme('205', 'SE', 'Sweden'),
  inScheme('206', 'CH', 'Switzerland'),
  inScheme('217', 'TR', 'Turkey'),
  outside('224', 'GB', 'United Kingdom'),
  outside('225', 'US', 'United States'),
];

const recordId = (number: number): string => `SOO-${String(number).padStart(6, '0')}`;

/**
 * Derived from the invoice, so that the same sheet gets the same numbers in any order; the next number if it is taken.
 */
export function newRecordId(invoiceNo: string, records: readonly Soo[]): string {
  const taken = new Set(records.map(({ id }) => id));
  const digest = createHash('sha256').update(invoiceNo).digest().readUInt32BE(0);
  let number = NEW_IDS_FROM + (digest % NEW_IDS);
  while (taken.has(recordId(number))) number += 1;
  return recordId(number);
}

/** The destinations of the records, which go to the first importers one after the other. */
const destinations = ['205', '81', '206', '199', '160', '217'];

const seeded: readonly Soo[] = Array.from({ length: SEEDED }, (_, n) => {
  const invoiceNo = String(FIRST_INVOICE + n);
  const day = `${String(n + 1).padStart(2, '0')}/06/2026`;
  return {
    id: recordId(n + 1),
    company: 'padma',
    importerId: importers[n % destinations.length]?.id ?? '',
    countryId: destinations[n % destinations.length] ?? '',
    blNo: `DHK${FIRST_BL + n}`,
    invoiceNo,
    value: `${7_046 + 100 * n}.94`,
    currency: 'USD',
    invoiceDate: day,
    blDate: day,
    hsCode: '61091000',
    quantity: String(1_542 + n),
    unit: 'PCS',
    originCriterion: 'W 6109',
    rexNo: REX_NO,
    documents: [`I${invoiceNo}.pdf`, `${invoiceNo}.pdf`],
  };
});

/** All records: the seeded ones and those filed since. */
export function allRecords(filed: Record<string, unknown>): Soo[] {
  return [...seeded, ...(Object.values(filed) as Soo[])];
}
