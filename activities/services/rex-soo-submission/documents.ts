/** Names of the two PDFs of a shipment (spec section 5, "Files"). */
import type { RowData } from '#services/contract.ts';

/** Returns names such as `I2509675.pdf` and `2509675.pdf`; case does not matter. */
export function documentNames(row: RowData): { invoice: string; bl: string } {
  const number = row['invoice_no'] ?? '';
  return { invoice: `I${number}.pdf`, bl: `${number}.pdf` };
}
