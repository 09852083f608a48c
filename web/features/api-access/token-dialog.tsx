/** A new token: its name, what it may do, and for how long; then the token itself, once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiScopes, apiTokenNameMax, type ApiScope } from '#contracts/api-tokens.ts';
import { useWords } from '../../lib/words.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
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
  return (
    <FormDialog
      title={words.newToken}
      submitLabel={words.create}
      disabled={name.trim() === '' || scopes.length === 0}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
