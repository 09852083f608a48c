/** Adds a passkey after the password, and a code if two-step sign-in is on, have been verified. */
import { Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { passkeyNameMax } from '#contracts/accounts/passkey-rules.ts';
import { createPasskey, passkeyFailure } from '#web/lib/passkeys.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { meQuery } from './auth/queries.ts';
import { OwnerFields, useOwnerProof } from './owner-fields.tsx';
import { passkeyWords } from './passkey-words.ts';
import { addPasskey, beginPasskey, passkeysKey } from './queries.ts';

type NewPasskey = OwnerProof & { name: string };

function useAddPasskey(userId: string, onAdded: () => void) {
  const words = useWords(passkeyWords);
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, ...proof }: NewPasskey) => {
      const credential = await createPasskey(await beginPasskey(userId, proof));
      await addPasskey(userId, { name, credential });
    },
    onSuccess: () => {
      notify('success', words.added);
      onAdded();
      // A second factor can give an administrator more permissions, so the session is read again.
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
      return client.invalidateQueries({ queryKey: passkeysKey });
    },
  });
}

export function PasskeyAdd(props: { user: User; onClose: () => void }) {
  const { user, onClose } = props;
  const words = useWords(passkeyWords);
  const [name, setName] = useState('');
  const owner = useOwnerProof();
  const add = useAddPasskey(user.id, onClose);
  const failure = passkeyFailure(add.error);
  return (
    <FormDialog
      title={words.addTitle}
      submitLabel={words.add}
      waitsFor={stillNeeded(name.trim() === '' && words.name, ...owner.missing())}
      pending={add.isPending}
      error={failure ? null : add.error}
      onSubmit={() => add.mutate({ name, ...owner.proof })}
      onClose={onClose}
    >
      <Text textStyle="sm">{words.addText}</Text>
      <TextField
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        required
        maxLength={passkeyNameMax}
        value={name}
        onChange={setName}
      />
      <OwnerFields owner={owner} />
      {failure ? <Notice tone="error" title={words.failures[failure]} /> : null}
    </FormDialog>
  );
}
