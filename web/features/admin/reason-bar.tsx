/** Renders the bar below unsaved changes: the reason for them, a save button and a discard button. */
import { Button, Flex, Input, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { isReason, reasonLengthMax } from '#contracts/accounts/reason-rules.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { adminWords } from './words.ts';

export function ReasonBar(props: {
  summary: string;
  saveLabel: string;
  discardLabel: string;
  /** True while one of the changes is invalid. */
  disabled: boolean;
  pending: boolean;
  error: unknown;
  onSave: (reason: string) => void;
  onDiscard: () => void;
}) {
  const { summary, saveLabel, discardLabel, disabled, pending, error, onSave, onDiscard } = props;
  const words = useWords(adminWords);
  const [reason, setReason] = useState('');
  const isReasoned = isReason(reason);
  return (
    <Stack
      gap="2"
      position="sticky"
      bottom="var(--bottom-bar)"
      py="3"
      bg="bg.panel"
      borderTopWidth="1px"
      zIndex="docked"
      textStyle="sm"
    >
      {error ? <Notice tone="error" title={errorText(error)} smallPrint={requestIdText(error)} /> : null}
      <FieldsForm onSubmit={() => onSave(reason.trim())}>
        <Flex gap="3" wrap="wrap" align="center">
          <Text flex="1 1 12rem">{summary}</Text>
          <Input
            size="sm"
            flex="1 1 12rem"
            aria-label={words.reason}
            placeholder={words.reason}
            autoComplete="off"
            maxLength={reasonLengthMax}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Flex gap="2">
            <Button size="sm" variant="outline" colorPalette="gray" onClick={onDiscard}>
              {discardLabel}
            </Button>
            <Button
              type="submit"
              size="sm"
              loading={pending}
              loadingText={saveLabel}
              disabled={disabled || !isReasoned}
            >
              {saveLabel}
            </Button>
          </Flex>
        </Flex>
      </FieldsForm>
      {isReasoned ? null : (
        <Text textStyle="xs" color="fg.muted">
          {words.reasonNeeded}
        </Text>
      )}
    </Stack>
  );
}
