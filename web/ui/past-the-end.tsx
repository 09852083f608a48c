/** Renders a page beyond the last one of a list, for example after filters changed or records were deleted. */
import { Button } from '@chakra-ui/react';
import { ListX } from 'lucide-react';
import { useWords } from '#web/lib/words.ts';
import { EmptyState } from './states.tsx';
import { uiWords } from './words.ts';

export function PastTheEnd(props: { onFirst: () => void }) {
  const words = useWords(uiWords);
  return (
    <EmptyState icon={ListX} title={words.pastTheEnd}>
      <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={props.onFirst}>
        {words.firstPage}
      </Button>
    </EmptyState>
  );
}
