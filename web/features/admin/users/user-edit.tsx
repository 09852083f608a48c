/** Changes a user's profile, role and credits. Each change needs a reason. */
import { Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { ApiError } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { notifyDone } from '#web/features/admin/approvals/queries.ts';
import { updateUser } from './queries.ts';
import { changesOf, creditsIn, draftOf, type UserDraft } from './rules.ts';
import { userWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

const charactersMax = { name: 120, company: 120, mobile: 20 } as const;

function ProfileFields(props: {
  draft: UserDraft;
  isSelf: boolean;
  isUnlimited: boolean;
  onChange: (part: Partial<UserDraft>) => void;
}) {
  const { draft, isSelf, isUnlimited, onChange } = props;
  const words = useWords(userWords);
  return (
    <>
      {(['name', 'company', 'mobile'] as const).map((name) => (
        <TextField
          key={name}
          label={words.details[name]}
          value={draft[name]}
          maxLength={charactersMax[name]}
          autoComplete="off"
          required
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <SelectField
        label={words.details.role}
        choices={(['user', 'admin'] as const).map((value) => ({ value, label: words.roles[value] }))}
        value={draft.role}
        disabled={isSelf}
        onChange={(role) => onChange({ role })}
      />
      <TextField
        label={words.details.credits}
        value={isUnlimited ? '∞' : draft.credits}
        inputMode="decimal"
        autoComplete="off"
        disabled={isUnlimited}
        error={!isUnlimited && creditsIn(draft.credits) === null ? words.creditsWrong : undefined}
        hint={words.creditsHint}
        onChange={(credits) => onChange({ credits })}
      />
    </>
  );
}

/** `missing` says why nothing can be saved yet. */
function EditButtons(props: { isSaving: boolean; missing: string | null; onClose: () => void }) {
  const { isSaving, missing, onClose } = props;
  const words = useWords(userWords);
  const general = useWords(adminWords);
  return (
    <Flex gap="2" wrap="wrap" align="center">
      <Button type="submit" size="sm" loading={isSaving} loadingText={words.save} disabled={missing !== null}>
        {words.save}
      </Button>
      <Button size="sm" variant="outline" colorPalette="gray" onClick={onClose}>
        {general.goBack}
      </Button>
      {missing ? (
        <Text textStyle="sm" color="fg.muted">
          {missing}
        </Text>
      ) : null}
    </Flex>
  );
}

/**
 * Holds what is typed. A field that nobody touched shows what others save meanwhile, and is not sent. With a typed
 * balance, the one over which it was typed is kept, so that credits that are spent meanwhile are noticed.
 */
function useUserDraft(user: User) {
  const [touched, setTouched] = useState<Partial<UserDraft>>({});
  const [balance, setBalance] = useState<{ credits: string; seenCredits: number } | null>(null);
  const { credits, seenCredits } = balance ?? { ...draftOf(user), seenCredits: user.credits };
  const draft: UserDraft = { ...draftOf(user), ...touched, credits };
  const change = (part: Partial<UserDraft>) => {
    setTouched({ ...touched, ...part });
    if (part.credits !== undefined)
      setBalance({ credits: part.credits, seenCredits: balance?.seenCredits ?? user.credits });
  };
  return { draft, seenCredits, change, forgetBalance: () => setBalance(null) };
}

export function UserEdit(props: { user: User; onSaved: () => void; onClose: () => void }) {
  const { user, onSaved, onClose } = props;
  const words = useWords(userWords);
  const general = useWords(adminWords);
  const isSelf = useUser().id === user.id;
  const { draft, seenCredits, change, forgetBalance } = useUserDraft(user);
  const [reason, setReason] = useState('');
  const save = useMutation({
    mutationFn: (changes: Parameters<typeof updateUser>[1]) =>
      updateUser(user.id, { ...changes, reason: reason.trim() }),
    onSuccess: (answer) => {
      notifyDone(answer, words.saved);
      onClose();
    },
    // If the balance has changed in the meantime, the new one is loaded and shown.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'BALANCE_CHANGED') forgetBalance();
    },
    onSettled: onSaved,
  });
  const changes = changesOf(user, draft, seenCredits);
  const missing = whatIsMissing();
  function whatIsMissing(): string | null {
    if (changes === null) return words.incomplete;
    if (Object.keys(changes).length === 0) return words.nothingChanged;
    return isReason(reason) ? null : general.reasonNeeded;
  }
  return (
    <FieldsForm onSubmit={() => changes && save.mutate(changes)}>
      <Stack gap="3" maxW="2xl">
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
          <ProfileFields
            draft={draft}
            isSelf={isSelf}
            isUnlimited={user.isAdmin || draft.role === 'admin'}
            onChange={(part) => {
              change(part);
              save.reset();
            }}
          />
          <ReasonField value={reason} onChange={setReason} />
        </Grid>
        <Text textStyle="xs" color="fg.muted">
          {isSelf ? words.ownRole : words.roleEffect}
        </Text>
        {save.isError ? (
          <Notice tone="error" title={errorText(save.error)} smallPrint={requestIdText(save.error)} />
        ) : null}
        <EditButtons isSaving={save.isPending} missing={missing} onClose={onClose} />
      </Stack>
    </FieldsForm>
  );
}
