/** Assigns many references to a company at once, as when a company brings its numbers from before Chalan. */
import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { limits } from '#contracts/limits.ts';
import {
  referenceKinds,
  type GivenReferences,
  type ReferenceKind,
} from '#contracts/portals/portal-references.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { OwnerFields, useOwnerProof } from '#web/features/accounts/owner-fields.tsx';
import { adminWords } from '#web/features/admin/words.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { giveReferences } from './queries.ts';
import { userLoginsWords } from './user-logins-words.ts';
import { userReferencesWords } from './user-references-words.ts';

/** The numbers of a pasted column: one on each line, each once. */
const numbersIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n\t]+/)
      .map((line) => line.trim().toUpperCase())
      .filter((line) => line !== ''),
  ),
];

function ManyReferencesDialog(props: {
  user: User;
  onGiven: (given: GivenReferences) => void;
  onClose: () => void;
}) {
  const { user, onGiven, onClose } = props;
  const words = useWords(userReferencesWords);
  const { yourPassword } = useWords(userLoginsWords);
  const { reason: reasonLabel } = useWords(adminWords);
  const owner = useOwnerProof();
  const [kind, setKind] = useState<ReferenceKind>('exp');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const values = numbersIn(text);
  const isTooMany = values.length > limits.referencesAtOnceMax;
  const give = useMutation({
    mutationFn: () =>
      giveReferences({ ...owner.proof, userId: user.id, kind, values, reason: reason.trim() }),
    onSuccess: onGiven,
  });
  return (
    <FormDialog
      title={words.manyTitle}
      submitLabel={words.manyGive(values.length)}
      noValidate
      waitsFor={
        isTooMany
          ? words.tooMany(limits.referencesAtOnceMax)
          : stillNeeded(
              values.length === 0 && words.manyNumbers,
              !isReason(reason) && reasonLabel,
              ...owner.missing(yourPassword),
            )
      }
      pending={give.isPending}
      error={give.error}
      onSubmit={() => give.mutate()}
      onClose={onClose}
    >
      <SelectField
        label={words.kind}
        value={kind}
        choices={referenceKinds.map((each) => ({ value: each, label: words.kinds[each] }))}
        onChange={setKind}
      />
      <TextArea
        label={words.manyNumbers}
        rows={6}
        value={text}
        onChange={setText}
        error={isTooMany ? words.tooMany(limits.referencesAtOnceMax) : undefined}
      />
      <ReasonField value={reason} onChange={setReason} />
      <OwnerFields owner={owner} label={yourPassword} />
    </FormDialog>
  );
}

export function ManyReferences({ user }: { user: User }) {
  const words = useWords(userReferencesWords);
  const [isOpen, setIsOpen] = useState(false);
  const [given, setGiven] = useState<GivenReferences | null>(null);
  return (
    <Stack gap="3" align="flex-start">
      <Button size="sm" variant="outline" colorPalette="gray" onClick={() => setIsOpen(true)}>
        {words.many}
      </Button>
      {given ? (
        <Box w="full">
          <Notice
            tone={given.foreign.length > 0 ? 'warning' : 'success'}
            title={words.manyGiven(given.given, given.held)}
          >
            {given.foreign.length > 0 ? (
              <Text overflowWrap="anywhere">{words.manyForeign(given.foreign.join(', '))}</Text>
            ) : null}
          </Notice>
        </Box>
      ) : null}
      {isOpen ? (
        <ManyReferencesDialog
          user={user}
          onGiven={(result) => {
            setGiven(result);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Stack>
  );
}
