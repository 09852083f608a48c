/** Renders a slot for one file: a drop area when it is empty, the file's name otherwise. */
import { Flex, IconButton } from '@chakra-ui/react';
import { FileText, X } from 'lucide-react';
import { FileDrop } from './file-drop.tsx';
import { FileName } from './file-name.tsx';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

function ChosenFile(props: { name: string; onClear: () => void }) {
  return (
    <Flex align="center" gap="2" borderWidth="1px" borderRadius="l2" ps="3" pe="1" minH="10" bg="bg.subtle">
      <FileText size={16} aria-hidden />
      <FileName name={props.name} textStyle="sm" fontWeight="medium" flex="1" />
      <IconButton
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={useWords(uiWords).removeFile(props.name)}
        onClick={props.onClear}
      >
        <X aria-hidden />
      </IconButton>
    </Flex>
  );
}

export function FileSlot(props: {
  label: string;
  name: string | null;
  extensions: readonly string[];
  disabledReason: string | undefined;
  onFile: (file: File) => void;
  onClear: () => void;
}) {
  const { label, name, extensions, disabledReason, onFile, onClear } = props;
  if (name !== null) return <ChosenFile name={name} onClear={onClear} />;
  return <FileDrop label={label} extensions={extensions} disabledReason={disabledReason} onFile={onFile} />;
}
