/** The end of a form of the settings: the reason, what went wrong, and the button that saves. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { reasonLengthMax, reasonLengthMin } from '#web/features/admin/action-dialog.tsx';
import { adminWords } from '#web/features/admin/words.ts';

export function SettingsSave(props: {
  /** Names the form's button for those who hear it. */
  name: string;
  /** Something of the form can't be saved as it is. */
  disabled: boolean;
  pending: boolean;
  error: unknown;
  onSave: (reason: string) => void;
}) {
  const { name, disabled, pending, error, onSave } = props;
  const words = useWords(adminWords);
  const [reason, setReason] = useState('');
  const isReasoned = reason.trim().length >= reasonLengthMin;
  return (
    <Stack gap="3">
      <TextField
        label={words.reason}
        value={reason}
        onChange={setReason}
        maxLength={reasonLengthMax}
        autoComplete="off"
        hint={words.reasonHint}
        required
      />
      {error ? <Notice tone="error" title={errorText(error)} smallPrint={requestIdText(error)} /> : null}
      <Flex gap="3" align="center" wrap="wrap">
        <Button
          size="sm"
          aria-label={`${words.save}: ${name}`}
          loading={pending}
          loadingText={words.saving}
          disabled={disabled || !isReasoned}
          onClick={() => onSave(reason.trim())}
        >
          {words.save}
        </Button>
        {isReasoned ? null : (
          <Text textStyle="sm" color="fg.muted">
            {words.reasonNeeded}
          </Text>
        )}
      </Flex>
    </Stack>
  );
}
