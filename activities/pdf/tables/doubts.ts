/** Words the warnings about tables and cells that the customer should check in the workbook. */
import { DHAKA_OFFSET_MS } from '#contracts/durations.ts';
import { cellAddress } from '#contracts/jobs/table-names.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { wrongTextMax } from './confidence.ts';
import type { DoubtReason, TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import type { Doubt } from './proof.ts';
import { tableName, type LogicalTable } from './table.ts';

/** The customer should compare a table with a lower confidence with the PDF. Wrong letters have their own warning. */
const confidenceMin = 0.8;
const warningsMax = 10;
const cellsMax = 10;

const dayInDhaka = (at: Date): string => new Date(at.getTime() + DHAKA_OFFSET_MS).toISOString().slice(0, 10);

const reasons: Record<DoubtReason, () => Message> = {
  heading: pdfMessages.doubtHeading,
  kind: pdfMessages.doubtKind,
  several: pdfMessages.doubtSeveral,
  sum: pdfMessages.doubtSum,
  product: pdfMessages.doubtProduct,
  balance: pdfMessages.doubtBalance,
  misread: pdfMessages.doubtMisread,
};

/** Returns why a cell may be wrong. */
export const reasonOf = ({ reason }: Doubt): Message => reasons[reason]();

/** Returns the warning that corrections of an earlier document of this layout were applied. */
export const keptWarnings = (layout: Partial<Pick<TablesLayout, 'kept'>> | undefined): Message[] => {
  if (!layout?.kept) return [];
  const { correctedAt, fileName } = layout.kept;
  return [pdfMessages.keptApplied({ day: dayInDhaka(new Date(correctedAt)), words: quote(fileName) })];
};

/** Returns warnings about tables that should be compared with the PDF, as a whole or in some cells. */
export function tableWarnings(tables: readonly LogicalTable[]): Message[] {
  const warnings = tables.flatMap((table): Message[] => {
    const name = tableName(table);
    // Figures that may be misread are named together, for all tables.
    const doubts = table.doubts.filter(({ reason }) => reason !== 'misread');
    const cells = doubts.slice(0, cellsMax).map(cellAddress);
    const list = [...cells, ...(doubts.length > cells.length ? ['…'] : [])].join(', ');
    return [
      ...(table.confidence < confidenceMin && table.confidence > wrongTextMax
        ? [pdfMessages.checkTable({ table: name })]
        : []),
      ...(cells.length > 0 ? [pdfMessages.checkCells({ table: name, cells: list })] : []),
    ];
  });
  return warnings.slice(0, warningsMax);
}
