/** Replaces the receipt on the page of a practice run: nothing was charged, and nothing was filed. */
import { Stack, Text } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { practiceWords } from './words.ts';

export function PracticeNote() {
  const words = useWords(practiceWords);
  return (
    <Panel title={words.noteTitle}>
      <Stack gap="2" textStyle="sm">
        <Text>{words.note}</Text>
        <RouteLink to={paths.dashboard()} variant="underline" color="brand.fg" minH="6">
          {words.startReal}
        </RouteLink>
      </Stack>
    </Panel>
  );
}
