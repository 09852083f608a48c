/** Switches the second factor off after the password and a code have been verified. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { disableSecondFactor, secondFactorKey } from './queries.ts';
import { secondFactorWords } from './second-factor-words.ts';

export function SecondFactorOff(props: { user: User; onClose: () => void }) {
  const { user, onClose } = props;
  const words = useWords(secondFactorWords);
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const disable = useMutation({
    mutationFn: (currentPassword: string) => disableSecondFactor(user.id, { currentPassword, code }),
    onSuccess: () => {
      notify('success', words.switchedOff);
      onClose();
      return client.invalidateQueries({ queryKey: secondFactorKey });
    },
  });
  return (
    <PasswordDialog
      title={words.offTitle}
      text={words.offEffect}
      label={words.currentPassword}
      submitLabel={words.switchOff}
      destructive
      missing={code.trim() === '' && words.codeOrRecovery}
      act={disable}
      onClose={onClose}
    >
      <TextField
        label={words.codeOrRecovery}
        autoComplete="one-time-code"
        required
        value={code}
        onChange={setCode}
      />
    </PasswordDialog>
  );
}
