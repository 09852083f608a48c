/** Asks for confirmation before many filings, because what a portal has accepted cannot be undone from here. */
import { Text } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { filingWords } from './filing-words.ts';

type Filings = {
  rows: number;
  /** Null if there is no bank to name. */
  bank: string | null;
};

export function FilingSentence({ rows, bank }: Filings) {
  const words = useWords(filingWords);
  return <Text textStyle="sm">{bank === null ? words.filesRows(rows) : words.filesRowsAt(rows, bank)}</Text>;
}

export function FilingQuestion(
  props: Filings & {
    open: boolean;
    /** What the filings cost, as text; null if they cost nothing. */
    price: string | null;
    /** How many of the file's rows are hidden in the workbook. */
    hiddenRows?: number;
    onConfirm: () => void;
    onCancel: () => void;
  },
) {
  const { open, rows, bank, price, hiddenRows = 0, onConfirm, onCancel } = props;
  const words = useWords(filingWords);
  return (
    <ConfirmDialog
      open={open}
      title={words.question}
      confirmLabel={price === null ? words.fileRows(rows) : words.fileRowsFor(rows, price)}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <FilingSentence rows={rows} bank={bank} />
      {hiddenRows > 0 ? <Text textStyle="sm">{words.hiddenRows(hiddenRows)}</Text> : null}
    </ConfirmDialog>
  );
}
