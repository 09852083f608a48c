/** One table as CSV that Excel opens with the right letters and without running anything. */
import Papa from 'papaparse';
import type { LogicalTable } from '#activities/pdf/tables/table.ts';

const byteOrderMark = '\uFEFF';
/** What a spreadsheet would take for a formula, in some locales with wide signs too; a plain number or a dash for nothing is none. */
const formulaStart = /^(?![-+]?\d[\d,]*(?:\.\d+)?%?$)(?!-+$)[=+\-@\t\r＝＋－＠]/;

export function tableCsv(table: LogicalTable): string {
  return byteOrderMark + Papa.unparse(table.rows, { escapeFormulae: formulaStart, newline: '\r\n' });
}
