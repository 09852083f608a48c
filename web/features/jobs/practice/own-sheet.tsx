/** Takes the customer's own sheet for a practice run, with the ZIP of its documents where the service takes one. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { ServiceSummary } from '#services/contract.ts';
import { useWords } from '#web/lib/words.ts';
import { fileProblem } from '#web/ui/file-drop.tsx';
import { FileSlot } from '#web/ui/file-slot.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { PracticeInput } from './queries.ts';
import { practiceWords } from './words.ts';

type Chosen = { sheet: File | null; zip: File | null };

export function OwnSheet(props: {
  service: ServiceSummary;
  rowsMax: number;
  pending: boolean;
  disabled: boolean;
  onChange: () => void;
  onStart: (own: PracticeInput['own']) => void;
}) {
  const { service, rowsMax, pending, disabled, onChange, onStart } = props;
  const words = useWords(practiceWords);
  const [chosen, setChosen] = useState<Chosen>({ sheet: null, zip: null });
  const [problem, setProblem] = useState<string | null>(null);
  const documents = service.input.kind === 'sheet' ? service.input.documents : null;
  const choose = (next: Partial<Chosen>) => {
    onChange();
    setProblem(null);
    setChosen({ ...chosen, ...next });
  };
  const take = (file: File, kind: keyof Chosen) => {
    const found = fileProblem(file, kind === 'zip' ? ['.zip'] : service.acceptedExtensions);
    if (found) setProblem(found);
    else choose({ [kind]: file });
  };
  const { sheet, zip } = chosen;
  const isWhole = sheet !== null && (zip !== null || documents !== 'required');
  const disabledReason = pending ? words.starting : undefined;
  return (
    <Stack gap="2">
      {documents ? (
        <FileSlot
          label={documents === 'required' ? words.zip : words.zipOptional}
          name={zip?.name ?? null}
          extensions={['.zip']}
          disabledReason={disabledReason}
          onFile={(file) => take(file, 'zip')}
          onClear={() => choose({ zip: null })}
        />
      ) : null}
      <FileSlot
        label={words.sheet}
        name={sheet?.name ?? null}
        extensions={service.acceptedExtensions}
        disabledReason={disabledReason}
        onFile={(file) => take(file, 'sheet')}
        onClear={() => choose({ sheet: null })}
      />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Flex gap="3" align="center" wrap="wrap">
        <Button
          disabled={!isWhole || disabled}
          loading={pending}
          loadingText={words.starting}
          onClick={() => sheet && onStart({ file: sheet, documents: zip })}
        >
          <Play aria-hidden /> {words.run}
        </Button>
        <Text textStyle="xs" color="fg.muted">
          {isWhole ? '' : `${words.filesFirst} `}
          {words.ownRows(rowsMax)}
        </Text>
      </Flex>
    </Stack>
  );
}
