/** Discards what was typed in a post, after a question. */
import { Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useWords } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { postWords } from './words.ts';

export function DiscardChanges({ onDiscard }: { onDiscard: () => void }) {
  const words = useWords(postWords);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => setAsking(true)}>
        {words.discard}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.discardTitle}
        confirmLabel={words.discard}
        destructive
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
        onCancel={() => setAsking(false)}
      >
        <Text textStyle="sm">{words.discardEffect}</Text>
      </ConfirmDialog>
    </>
  );
}
