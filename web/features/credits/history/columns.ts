/** Defines the columns of the credit history's exports. Their headings stay English. */
import type { CreditEntry, CreditStep } from '#contracts/calls/credits-answers.ts';
import type { SheetCell, SheetColumn } from '#web/lib/sheet-columns.ts';
import { sheetDateTime } from '#web/lib/dates.ts';
import { historyWords } from './words.ts';

const { types, steps } = historyWords.en;

function creditsOfStep({ steps }: CreditEntry, kind: CreditStep['kind']): number | null {
  return steps.find((step) => step.kind === kind)?.credits ?? null;
}

const stepColumn = (kind: CreditStep['kind']): SheetColumn<CreditEntry> => ({
  heading: steps[kind],
  cell: (entry): SheetCell => creditsOfStep(entry, kind),
  holds: 'money',
});

const historyColumns: readonly SheetColumn<CreditEntry>[] = [
  { heading: 'Date (Asia/Dhaka)', cell: ({ date }) => sheetDateTime(date), holds: 'dates' },
  { heading: 'Type', cell: ({ type }) => types[type] },
  { heading: 'Description', cell: ({ description }) => description },
  { heading: 'Credits before', cell: ({ previousCredit }) => previousCredit, holds: 'money' },
  { heading: 'Change', cell: ({ creditsChange }) => creditsChange, holds: 'money' },
  stepColumn('reserved'),
  stepColumn('used'),
  stepColumn('returned'),
  { heading: 'Amount (BDT)', cell: ({ amountBdt }) => amountBdt, holds: 'money' },
  { heading: 'Job', cell: ({ jobId }) => jobId },
];

/** The bank has a column only where there are several. */
export const columnsOf = (entries: readonly CreditEntry[]): readonly SheetColumn<CreditEntry>[] =>
  entries.some(({ bank }) => bank !== null)
    ? [...historyColumns, { heading: 'Bank', cell: ({ bank }) => bank?.name ?? null }]
    : historyColumns;
