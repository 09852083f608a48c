/** The SOO form: its columns in our sheet, the portal's labels for them, and the portal's formats. */
import { slashDate } from '#services/families/fields-dates.ts';

export type SooItem = {
  column: string;
  label: string;
  id: string;
  kind: 'text' | 'date' | 'number' | 'choice';
};

/** In the order of the form; the importer and the country, which are chosen by id or by name, stand before them. */
export const sooItems: readonly SooItem[] = [
  { column: 'bl_no', label: 'B/L No', id: '#blNo', kind: 'text' },
  { column: 'invoice_no', label: 'Invoice No', id: '#invoiceNo', kind: 'text' },
  { column: 'invoice_value', label: 'Invoice Value', id: '#value', kind: 'number' },
  { column: 'invoice_date', label: 'Invoice Date', id: '#invoiceDate', kind: 'date' },
  { column: 'bl_date', label: 'B/L Date', id: '#blDate', kind: 'date' },
  { column: 'hs_code', label: 'HS Code', id: '#hsCode', kind: 'text' },
  { column: 'quantity', label: 'Quantity', id: '#quantity', kind: 'number' },
  { column: 'origin_criterion', label: 'Origin Criterion', id: '#originCriterion', kind: 'text' },
  { column: 'rex_no', label: 'REX No', id: '#rexNo', kind: 'text' },
  { column: 'currency', label: 'Currency', id: '#currency', kind: 'choice' },
  { column: 'unit', label: 'Unit', id: '#unit', kind: 'choice' },
];

/** A cell's canonical text as the portal wants it typed. */
export const typed = (kind: SooItem['kind'], text: string): string =>
  kind === 'date' ? slashDate(text) : text;

/** A list's entry by the portal's own id, or by what its label says. */
export const isId = (text: string): boolean => /^\d+$/.test(text);

/** "Nordic Wear AB" */
export const isImporter = (label: string, text: string): boolean =>
  label.toLowerCase() === text.toLowerCase();

/** "Sweden (SE)" */
export const isCountry = (label: string, code: string): boolean => label.endsWith(`(${code})`);
