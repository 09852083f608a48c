/** Defines the columns of the credit history's CSV export. Their headings stay English. */
import type { CreditEntry, CreditStep } from '#contracts/calls/credits-answers.ts';
import type { CsvCell, CsvColumn } from '#web/lib/csv.ts';
import { sheetDateTime } from '#web/lib/dates.ts';
import { historyWords } from './words.ts';

const { types, steps } = historyWords.en;

function creditsOfStep({ steps }: CreditEntry, kind: CreditStep['kind']): number | null {
  return steps.find((step) => step.kind === kind)?.credits ?? null;
}

const stepColumn = (kind: CreditStep['kind']): CsvColumn<CreditEntry> => ({
  heading: steps[kind],
  cell: (entry): CsvCell => creditsOfStep(entry, kind),
});

export const historyColumns: readonly CsvColumn<CreditEntry>[] = [
  { heading: 'Date (Asia/Dhaka)', cell: ({ date }) => sheetDateTime(date) },
  { heading: 'Type', cell: ({ type }) => types[type] },
  { heading: 'Description', cell: ({ description }) => description },
  { heading: 'Credits before', cell: ({ previousCredit }) => previousCredit },
  { heading: 'Change', cell: ({ creditsChange }) => creditsChange },
  stepColumn('reserved'),
  stepColumn('used'),
  stepColumn('returned'),
  { heading: 'Amount (BDT)', cell: ({ amountBdt }) => amountBdt },
  { heading: 'Job', cell: ({ jobId }) => jobId },
];
