/** Renders a button that copies a text to the clipboard. */
import { Button } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { useWords } from '#web/lib/words.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { uiWords } from '#web/ui/words.ts';
import { accessWords } from './words.ts';

export function CopyButton(props: { text: string; what: string }) {
  const { text, what } = props;
  const { copyNamed } = useWords(uiWords);
  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      flexShrink="0"
      aria-label={copyNamed(what)}
      onClick={() => copyText(text)}
    >
      <Copy aria-hidden /> {useWords(accessWords).copy}
    </Button>
  );
}
