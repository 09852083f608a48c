/** A line of the credit history in words: for the list, and as the columns of its export. */
import type { CreditEntry, CreditEntryType, CreditStep } from '#contracts/credit-history.ts';
import type { CsvCell, CsvColumn } from '../../lib/csv.ts';
import { sheetDateTime } from '../../lib/dates.ts';

export const typeLabels: Record<CreditEntryType, string> = {
  purchase: 'Purchase',
  usage: 'Usage',
  refund: 'Refund',
  admin: 'Adjustment',
};

export const stepLabels: Record<CreditStep['kind'], string> = {
  reserved: 'Reserved',
  used: 'Used',
  returned: 'Returned',
};

function creditsOfStep({ steps }: CreditEntry, kind: CreditStep['kind']): number | null {
  return steps.find((step) => step.kind === kind)?.credits ?? null;
}

const stepColumn = (kind: CreditStep['kind']): CsvColumn<CreditEntry> => ({
  heading: stepLabels[kind],
  cell: (entry): CsvCell => creditsOfStep(entry, kind),
});

export const historyColumns: readonly CsvColumn<CreditEntry>[] = [
  { heading: 'Date (Asia/Dhaka)', cell: ({ date }) => sheetDateTime(date) },
  { heading: 'Type', cell: ({ type }) => typeLabels[type] },
  { heading: 'Description', cell: ({ description }) => description },
  { heading: 'Credits before', cell: ({ previousCredit }) => previousCredit },
  { heading: 'Change', cell: ({ creditsChange }) => creditsChange },
  stepColumn('reserved'),
  stepColumn('used'),
  stepColumn('returned'),
  { heading: 'Amount (BDT)', cell: ({ amountBdt }) => amountBdt },
  { heading: 'Job', cell: ({ jobId }) => jobId },
];
