/** Hides the filters of a list on a phone behind a button that shows how many are set; wider windows show them. */
import { Button } from '@chakra-ui/react';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

/**
 * Returns the button, and the `display` of the hidden parts. This is done with styles, so that nothing moves when
 * scripts are loaded.
 */
export function useFoldedFilters(setCount: number) {
  const words = useWords(uiWords);
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button
      hideFrom="md"
      h="9"
      px="3"
      variant="outline"
      colorPalette={setCount > 0 ? 'brand' : 'gray'}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <SlidersHorizontal aria-hidden /> {words.filters(setCount)}
    </Button>
  );
  const displayOf = (display: 'flex' | 'contents') => ({ base: isOpen ? display : 'none', md: display });
  return { button, displayOf };
}
