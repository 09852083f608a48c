/** Removes a passkey after the password has been verified. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnPasskey } from '#contracts/calls/accounts-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { passkeyWords } from './passkey-words.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { passkeysKey, removePasskey } from './queries.ts';

export function PasskeyRemove(props: { userId: string; passkey: OwnPasskey; onClose: () => void }) {
  const { userId, passkey, onClose } = props;
  const words = useWords(passkeyWords);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (currentPassword: string) => removePasskey(userId, passkey.id, currentPassword),
    onSuccess: () => {
      notify('success', words.removed);
      onClose();
    },
    // A passkey that was removed elsewhere also disappears from the list.
    onSettled: () => client.invalidateQueries({ queryKey: passkeysKey }),
  });
  return (
    <PasswordDialog
      title={words.removeTitle(passkey.name)}
      text={words.removeText}
      label={words.currentPassword}
      submitLabel={words.remove}
      destructive
      act={remove}
      onClose={onClose}
    />
  );
}
