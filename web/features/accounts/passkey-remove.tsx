/** Removes a passkey after the password has been verified. */
import { Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnPasskey } from '#contracts/calls/accounts-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { PasswordField } from '#web/ui/text-field.tsx';
import { passkeyWords } from './passkey-words.ts';
import { passkeysKey, removePasskey } from './queries.ts';

export function PasskeyRemove(props: { userId: string; passkey: OwnPasskey; onClose: () => void }) {
  const { userId, passkey, onClose } = props;
  const words = useWords(passkeyWords);
  const client = useQueryClient();
  const [currentPassword, setCurrentPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => removePasskey(userId, passkey.id, currentPassword),
    onSuccess: () => {
      notify('success', words.removed);
      onClose();
    },
    // A passkey that was removed elsewhere also disappears from the list.
    onSettled: () => client.invalidateQueries({ queryKey: passkeysKey }),
  });
  return (
    <FormDialog
      title={words.removeTitle(passkey.name)}
      submitLabel={words.remove}
      destructive
      disabled={currentPassword === ''}
      pending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <Text textStyle="sm">{words.removeText}</Text>
      <PasswordField
        label={words.currentPassword}
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={setCurrentPassword}
      />
    </FormDialog>
  );
}
