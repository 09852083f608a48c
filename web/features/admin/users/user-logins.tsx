/** Lists a company's portal logins and who entered them. Dialogs enter or remove a login for the company. */
import { Button, Checkbox, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import type { ManagedLogin } from '#contracts/calls/portals-answers.ts';
import type { CredentialName } from '#contracts/portals/portal-logins.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { banksQuery, loginsWith, useLoginLabel } from '#web/features/portals/bank-queries.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { OwnerFields, useOwnerProof } from '#web/features/accounts/owner-fields.tsx';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { removeUserLogin, saveUserLogin, userLoginsQuery } from './queries.ts';
import { userLoginsWords } from './user-logins-words.ts';
import { UserReferences } from './user-references.tsx';
import { adminWords } from '#web/features/admin/words.ts';

type Chosen = { portal: CredentialName; saved: ManagedLogin | undefined; step: 'enter' | 'remove' };
type DialogProps = { user: User; chosen: Chosen; onDone: () => void; onClose: () => void };

function EnterDialog({ user, chosen: { portal, saved }, onDone, onClose }: DialogProps) {
  const words = useWords(userLoginsWords);
  const labelOf = useLoginLabel();
  const { messages, reason: reasonLabel } = useWords(adminWords);
  const owner = useOwnerProof();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [hasConsent, setConsent] = useState(false);
  const [reason, setReason] = useState('');
  const save = useMutation({
    mutationFn: () =>
      saveUserLogin(
        { id: user.id, portal },
        { ...owner.proof, username: username.trim(), password, hasConsent: true, reason: reason.trim() },
      ),
    onSuccess: () => {
      notify('success', messages.loginSaved);
      onDone();
    },
  });
  return (
    <FormDialog
      title={words.enterFor(labelOf(portal))}
      submitLabel={words.save}
      noValidate
      waitsFor={stillNeeded(
        username.trim() === '' && words.username,
        password === '' && words.password,
        !hasConsent && words.hasConsent,
        !isReason(reason) && reasonLabel,
        ...owner.missing(words.yourPassword),
      )}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {saved && !saved.managed ? <Notice tone="warning">{words.replacesOwn}</Notice> : null}
      <TextField label={words.username} autoComplete="off" required value={username} onChange={setUsername} />
      <PasswordField
        label={words.password}
        autoComplete="off"
        required
        value={password}
        onChange={setPassword}
      />
      <Checkbox.Root
        size="sm"
        checked={hasConsent}
        onCheckedChange={({ checked }) => setConsent(checked === true)}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>{words.hasConsent}</Checkbox.Label>
      </Checkbox.Root>
      <ReasonField value={reason} onChange={setReason} />
      <OwnerFields owner={owner} label={words.yourPassword} />
    </FormDialog>
  );
}

function RemoveDialog({ user, chosen: { portal }, onDone, onClose }: DialogProps) {
  const words = useWords(userLoginsWords);
  const labelOf = useLoginLabel();
  const { messages, reason: reasonLabel } = useWords(adminWords);
  const owner = useOwnerProof();
  const [reason, setReason] = useState('');
  const remove = useMutation({
    mutationFn: () => removeUserLogin({ id: user.id, portal }, { ...owner.proof, reason: reason.trim() }),
    onSuccess: () => {
      notify('success', messages.loginRemoved);
      onDone();
    },
  });
  return (
    <FormDialog
      title={words.removeFor(labelOf(portal))}
      submitLabel={words.remove}
      destructive
      noValidate
      waitsFor={stillNeeded(!isReason(reason) && reasonLabel, ...owner.missing(words.yourPassword))}
      pending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <Text textStyle="sm">{words.removeEffect}</Text>
      <ReasonField value={reason} onChange={setReason} />
      <OwnerFields owner={owner} label={words.yourPassword} />
    </FormDialog>
  );
}

const dialogs = { enter: EnterDialog, remove: RemoveDialog };

function LoginRow(props: {
  portal: CredentialName;
  saved: ManagedLogin | undefined;
  onAsk: (chosen: Chosen) => void;
}) {
  const { portal, saved, onAsk } = props;
  const words = useWords(userLoginsWords);
  const label = useLoginLabel()(portal);
  const state = saved ? (saved.managed ? words.managed : words.own) : words.none;
  return (
    <ListRow gap="3" py="2" wrap="wrap">
      <Stack gap="0" flex="1 1 12rem" minW="0">
        <Text fontWeight="medium">{label}</Text>
        <Text textStyle="sm" color="fg.muted">
          {saved ? `${state}, ${words.updated(formatDateTime(saved.updated_at))}` : state}
        </Text>
      </Stack>
      <Flex gap="2">
        {saved?.managed ? (
          <Button
            size="xs"
            variant="outline"
            colorPalette="failure"
            aria-label={words.removeFor(label)}
            onClick={() => onAsk({ portal, saved, step: 'remove' })}
          >
            {words.remove}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          aria-label={words.enterFor(label)}
          onClick={() => onAsk({ portal, saved, step: 'enter' })}
        >
          {saved ? words.replace : words.enter}
        </Button>
      </Flex>
    </ListRow>
  );
}

export function UserLogins({ user }: { user: User }) {
  const words = useWords(userLoginsWords);
  const client = useQueryClient();
  const query = userLoginsQuery(user.id);
  const logins = useQuery(query);
  const banks = useQuery(banksQuery).data?.banks ?? [];
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  const done = () => {
    close();
    void client.invalidateQueries({ queryKey: query.queryKey });
  };
  const Dialog = chosen && dialogs[chosen.step];
  if (logins.isPending) return <LoadingLines lines={4} label={words.loading} />;
  if (!logins.data)
    return <ErrorState title={words.failed} error={logins.error} onRetry={() => void logins.refetch()} />;
  return (
    <Stack gap="3">
      <Text textStyle="sm" color="fg.muted" maxW="2xl">
        {words.intro}
      </Text>
      <Stack as="ul" listStyleType="none" gap="0" aria-label={words.label}>
        {loginsWith(banks).map((portal) => (
          <LoginRow
            key={portal}
            portal={portal}
            saved={logins.data.find((login) => login.portal === portal)}
            onAsk={setChosen}
          />
        ))}
      </Stack>
      <UserReferences user={user} />
      {Dialog && chosen ? <Dialog user={user} chosen={chosen} onDone={done} onClose={close} /> : null}
    </Stack>
  );
}
