/** Deletes the account: explains what is removed and what is kept, and asks for confirmation. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { leaveAccount } from '#web/lib/leave-account.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUser } from './auth/queries.ts';
import { OwnerFields, useOwnerProof } from './owner-fields.tsx';
import { deleteAccount } from './queries.ts';
import { accountWords } from './words.ts';

const isSame = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email;

function DeleteDialog(props: { user: User; onClose: () => void }) {
  const { user, onClose } = props;
  const words = useWords(accountWords);
  const [email, setEmail] = useState('');
  const remove = useMutation({
    mutationFn: () => deleteAccount(user.id, { ...owner.proof, email }),
    onSuccess: () => leaveAccount(paths.accountDeleted),
  });
  const owner = useOwnerProof(remove.reset);
  const typeEmail = (value: string) => {
    setEmail(value);
    remove.reset();
  };
  return (
    <FormDialog
      title={words.deleteTitle}
      submitLabel={words.deleteForGood}
      backLabel={words.stay}
      destructive
      noValidate
      waitsFor={isSame(email, user.email) ? stillNeeded(...owner.missing()) : words.typeEmail(user.email)}
      pending={remove.isPending || remove.isSuccess}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <Text textStyle="sm">{words.endText}</Text>
      {user.credits > 0 ? (
        <Notice tone="warning">{words.creditsLeft(formatDecimals(user.credits))}</Notice>
      ) : null}
      <TextField
        label={words.typeEmail(user.email)}
        type="email"
        autoComplete="off"
        required
        value={email}
        onChange={typeEmail}
      />
      <OwnerFields owner={owner} />
    </FormDialog>
  );
}

export function DeletePanel() {
  const user = useUser();
  const words = useWords(accountWords);
  const [open, setOpen] = useState(false);
  return (
    <Panel title={words.end}>
      <Stack gap="3" align="flex-start">
        <Text textStyle="sm" color="fg.muted">
          {user.isAdmin ? words.endAdmin : words.endText}
        </Text>
        {user.isAdmin ? null : (
          <Button size="sm" variant="outline" colorPalette="failure" onClick={() => setOpen(true)}>
            {words.deleteAccount}
          </Button>
        )}
      </Stack>
      {open ? <DeleteDialog user={user} onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}
