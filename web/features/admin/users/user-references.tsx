/** Finds the owners of a reference by its number, and assigns it to a company or removes it from one. */
import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { referenceKinds, type ReferenceKind } from '#contracts/portals/portal-references.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { formatDate } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { OwnerFields, useOwnerProof } from '#web/features/accounts/owner-fields.tsx';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { ManyReferences } from './many-references.tsx';
import { changeReference, referenceOwnersQuery } from './queries.ts';
import { userLoginsWords } from './user-logins-words.ts';
import { userReferencesWords } from './user-references-words.ts';
import { adminWords } from '#web/features/admin/words.ts';

type Chosen = { step: 'give' | 'take'; value: string; kind: ReferenceKind | null };

function ReferenceDialog(props: { user: User; chosen: Chosen; onDone: () => void; onClose: () => void }) {
  const { user, chosen, onDone, onClose } = props;
  const { step, value } = chosen;
  const words = useWords(userReferencesWords);
  const { yourPassword } = useWords(userLoginsWords);
  const { messages, reason: reasonLabel } = useWords(adminWords);
  const owner = useOwnerProof();
  const [kind, setKind] = useState<ReferenceKind>(chosen.kind ?? 'exp');
  const [reason, setReason] = useState('');
  const change = useMutation({
    mutationFn: () =>
      changeReference(step, { ...owner.proof, userId: user.id, kind, value, reason: reason.trim() }),
    onSuccess: () => {
      notify('success', step === 'give' ? messages.referenceGiven : messages.referenceTaken);
      onDone();
    },
  });
  return (
    <FormDialog
      title={step === 'give' ? words.giveTitle(value) : words.takeTitle(value)}
      submitLabel={words[step]}
      destructive={step === 'take'}
      noValidate
      waitsFor={stillNeeded(!isReason(reason) && reasonLabel, ...owner.missing(yourPassword))}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      {chosen.kind === null ? (
        <SelectField
          label={words.kind}
          value={kind}
          choices={referenceKinds.map((each) => ({ value: each, label: words.kinds[each] }))}
          onChange={setKind}
        />
      ) : null}
      <ReasonField value={reason} onChange={setReason} />
      <OwnerFields owner={owner} label={yourPassword} />
    </FormDialog>
  );
}

function Owners(props: { user: User; value: string }) {
  const { user, value } = props;
  const words = useWords(userReferencesWords);
  const client = useQueryClient();
  const query = referenceOwnersQuery(value);
  const owners = useQuery(query);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const done = () => {
    setChosen(null);
    void client.invalidateQueries({ queryKey: query.queryKey });
  };
  if (owners.isPending) return <LoadingLines lines={1} label={words.title} />;
  if (!owners.data)
    return <ErrorState title={words.failed} error={owners.error} onRetry={() => void owners.refetch()} />;
  const [first] = owners.data;
  return (
    <Stack gap="2" align="flex-start">
      {first ? null : <Text textStyle="sm">{words.nobody}</Text>}
      {owners.data.map((owner) => (
        <Flex key={`${owner.kind} ${owner.userId}`} gap="3" wrap="wrap" align="center">
          <Text textStyle="sm" overflowWrap="anywhere">
            {`${words.kinds[owner.kind]}: ${owner.company} (${owner.email}), ${words.since(formatDate(owner.provedAt))}`}
          </Text>
          {owner.userId === user.id ? (
            <Button
              size="xs"
              variant="outline"
              colorPalette="failure"
              onClick={() => setChosen({ step: 'take', value, kind: owner.kind })}
            >
              {words.take}
            </Button>
          ) : null}
        </Flex>
      ))}
      {owners.data.some(({ userId }) => userId === user.id) ? null : (
        <Button
          size="xs"
          variant="outline"
          onClick={() => setChosen({ step: 'give', value, kind: first?.kind ?? null })}
        >
          {words.give}
        </Button>
      )}
      {chosen ? (
        <ReferenceDialog user={user} chosen={chosen} onDone={done} onClose={() => setChosen(null)} />
      ) : null}
    </Stack>
  );
}

export function UserReferences({ user }: { user: User }) {
  const words = useWords(userReferencesWords);
  const [typed, setTyped] = useState('');
  const [value, setValue] = useState('');
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    setValue(typed.trim().toUpperCase());
  };
  return (
    <Stack gap="3" borderTopWidth="1px" pt="4">
      <Heading as="h4" size="sm">
        {words.title}
      </Heading>
      <Text textStyle="sm" color="fg.muted" maxW="2xl">
        {words.intro}
      </Text>
      <form onSubmit={find}>
        <Flex gap="3" align="flex-end" wrap="wrap">
          <Box flex="1 1 14rem" maxW="md">
            <TextField label={words.number} autoComplete="off" value={typed} onChange={setTyped} />
          </Box>
          <Button type="submit" variant="outline" colorPalette="gray" disabled={typed.trim().length < 2}>
            {words.find}
          </Button>
        </Flex>
      </form>
      {value ? <Owners key={value} user={user} value={value} /> : null}
      <ManyReferences user={user} />
    </Stack>
  );
}
