/** Renders the end of a settings form: the reason, any error, and the save button. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { reasonLengthMax, reasonLengthMin } from '#web/features/admin/action-dialog.tsx';
import { adminWords } from '#web/features/admin/words.ts';

export function SettingsSave(props: {
  /** The accessible name that distinguishes this form's button from the others. */
  name: string;
  /** True while a field of the form is invalid. */
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
    <FieldsForm onSubmit={() => onSave(reason.trim())}>
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
            type="submit"
            size="sm"
            aria-label={`${words.save}: ${name}`}
            loading={pending}
            loadingText={words.saving}
            disabled={disabled || !isReasoned}
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
    </FieldsForm>
  );
}
