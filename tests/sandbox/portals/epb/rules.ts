/** The refusals of the EPB export tracker, in its own words. */
import { countries, importers, REX_NO, type Soo } from './seed.ts';

const MIB = 1024 * 1024;
const PDF_MIB_MAX = 5;

export type Upload = { label: string; file: File | null };

export function refusalOf(soo: Omit<Soo, 'id'>, records: readonly Soo[]): string | null {
  const earlier = records.find(
    ({ company, invoiceNo }) =>
      company === soo.company && invoiceNo.toUpperCase() === soo.invoiceNo.toUpperCase(),
  );
  if (earlier) return `Invoice ${soo.invoiceNo} is already recorded (${earlier.id}).`;
  return refusalOfFacts(soo);
}

function refusalOfFacts(soo: Omit<Soo, 'id'>): string | null {
  const country = countries.find(({ id }) => id === soo.countryId);
  if (!importers.some(({ id }) => id === soo.importerId)) return 'Select an importer of your account.';
  if (!country) return 'Select a country.';
  if (!country.inScheme) return `${country.name} is outside the REX scheme.`;
  if (!soo.blNo || !soo.invoiceNo) return 'B/L No and Invoice No must not be empty.';
  if (!/^\d+\.\d\d$/.test(soo.value) || Number(soo.value) === 0) return 'The invoice value is not valid.';
  if ([soo.invoiceDate, soo.blDate].some((day) => day && !/^\d\d\/\d\d\/\d{4}$/.test(day)))
    return 'Dates are written as DD/MM/YYYY.';
  if (soo.rexNo !== REX_NO) return `REX No ${soo.rexNo} is not the number of this account.`;
  return null;
}

export async function refusalOfFiles(uploads: readonly Upload[]): Promise<string | null> {
  for (const { label, file } of uploads) {
    if (!file || file.size === 0) return `${label} is missing.`;
    if (file.size > PDF_MIB_MAX * MIB) return `${label} is larger than ${PDF_MIB_MAX} MB.`;
    if ((await file.slice(0, 5).text()) !== '%PDF-') return `${label} is not a PDF file.`;
  }
  return null;
}
