/** Accepts one file by click or by drag, and checks its type and size (spec section 5, "Files"). */
import { Box, Flex, Text, VisuallyHidden } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { limits } from '#contracts/limits.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

export function fileProblem(file: File, extensions: readonly string[]): string | null {
  const words = wordsNow(uiWords);
  const name = file.name.toLowerCase();
  if (!extensions.some((extension) => name.endsWith(extension))) {
    return words.wrongKind(extensions.join(', '));
  }
  return file.size > limits.uploadBytesMax ? words.tooLarge : null;
}

export function FileDrop(props: {
  label: string;
  extensions: readonly string[];
  disabledReason?: string | undefined;
  onFile: (file: File) => void;
}) {
  const { label, extensions, disabledReason, onFile } = props;
  const words = useWords(uiWords);
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const disabled = disabledReason !== undefined;

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !disabled) onFile(file);
    // The input is cleared, so that choosing the same file again after correcting it triggers a change event.
    if (input.current) input.current.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };

  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      position="relative"
    >
      <Flex
        asChild
        align="center"
        justify="center"
        gap="3"
        px="4"
        py="5"
        borderWidth="1px"
        borderStyle="dashed"
        borderRadius="l2"
        borderColor={over && !disabled ? 'brand.solid' : 'border.control'}
        bg={over && !disabled ? 'brand.subtle' : 'bg.subtle'}
        cursor={disabled ? 'not-allowed' : 'pointer'}
        _focusWithin={{ outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' }}
      >
        <label htmlFor={inputId}>
          <VisuallyHidden asChild>
            <input
              ref={input}
              id={inputId}
              type="file"
              accept={extensions.join(',')}
              disabled={disabled}
              onChange={(event) => take(event.target.files)}
            />
          </VisuallyHidden>
          <Box color="fg.muted" aria-hidden>
            <Upload size={20} />
          </Box>
          <Box>
            <Text fontWeight="medium" textStyle="sm">
              {label}
            </Text>
            <Text textStyle="xs" color="fg.muted">
              {disabledReason ?? words.fileKinds(extensions.join(', '))}
            </Text>
          </Box>
        </label>
      </Flex>
    </Box>
  );
}
