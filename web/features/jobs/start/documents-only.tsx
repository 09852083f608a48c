/** Asks whether to file the rows, or only to make their documents, which the customer hands in. */
import { Flex, Stack, Text } from '@chakra-ui/react';
import type { UnavailableReason } from '#contracts/portals/portal-status.ts';
import { unavailableWords } from '#web/features/jobs/catalogue/unavailable-words.ts';
import { useWords } from '#web/lib/words.ts';
import { Switch } from '#web/ui/switch.tsx';
import { startWords } from './words.ts';

export function DocumentsOnly(props: {
  isOn: boolean;
  /** Why nothing can be filed now; null if the customer may choose. */
  reason: UnavailableReason | 'noDesk' | null;
  onChange: (isOn: boolean) => void;
}) {
  const { isOn, reason, onChange } = props;
  const words = useWords(startWords);
  const { reasons } = useWords(unavailableWords);
  return (
    <Flex gap="3" align="flex-start">
      <Switch label={words.documentsOnly} checked={isOn} disabled={reason !== null} onChange={onChange} />
      <Stack gap="0" textStyle="sm">
        <Text fontWeight="medium">{words.documentsOnly}</Text>
        <Text color="fg.muted">
          {reason === 'noDesk' ? words.bankHasNoDesk : null}
          {reason && reason !== 'noDesk' ? `${reasons[reason]}: ` : null}
          {words.documentsOnlyHint}
        </Text>
      </Stack>
    </Flex>
  );
}
