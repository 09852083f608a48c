/** Switches the second factor off after the password and a code have been verified. */
import { Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { disableSecondFactor, secondFactorKey } from './queries.ts';
import { secondFactorWords } from './second-factor-words.ts';

export function SecondFactorOff(props: { user: User; onClose: () => void }) {
  const { user, onClose } = props;
  const words = useWords(secondFactorWords);
  const client = useQueryClient();
  const [currentPassword, setCurrentPassword] = useState('');
  const [code, setCode] = useState('');
  const disable = useMutation({
    mutationFn: () => disableSecondFactor(user.id, { currentPassword, code }),
    onSuccess: () => {
      notify('success', words.switchedOff);
      onClose();
      return client.invalidateQueries({ queryKey: secondFactorKey });
    },
  });
  return (
    <FormDialog
      title={words.offTitle}
      submitLabel={words.switchOff}
      destructive
      disabled={currentPassword === '' || code.trim() === ''}
      pending={disable.isPending}
      error={disable.error}
      onSubmit={() => disable.mutate()}
      onClose={onClose}
    >
      <Text textStyle="sm">{words.offEffect}</Text>
      <PasswordField
        label={words.currentPassword}
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <TextField
        label={words.codeOrRecovery}
        autoComplete="one-time-code"
        required
        value={code}
        onChange={setCode}
      />
    </FormDialog>
  );
}
