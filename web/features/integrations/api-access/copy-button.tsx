/** Copies a text to the clipboard. */
import { Button } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { accessWords } from './words.ts';

function copy(text: string): void {
  const { copied, copyFailed } = wordsNow(accessWords);
  // Browsers provide the clipboard on https pages only.
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => notify('success', copied),
    () => notify('error', copyFailed),
  );
}

export function CopyButton(props: { text: string; what: string }) {
  const { text, what } = props;
  const words = useWords(accessWords);
  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      flexShrink="0"
      aria-label={words.copyNamed(what)}
      onClick={() => copy(text)}
    >
      <Copy aria-hidden /> {words.copy}
    </Button>
  );
}
