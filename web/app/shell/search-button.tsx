/** Renders the button that opens the search, which Ctrl-K (Cmd-K on a Mac) opens too. */
import { Box, Button, Text } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { useWords } from '#web/lib/words.ts';
import { showEarlyField, takeEarlyKey } from './early-search.ts';
import { shellWords } from './words.ts';

let isLoaded = false;
const loadSearch = async () => {
  const module = await import('#web/app/search/search-dialog.tsx');
  isLoaded = true;
  return module;
};
const SearchDialog = lazy(() => loadSearch().then((module) => ({ default: module.SearchDialog })));
// A failed prefetch is ignored; opening the search reports the error.
const prefetchSearch = () => void loadSearch().catch(() => undefined);

const isMac = (): boolean => navigator.userAgent.includes('Mac OS X');

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

/** Another open dialog must be answered or closed first. */
const hasDialog = (): boolean => document.querySelector('[aria-modal=true]') !== null;

function useShortcut(open: () => void): void {
  useEffect(() => void takeEarlyKey(open), [open]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (hasDialog()) return;
      if (!isLoaded) showEarlyField();
      open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
}

export function SearchButton(props: { user: SignedInUser }) {
  const words = useWords(shellWords);
  // The server does not know which keyboard the visitor has.
  const hasMacKeys = useTakenOver() && isMac();
  const [state, setState] = useState<'never-opened' | 'open' | 'closed'>('never-opened');
  const [open] = useState(() => () => setState('open'));
  useShortcut(open);
  return (
    <>
      <Button
        variant={{ base: 'ghost', md: 'outline' }}
        colorPalette="gray"
        size="sm"
        color="fg.muted"
        fontWeight="normal"
        justifyContent={{ base: 'center', md: 'flex-start' }}
        px={{ base: '0', md: '3' }}
        w={{ md: '56', lg: '72' }}
        aria-haspopup="dialog"
        aria-keyshortcuts={hasMacKeys ? 'Meta+K' : 'Control+K'}
        onPointerEnter={prefetchSearch}
        onFocus={prefetchSearch}
        onClick={open}
      >
        <Search aria-hidden />
        <Text as="span" srOnly={{ base: true, md: false }}>
          {words.search}
        </Text>
        <Box
          as="kbd"
          aria-hidden
          hideBelow="md"
          ms="auto"
          textStyle="xs"
          fontFamily="body"
          borderWidth="1px"
          borderRadius="l1"
          px="1.5"
        >
          {hasMacKeys ? '⌘ K' : 'Ctrl K'}
        </Box>
      </Button>
      <Suspense>
        {state === 'never-opened' ? null : (
          <SearchDialog user={props.user} open={state === 'open'} onClose={() => setState('closed')} />
        )}
      </Suspense>
    </>
  );
}
