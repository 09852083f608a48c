/** Lets the customer choose which events are also mailed and pushed, and in which browsers push is on. */
import { Box, Flex, Stack, Table, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Preferences } from '#contracts/calls/accounts-answers.ts';
import { noticeChoices, type NoticePreference } from '#contracts/messaging/notice-choices.ts';
import { meQuery, useUser } from '#web/features/accounts/auth/queries.ts';
import { savePreferences } from '#web/features/accounts/queries.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { ErrorState, LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { noticeChoiceWords } from './notice-choices-words.ts';
import { PushDevices } from './push-devices.tsx';
import { pushQuery } from './push-queries.ts';

const savingKey = ['notice-choices'] as const;

/**
 * A choice takes effect at once, and is undone if it could not be saved. Choices are saved one after the other, and only
 * the last answer is shown: the ones before it do not know what was chosen since.
 */
function useChoices(userId: string) {
  const client = useQueryClient();
  const keep = (preferences: Partial<Preferences>) =>
    client.setQueryData(meQuery.queryKey, (user) => (user ? { ...user, ...preferences } : user));
  const save = useMutation({
    mutationKey: savingKey,
    scope: { id: 'notice-choices' },
    mutationFn: (choice: Partial<Record<NoticePreference, boolean>>) => savePreferences(userId, choice),
    onMutate: (choice) => keep(choice),
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey: savingKey }) === 1) keep(saved);
    },
    onError: (error) => {
      notify('error', wordsNow(noticeChoiceWords).notSaved, requestIdText(error));
      return client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return (name: NoticePreference, value: boolean) => save.mutate({ [name]: value });
}

function ChoiceTable(props: { isPushOffered: boolean }) {
  const { isPushOffered } = props;
  const user = useUser();
  const words = useWords(noticeChoiceWords);
  const choose = useChoices(user.id);
  const cell = (name: NoticePreference, channel: string, event: string) => (
    <Table.Cell w="16" px="0" py="2.5" textAlign="end" verticalAlign="top">
      <Flex justify="flex-end">
        <Switch
          label={words.by(channel, event)}
          checked={user[name]}
          onChange={(value) => choose(name, value)}
        />
      </Flex>
    </Table.Cell>
  );
  return (
    <Table.Root size="sm" variant="line">
      <Table.Header>
        <Table.Row bg="transparent">
          <Table.ColumnHeader px="0" fontWeight="semibold">
            {words.title}
          </Table.ColumnHeader>
          <Table.ColumnHeader w="16" px="0" textAlign="end" color="fg.muted">
            {words.email}
          </Table.ColumnHeader>
          {isPushOffered ? (
            <Table.ColumnHeader w="16" px="0" textAlign="end" color="fg.muted">
              {words.push}
            </Table.ColumnHeader>
          ) : null}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {noticeChoices.map(({ event, mail, push }) => (
          <Table.Row key={event} bg="transparent">
            <Table.ColumnHeader scope="row" px="0" py="2.5" fontWeight="normal" whiteSpace="normal">
              <Text textStyle="sm" fontWeight="medium" color="fg">
                {words.events[event]}
              </Text>
              <Text textStyle="xs" color="fg.muted">
                {words.hints[event]}
              </Text>
            </Table.ColumnHeader>
            {cell(mail, words.email, words.events[event])}
            {isPushOffered ? cell(push, words.push, words.events[event]) : null}
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

/** Push appears only where the installation offers it. */
export function NoticeChoices() {
  const user = useUser();
  const words = useWords(noticeChoiceWords);
  const { data, ...query } = useQuery(pushQuery(user.id));
  if (query.isPending) return <LoadingLines lines={6} height="8" label={words.loading} />;
  return (
    <Stack gap="4">
      <ChoiceTable isPushOffered={Boolean(data?.publicKey)} />
      {query.isError && !data ? (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {data?.publicKey ? (
        <Box>
          <PushDevices publicKey={data.publicKey} subscriptions={data.subscriptions} />
        </Box>
      ) : null}
    </Stack>
  );
}
