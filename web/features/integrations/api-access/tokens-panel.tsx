/** Lists the customer's API tokens with their scopes and last use, and lets the customer revoke them. */
import { Badge, Box, Button, Code, Flex, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, Clock, KeyRound, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ApiTokenView } from '#contracts/calls/integrations-answers.ts';
import { formatDate, formatRelative } from '#web/lib/dates.ts';
import { saidNow } from '#web/lib/said.ts';
import { errorText } from '#web/lib/messages.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { notify } from '#web/ui/notify.ts';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, requestIdText } from '#web/ui/states.tsx';
import { WholeList } from '#web/ui/whole-list.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { revokeToken, tokensQuery } from './queries.ts';
import { TokenDialog } from './token-dialog.tsx';
import { accessWords } from './words.ts';

const looks: Record<ApiTokenView['state'], { tone: StatusTone; icon: LucideIcon }> = {
  active: { tone: 'brand', icon: CircleCheck },
  expired: { tone: 'attention', icon: Clock },
  revoked: { tone: 'gray', icon: CircleSlash },
};

function lastUseText({ lastUsedAt, lastUsedAddress }: ApiTokenView): string {
  const words = wordsNow(accessWords);
  if (!lastUsedAt) return words.neverUsed;
  const when = formatRelative(lastUsedAt);
  return lastUsedAddress ? words.lastUsedFrom(when, lastUsedAddress) : words.lastUsed(when);
}

function timesText(token: ApiTokenView): string {
  const { createdAt, expiresAt, state } = token;
  const words = wordsNow(accessWords);
  const end = expiresAt
    ? (state === 'expired' ? words.expired : words.expires)(formatDate(expiresAt))
    : words.noEnd;
  return [
    lastUseText(token),
    words.created(formatDate(createdAt)),
    ...(state === 'revoked' ? [] : [end]),
  ].join(' · ');
}

/** Describes the limits of a token. The text is empty if it has none. */
function limitsText({ serviceIds, creditCap, creditsUsed, addressRanges }: ApiTokenView): string {
  const words = wordsNow(accessWords);
  const names = serviceIds?.map((id) => serviceName(id, id)).join(', ');
  return [
    ...(names ? [words.servicesOnly(names)] : []),
    ...(creditCap === null ? [] : [words.creditsOf(formatDecimals(creditsUsed), formatDecimals(creditCap))]),
    ...(addressRanges.length > 0 ? [words.addressesOnly(addressRanges.join(', '))] : []),
  ].join(' · ');
}

function TokenRow(props: { token: ApiTokenView; onRevoke: () => void }) {
  const { token, onRevoke } = props;
  const words = useWords(accessWords);
  const limited = limitsText(token);
  return (
    <ListRow gap="3" py="3">
      <Box flex="1" minW="0">
        <Flex gap="2" rowGap="1" align="center" wrap="wrap">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {token.name}
          </Text>
          <StatusTag {...looks[token.state]} label={words.states[token.state]} />
          <Code textStyle="xs" color="fg.muted" bg="transparent">
            {token.prefix}…
          </Code>
        </Flex>
        <Flex gap="1.5" wrap="wrap" py="1">
          {token.scopes.map((scope) => (
            <Badge key={scope} size="sm" colorPalette="gray">
              {words.scopeNames[scope]}
            </Badge>
          ))}
        </Flex>
        {limited ? (
          <Text
            textStyle="xs"
            color="fg.muted"
            fontVariantNumeric="tabular-nums"
            overflowWrap="anywhere"
            pb="0.5"
          >
            {limited}
          </Text>
        ) : null}
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
          {timesText(token)}
        </Text>
      </Box>
      {token.state === 'active' ? (
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          flexShrink="0"
          aria-label={words.revokeNamed(token.name)}
          onClick={onRevoke}
        >
          {words.revoke}
        </Button>
      ) : null}
    </ListRow>
  );
}

function RevokeDialog(props: { token: ApiTokenView; onClose: () => void }) {
  const { token, onClose } = props;
  const words = useWords(accessWords);
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeToken(token.id),
    onSuccess: ({ message, messageData }) => notify('success', saidNow(message, messageData)),
    onError: (error) => notify('error', errorText(error), requestIdText(error)),
    onSettled: () => {
      onClose();
      return client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      title={words.revokeTitle(token.name)}
      confirmLabel={words.revoke}
      destructive
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onCancel={onClose}
    >
      {words.revokeText}
    </ConfirmDialog>
  );
}

export function TokensPanel() {
  const words = useWords(accessWords);
  const tokens = useQuery(tokensQuery);
  const [isNew, setIsNew] = useState(false);
  const [ending, setEnding] = useState<ApiTokenView | null>(null);
  return (
    <Panel
      title={words.tokens}
      actions={
        <Button size="sm" onClick={() => setIsNew(true)}>
          {words.newToken}
        </Button>
      }
    >
      <Text textStyle="sm" color="fg.muted" pb="1">
        {words.tokensText}
      </Text>
      <WholeList
        list={tokens}
        loading={{ label: words.tokensLoading, lines: 2, height: '14' }}
        failed={words.tokensFailed}
        empty={
          <EmptyState icon={KeyRound} title={words.noTokens}>
            {words.noTokensText}
          </EmptyState>
        }
      >
        {(token) => <TokenRow key={token.id} token={token} onRevoke={() => setEnding(token)} />}
      </WholeList>
      {isNew ? <TokenDialog onClose={() => setIsNew(false)} /> : null}
      {ending ? <RevokeDialog token={ending} onClose={() => setEnding(null)} /> : null}
    </Panel>
  );
}
