/** Lists the customer's passkeys, and lets the customer add or remove one. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { passkeysMax } from '#contracts/accounts/passkey-rules.ts';
import type { OwnPasskey } from '#contracts/calls/accounts-answers.ts';
import { formatDate, formatRelative } from '#web/lib/dates.ts';
import { hasPasskeys } from '#web/lib/passkeys.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { useUser } from './auth/queries.ts';
import { PasskeyAdd } from './passkey-add.tsx';
import { PasskeyRemove } from './passkey-remove.tsx';
import { passkeyWords } from './passkey-words.ts';
import { passkeysQuery } from './queries.ts';

function PasskeyRow(props: { passkey: OwnPasskey; onRemove: () => void }) {
  const { passkey, onRemove } = props;
  const words = useWords(passkeyWords);
  return (
    <Flex as="li" gap="3" py="3" align="center" borderTopWidth="1px">
      <Box color="fg.muted" flexShrink="0">
        <KeyRound size={20} aria-hidden />
      </Box>
      <Box flex="1" minW="0">
        <Text fontWeight="medium" overflowWrap="anywhere">
          {passkey.name}
        </Text>
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {[
            passkey.lastUsedAt ? words.lastUsed(formatRelative(passkey.lastUsedAt)) : words.neverUsed,
            words.addedAt(formatDate(passkey.createdAt)),
          ].join(' · ')}
        </Text>
      </Box>
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        aria-label={words.removeNamed(passkey.name)}
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </Flex>
  );
}

function Passkeys(props: { passkeys: OwnPasskey[]; onRemove: (passkey: OwnPasskey) => void }) {
  const { passkeys, onRemove } = props;
  const words = useWords(passkeyWords);
  if (passkeys.length === 0) return <Text textStyle="sm">{words.empty}</Text>;
  return (
    <Box as="ul" listStyleType="none" textStyle="sm" w="full">
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
      ))}
    </Box>
  );
}

/** A disabled button must state its reason beside it. */
function AddButton(props: { isFull: boolean; onAdd: () => void }) {
  const words = useWords(passkeyWords);
  const reason = (!hasPasskeys() && words.notPossible) || (props.isFull && words.full(passkeysMax));
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Button size="sm" disabled={Boolean(reason)} onClick={props.onAdd}>
        {words.add}
      </Button>
      {reason ? (
        <Text textStyle="xs" color="fg.muted">
          {reason}
        </Text>
      ) : null}
    </Flex>
  );
}

export function PasskeysPanel() {
  const user = useUser();
  const words = useWords(passkeyWords);
  const { data: passkeys, ...query } = useQuery(passkeysQuery(user.id));
  const [asked, setAsked] = useState<'add' | OwnPasskey | null>(null);
  const close = () => setAsked(null);
  return (
    <Panel title={words.title}>
      <Stack gap="3" align="flex-start">
        <Text textStyle="sm" color="fg.muted">
          {words.intro}
        </Text>
        {query.isPending ? <LoadingLines lines={2} height="8" label={words.loading} /> : null}
        {query.isError && !passkeys ? (
          <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {passkeys ? <Passkeys passkeys={passkeys} onRemove={setAsked} /> : null}
        {passkeys ? (
          <AddButton isFull={passkeys.length >= passkeysMax} onAdd={() => setAsked('add')} />
        ) : null}
      </Stack>
      {asked === 'add' ? <PasskeyAdd user={user} onClose={close} /> : null}
      {asked !== null && asked !== 'add' ? (
        <PasskeyRemove userId={user.id} passkey={asked} onClose={close} />
      ) : null}
    </Panel>
  );
}
