/** Says at which moment the figures of a panel were read. */
import { Text } from '@chakra-ui/react';
import { formatSecond } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { overviewWords } from './words.ts';

export function AsOf({ at }: { at: string }) {
  const words = useWords(overviewWords);
  return (
    <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums" flexShrink="0">
      {words.asOf(formatSecond(at))}
    </Text>
  );
}
