/** The SOO form: columns of the sheet, labels on the portal, and input formats. */
import type { FormItem } from '#activities/portals/form-items.ts';
import { isSameText } from '#activities/portals/same-text.ts';

export type SooItem = FormItem & { id: string };

/** In the order of the form. The importer and the country, which are selected by id or name, precede them. */
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

/** Whether the text is the portal's own id of a list entry rather than its label. */
export const isId = (text: string): boolean => /^\d+$/.test(text);

/** Matches a label such as "Nordic Wear AB". */
export const isImporter = isSameText;

/** Matches a label such as "Sweden (SE)" by its country code. */
export const isCountry = (label: string, code: string): boolean => label.endsWith(`(${code})`);
