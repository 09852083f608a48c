/** Says beside a disabled button what it waits for (design.md: "A disabled button says why, next to it"). */
import { Text } from '@chakra-ui/react';
import { defineWords, wordsNow } from '#web/lib/words.ts';

const neededWords = defineWords({
  en: { needed: (labels: string) => `Still needed: ${labels}` },
  bn: { needed: (labels) => `এখনো দরকার: ${labels}` },
});

/** `labels` of the fields that are still to be filled in; false for the others. Returns null if nothing is missing. */
export function stillNeeded(...labels: readonly (string | false)[]): string | null {
  const missing = labels.filter((label) => label !== false);
  return missing.length === 0 ? null : wordsNow(neededWords).needed(missing.join(', '));
}

/** Stands above the buttons of a dialog. Its line stays when nothing is missing, so that no button moves. */
export function WaitsFor(props: { id: string; text: string | null }) {
  return (
    <Text id={props.id} flex="1 1 100%" minH="5" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      {props.text}
    </Text>
  );
}
