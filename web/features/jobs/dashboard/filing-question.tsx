/** Asks for confirmation before many filings, because what a portal has accepted cannot be undone from here. */
import { Text } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { dashboardWords } from './words.ts';

export function FilingQuestion(props: {
  open: boolean;
  rows: number;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { open, rows, onConfirm, onCancel } = props;
  const words = useWords(dashboardWords);
  return (
    <ConfirmDialog
      open={open}
      title={words.filingQuestion}
      confirmLabel={words.fileRows(rows)}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Text textStyle="sm">{words.filesRows(rows)}</Text>
    </ConfirmDialog>
  );
}
