/** Renders the end of a settings form: the reason, any error, and the save button. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
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
  const isReasoned = isReason(reason);
  return (
    <FieldsForm onSubmit={() => onSave(reason.trim())}>
      <Stack gap="3">
        <ReasonField value={reason} onChange={setReason} />
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
