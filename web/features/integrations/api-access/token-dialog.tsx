/** Creates a token: its name, scopes, limits and the owner's password. Then it shows the token once. */
import { Box } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DAY_MS } from '#contracts/durations.ts';
import { apiScopes, apiTokenNameMax } from '#contracts/integrations/api-tokens.ts';
import { limits } from '#contracts/limits.ts';
import { formatDate } from '#web/lib/dates.ts';
import { momentNow } from '#web/lib/moment.ts';
import { services, useCategoryNames, serviceName } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { OwnerFields, useOwnerProof } from '#web/features/accounts/owner-fields.tsx';
import { CheckList } from './check-list.tsx';
import { createToken, tokensQuery } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';
import { capIn, lifetimesDays, newTokenDraft, rangesIn, requestOf, type TokenDraft } from './token-draft.ts';
import { accessWords } from './words.ts';

type PartProps = { draft: TokenDraft; change: (part: Partial<TokenDraft>) => void };

function Purpose({ draft, change }: PartProps) {
  const words = useWords(accessWords);
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={draft.name}
        onChange={(name) => change({ name })}
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
        chosen={draft.scopes}
        onChange={(scopes) => change({ scopes })}
      />
    </>
  );
}

function ServiceLimit({ draft, change }: PartProps) {
  const words = useWords(accessWords);
  const categories = useCategoryNames();
  return (
    <>
      <SelectField
        label={words.services}
        choices={[
          { value: 'all', label: words.servicesAll },
          { value: 'chosen', label: words.servicesChosen },
        ]}
        value={draft.serviceIds ? 'chosen' : 'all'}
        onChange={(kind) => change({ serviceIds: kind === 'all' ? null : [] })}
      />
      {draft.serviceIds ? (
        <Box maxH="56" overflowY="auto" borderWidth="1px" borderRadius="l2" p="3">
          <CheckList
            label={words.servicesList}
            choices={services.map(({ id, name, category }) => ({
              value: id,
              label: serviceName(id, name),
              text: categories[category],
            }))}
            chosen={draft.serviceIds}
            onChange={(serviceIds) => change({ serviceIds })}
          />
        </Box>
      ) : null}
    </>
  );
}

function Limits({ draft, change }: PartProps) {
  const words = useWords(accessWords);
  const [openedMs] = useState(() => momentNow().getTime());
  // An address range is invalid until its last digit is typed, so errors are not shown while typing.
  const [isTyping, setIsTyping] = useState(false);
  const endOf = (days: number): string => formatDate(new Date(openedMs + days * DAY_MS).toISOString());
  return (
    <>
      <SelectField
        label={words.expiry}
        choices={lifetimesDays.map((days) => ({
          value: String(days),
          label: words.expiryDays(days, endOf(days)),
        }))}
        value={String(draft.expiresInDays)}
        onChange={(days) => change({ expiresInDays: Number(days) })}
      />
      <ServiceLimit draft={draft} change={change} />
      <TextField
        label={words.cap}
        hint={words.capHint}
        inputMode="decimal"
        autoComplete="off"
        value={draft.cap}
        onChange={(cap) => change({ cap })}
        error={capIn(draft.cap) === 'wrong' ? words.capWrong : undefined}
      />
      <TextArea
        label={words.ranges}
        hint={words.rangesHint}
        rows={2}
        code
        value={draft.ranges}
        onChange={(ranges) => change({ ranges })}
        onFocus={() => setIsTyping(true)}
        onBlur={() => setIsTyping(false)}
        error={!isTyping && rangesIn(draft.ranges) === 'wrong' ? words.rangesWrong : undefined}
        maxLength={limits.apiTokenRangesMax * 50}
      />
    </>
  );
}

export function TokenDialog(props: { onClose: () => void }) {
  const { onClose } = props;
  const words = useWords(accessWords);
  const client = useQueryClient();
  const [draft, setDraft] = useState<TokenDraft>(newTokenDraft);
  const owner = useOwnerProof();
  const request = requestOf(draft);
  const create = useMutation({
    mutationFn: createToken,
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  const change = (part: Partial<TokenDraft>) => setDraft({ ...draft, ...part });
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
      waitsFor={stillNeeded(
        draft.name.trim() === '' && words.name,
        draft.scopes.length === 0 && words.scopes,
        draft.serviceIds?.length === 0 && words.servicesList,
        capIn(draft.cap) === 'wrong' && words.cap,
        rangesIn(draft.ranges) === 'wrong' && words.ranges,
        ...owner.missing(),
      )}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => request && create.mutate({ ...request, ...owner.proof })}
      onClose={onClose}
    >
      <Purpose draft={draft} change={change} />
      <Limits draft={draft} change={change} />
      <OwnerFields owner={owner} hint={words.ownerHint} />
    </FormDialog>
  );
}
