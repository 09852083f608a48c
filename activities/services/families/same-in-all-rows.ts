/** The rows of an invoice must agree in the columns that belong to the whole invoice. */
import type { Message } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import type { GroupProblem } from './corrections.ts';
import { invoiceMessages } from './invoice-messages.ts';

/** Returns a problem for each of the columns in which the row at `index` differs from the first one. */
export function differencesFromFirst(
  rows: readonly RowData[],
  index: number,
  { columns, invoice }: { columns: readonly string[]; invoice: Message },
): GroupProblem[] {
  return columns
    .filter((column) => rows[index]?.[column] !== rows[0]?.[column])
    .map((column) => ({
      index,
      column,
      problem: invoiceMessages.otherRowDiffers({ words: invoice, column }),
      hint: invoiceMessages.sameInAllRows(),
    }));
}
