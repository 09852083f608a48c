/** Shows how many corrections a sheet has, undoes them, and offers to apply one to all rows with the same text. */
import { Button, Flex, Text } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { isTemporary } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { checkWords } from './check-words.ts';
import type { EqualOffer } from './sheet-corrections.ts';
import type { SheetCorrections } from './use-sheet-corrections.ts';

/** Enough of a value to recognise it on a button. */
const shownCharacters = 24;

export function CorrectionBar(props: {
  corrections: SheetCorrections;
  offer: EqualOffer | null;
  onOffer: (offer: EqualOffer | null) => void;
}) {
  const { corrections, offer, onOffer } = props;
  const words = useWords(checkWords);
  const { edits, isPending, isFull, error } = corrections;
  const shown = (text: string) => {
    const value = text.trim();
    if (value === '') return `“${words.empty}”`;
    return `“${value.length > shownCharacters ? `${value.slice(0, shownCharacters)}…` : value}”`;
  };
  if (edits.length === 0 && !error) return null;
  return (
    <>
      <Flex gap="2" align="center" wrap="wrap" textStyle="sm" pb="2">
        <Text aria-live="polite">
          {words.corrections(edits.length)}
          {isPending ? words.checkingCorrections : ''}
          {isFull ? words.correctionsFull : ''}
        </Text>
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          disabled={edits.length === 0}
          onClick={() => {
            onOffer(null);
            corrections.undo();
          }}
        >
          <Undo2 aria-hidden /> {words.undo}
        </Button>
        {offer ? (
          <Button
            size="xs"
            variant="outline"
            onClick={() => {
              onOffer(null);
              corrections.applyToEqual(offer);
            }}
          >
            {words.applyToEqual(offer.rows, shown(offer.text), shown(offer.from))}
          </Button>
        ) : null}
      </Flex>
      {error ? (
        <Notice
          tone="error"
          {...(isTemporary(error)
            ? {
                action: (
                  <Button size="xs" variant="outline" colorPalette="gray" onClick={corrections.tryAgain}>
                    {words.tryAgain}
                  </Button>
                ),
              }
            : {})}
        >
          {errorText(error)}
        </Notice>
      ) : null}
    </>
  );
}
