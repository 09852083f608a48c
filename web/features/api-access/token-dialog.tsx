/** A new token: its name, what it may do, and for how long; then the token itself, once. */
import { Button, Stack } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { apiScopes, apiTokenNameMax, type ApiScope } from '#contracts/api-tokens.ts';
import { errorText } from '../../lib/messages.ts';
import { useWords } from '../../lib/words.ts';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { requestIdText } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CheckList } from './check-list.tsx';
import { createToken, tokensQuery } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';
import { accessWords } from './words.ts';

const lifetimes = ['30', '90', '365', 'never'] as const;
type Lifetime = (typeof lifetimes)[number];

export function TokenDialog(props: { onClose: () => void }) {
  const { onClose } = props;
  const words = useWords(accessWords);
  const client = useQueryClient();
  const formId = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiScope[]>(['jobs:read']);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const create = useMutation({
    mutationFn: () =>
      createToken({
        name: name.trim(),
        scopes,
        expiresInDays: lifetime === 'never' ? null : Number(lifetime),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  if (create.data)
    return (
      <ShownOnce
        title={words.createdTitle}
        text={words.createdText}
        what={words.token}
        secret={create.data.token}
        onClose={onClose}
      />
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={words.newToken}
      persistent
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {words.goBack}
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={name.trim() === '' || scopes.length === 0}
            loading={create.isPending}
            loadingText={words.create}
          >
            {words.create}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Stack gap="4">
          <TextField
            label={words.name}
            hint={words.nameHint}
            value={name}
            onChange={setName}
            maxLength={apiTokenNameMax}
            autoComplete="off"
            required
          />
          <CheckList
            label={words.scopes}
            choices={apiScopes.map((value) => ({
              value,
              label: words.scopeNames[value],
              text: words.scopeTexts[value],
            }))}
            chosen={scopes}
            onChange={setScopes}
          />
          <SelectField
            label={words.expiry}
            choices={lifetimes.map((value) => ({
              value,
              label: value === 'never' ? words.expiryNever : words.expiryDays(Number(value)),
            }))}
            value={lifetime}
            onChange={setLifetime}
          />
          {create.isError ? (
            <Notice tone="error" title={errorText(create.error)} smallPrint={requestIdText(create.error)} />
          ) : null}
        </Stack>
      </form>
    </Modal>
  );
}
