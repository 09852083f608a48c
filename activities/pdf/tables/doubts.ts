/** Says which tables and cells should be checked, in the words of a person who looks at the workbook. */
import type { Message } from '#contracts/messages/message.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { doubtsOf } from '#activities/pdf/scans/doubtful-figures.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { wrongTextMax } from './confidence.ts';
import type { DoubtReason } from '#contracts/jobs/pdf-tables.ts';
import type { Doubt } from './proof.ts';
import { cellAddress, tableName, type LogicalTable } from './table.ts';

/** A table with a lower confidence is named as one to compare with the PDF, unless its page's letters are wrong. */
const confidenceMin = 0.8;
const tablesMax = 10;
const cellsMax = 10;

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

/** Returns the cells of a table that may be wrong, those first that OCR may have misread. */
export const cellsToCheck = (table: LogicalTable, recognised: readonly RecognisedPage[]): Doubt[] => [
  ...doubtsOf(table, recognised).doubtful.map((place): Doubt => ({ ...place, reason: 'misread' })),
  ...table.doubts,
];

/** Returns a sentence for each table that should be compared with the PDF, as a whole or in some cells. */
export function tableWarnings(tables: readonly LogicalTable[]): Message[] {
  const warnings = tables.flatMap((table): Message[] => {
    const name = tableName(table);
    const cells = table.doubts.slice(0, cellsMax).map(cellAddress);
    const list = [...cells, ...(table.doubts.length > cells.length ? ['…'] : [])].join(', ');
    return [
      ...(table.confidence < confidenceMin && table.confidence > wrongTextMax
        ? [pdfMessages.checkTable({ table: name })]
        : []),
      ...(cells.length > 0 ? [pdfMessages.checkCells({ table: name, cells: list })] : []),
    ];
  });
  return warnings.slice(0, tablesMax);
}
