/** Lists the customer's sessions, and lets the customer end them. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSession } from '#contracts/calls/accounts-answers.ts';
import { formatDate, formatRelative } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { notify } from '#web/ui/notify.ts';
import { Panel } from '#web/ui/panel.tsx';
import { LoadFailure, LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { useUser } from './auth/queries.ts';
import { deviceText } from './device-text.ts';
import { endOtherSessions, endSession, sessionsKey, sessionsQuery } from './queries.ts';
import { accountWords } from './words.ts';

const handhelds = ['Android', 'iPhone', 'iPad'];

function SessionRow(props: { session: OwnSession; pending: boolean; onEnd: () => void }) {
  const { session, pending, onEnd } = props;
  const words = useWords(accountWords);
  const device = deviceText(session);
  const Icon = handhelds.includes(session.system ?? '') ? Smartphone : Laptop;
  return (
    <Flex as="li" gap="3" py="3" align="center" borderTopWidth="1px">
      <Box color="fg.muted" flexShrink="0">
        <Icon size={20} aria-hidden />
      </Box>
      <Box flex="1" minW="0">
        <Flex gap="2" align="center" wrap="wrap">
          <Text fontWeight="medium">{device}</Text>
          {session.current ? <StatusTag tone="brand" icon={Laptop} label={words.thisDevice} /> : null}
        </Flex>
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {[
            words.lastUsed(formatRelative(session.lastUsedAt)),
            words.signedInAt(formatDate(session.signedInAt)),
            session.address ?? words.unknownAddress,
          ].join(' · ')}
        </Text>
      </Box>
      {session.current ? null : (
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          loading={pending}
          loadingText={words.signOut}
          aria-label={words.signOutNamed(device)}
          onClick={onEnd}
        >
          {words.signOut}
        </Button>
      )}
    </Flex>
  );
}

function useEndSessions(userId: string, onDone: () => void) {
  const client = useQueryClient();
  const common = {
    onError: (error: unknown) => notify('error', errorText(error), requestIdText(error)),
    onSettled: () => {
      onDone();
      return client.invalidateQueries({ queryKey: sessionsKey });
    },
  };
  const one = useMutation({
    mutationFn: (id: string) => endSession(userId, id),
    onSuccess: () => notify('success', wordsNow(accountWords).signedOut),
    ...common,
  });
  const others = useMutation({
    mutationFn: () => endOtherSessions(userId),
    onSuccess: (ended) => notify('success', wordsNow(accountWords).othersSignedOut(ended)),
    ...common,
  });
  return { one, others };
}

export function SessionsPanel() {
  const user = useUser();
  const words = useWords(accountWords);
  const sessions = useQuery(sessionsQuery(user.id));
  const [asking, setAsking] = useState(false);
  const { one, others } = useEndSessions(user.id, () => setAsking(false));
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <Panel
      title={words.sessions}
      actions={
        hasOthers ? (
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setAsking(true)}>
            {words.signOutOthers}
          </Button>
        ) : null
      }
    >
      <Stack gap="3">
        <Text textStyle="sm" color="fg.muted">
          {words.sessionsText}
        </Text>
        {sessions.isPending ? <LoadingLines lines={2} height="12" label={words.sessionsLoading} /> : null}
        <LoadFailure title={words.sessionsFailed} query={sessions} />
        {sessions.data ? (
          <Box as="ul" listStyleType="none" textStyle="sm">
            {sessions.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                pending={one.isPending && one.variables === session.id}
                onEnd={() => one.mutate(session.id)}
              />
            ))}
          </Box>
        ) : null}
      </Stack>
      <ConfirmDialog
        open={asking}
        title={words.signOutOthersTitle}
        confirmLabel={words.signOutOthers}
        cancelLabel={words.stay}
        pending={others.isPending}
        onConfirm={() => others.mutate()}
        onCancel={() => setAsking(false)}
      >
        {words.signOutOthersText}
      </ConfirmDialog>
    </Panel>
  );
}
