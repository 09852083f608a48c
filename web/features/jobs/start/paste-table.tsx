/** Takes a table copied from a spreadsheet: with Ctrl-V anywhere on the page, or in a text field, as on a phone. */
import { Button, Flex, Stack } from '@chakra-ui/react';
import { ClipboardPaste } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { uiWords } from '#web/ui/words.ts';
import { startWords } from './words.ts';
import { pastedSheet } from './pasted-table.ts';

const fieldsOfText = 'input, textarea, select, [contenteditable]';

/**
 * Returns whether pasted text is a table for this page: text pasted into a field belongs to the field, and one line is
 * not a table.
 */
function isForTable(event: ClipboardEvent): boolean {
  const isInField = event.target instanceof Element && event.target.closest(fieldsOfText) !== null;
  return !isInField && document.querySelector('[role=dialog], [role=alertdialog]') === null;
}

export function PasteTable(props: { onTable: (file: File) => void; disabled: boolean }) {
  const { onTable, disabled } = props;
  const words = useWords(startWords);
  const common = useWords(uiWords);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>();

  const take = (pasted: string): void => {
    const file = pasted.length > limits.uploadBytesMax ? null : pastedSheet(pasted);
    if (file) {
      onTable(file);
      return;
    }
    setOpen(true);
    setError(pasted.length > limits.uploadBytesMax ? common.tooLarge : words.pasteNoTable);
  };
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (disabled || pasted === '' || !isForTable(event)) return;
    event.preventDefault();
    take(pasted);
  });
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  if (!isOpen) {
    return (
      <Flex>
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          disabled={disabled}
          onClick={() => setOpen(true)}
        >
          <ClipboardPaste aria-hidden /> {words.paste}
        </Button>
      </Flex>
    );
  }
  return (
    <Stack
      as="form"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault();
        take(text);
      }}
    >
      <TextArea
        label={words.pasteHere}
        hint={words.pasteHint}
        value={text}
        onChange={(next) => {
          setText(next);
          setError(undefined);
        }}
        error={error}
        code
        autoFocus
      />
      <Flex gap="2">
        <Button type="submit" size="sm" disabled={disabled || text.trim() === ''}>
          {words.pasteUse}
        </Button>
        <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => setOpen(false)}>
          {words.pasteClose}
        </Button>
      </Flex>
    </Stack>
  );
}
