/** Writes a table as CSV that Excel opens with the right letters and without executing formulas. */
import Papa from 'papaparse';
import type { LogicalTable } from '#activities/pdf/tables/table.ts';

const byteOrderMark = '\uFEFF';
/**
 * Texts that a spreadsheet would execute as formulas, including those with full-width signs used in some locales.
 * Plain numbers and dashes are harmless.
 */
const formulaStart = /^(?![-+]?\d[\d,]*(?:\.\d+)?%?$)(?!-+$)[=+\-@\t\r＝＋－＠]/;

/** Returns the table as text with a byte order mark and CRLF line ends. */
export function tableCsv(table: LogicalTable): string {
  return byteOrderMark + Papa.unparse(table.rows, { escapeFormulae: formulaStart, newline: '\r\n' });
}
