/** Lists the visitors' contact messages. Administrators answer them by email and mark them as read or resolved. */
import { Box, Button, Flex, Link, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Inbox, Mail, MailOpen, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import {
  contactSubjects,
  messageStatuses,
  nextStatuses,
  type MessageStatus,
} from '#contracts/site/contact-rules.ts';
import type { ContactMessage } from '#contracts/calls/site-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { oneOf, pageIn, searchIn, useFilters } from '#web/lib/use-filters.ts';
import { useWords } from '#web/lib/words.ts';
import { ChoiceFilter } from '#web/ui/choice-filter.tsx';
import { notify } from '#web/ui/notify.ts';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import {
  changeMessageStatus,
  messagesKey,
  messagesPageSize,
  messagesQuery,
  removeMessage,
} from './queries.ts';
import { messageWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

const looks: Record<MessageStatus, { tone: StatusTone; icon: LucideIcon }> = {
  new: { tone: 'attention', icon: Mail },
  read: { tone: 'information', icon: MailOpen },
  resolved: { tone: 'brand', icon: CircleCheck },
};

function RemoveMessage({ message, subject }: { message: ContactMessage; subject: string }) {
  const words = useWords(messageWords);
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="outline"
        colorPalette="failure"
        aria-label={words.nextNamed(words.remove, subject, message.name)}
        onClick={() => setOpen(true)}
      >
        {words.remove}
      </Button>
      {isOpen ? (
        <ActionDialog
          action={{
            title: words.removeTitle(message.name),
            effect: words.removeEffect,
            confirmLabel: words.removeConfirm,
            destructive: true,
            needsReason: true,
            act: (reason) => removeMessage(message.id, reason),
            success: words.removed,
          }}
          onDone={() => void client.invalidateQueries({ queryKey: messagesKey })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function MessageRow({ message }: { message: ContactMessage }) {
  const words = useWords(messageWords);
  const general = useWords(adminWords);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (status: MessageStatus) => changeMessageStatus(message.id, status),
    onError: (error) => notify('error', general.messages.messageStatusFailed, errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey }),
  });
  const known = oneOf(contactSubjects, message.subject);
  const subject = known ? words.subjects[known] : message.subject;
  return (
    <Stack as="li" gap="2" py="4" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }}>
      <Flex gap="2" columnGap="3" align="center" wrap="wrap">
        <StatusTag {...looks[message.status]} label={words.statuses[message.status]} />
        <Text fontWeight="medium">{subject}</Text>
        <Text textStyle="xs" color="fg.muted" ms={{ sm: 'auto' }}>
          {formatDateTime(message.submitted_at)}
        </Text>
      </Flex>
      <Text textStyle="sm" overflowWrap="anywhere">
        {message.name}
        {message.company ? `, ${message.company}` : ''} ·{' '}
        <Link href={`mailto:${message.email}`} textDecoration="underline">
          {message.email}
        </Link>
      </Text>
      <Text textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" maxW="prose">
        {message.message}
      </Text>
      <Flex gap="2" wrap="wrap">
        {nextStatuses[message.status].map((status) => (
          <Button
            key={status}
            size="xs"
            variant="outline"
            colorPalette={status === 'resolved' ? 'brand' : 'gray'}
            aria-label={words.nextNamed(words.next[status], subject, message.name)}
            loading={change.isPending && change.variables === status}
            disabled={change.isPending}
            onClick={() => change.mutate(status)}
          >
            {words.next[status]}
          </Button>
        ))}
        <RemoveMessage message={message} subject={subject} />
      </Flex>
    </Stack>
  );
}

export function MessagesTab() {
  const words = useWords(messageWords);
  const general = useWords(adminWords);
  const { query, change } = useFilters();
  const status = oneOf(messageStatuses, query.get('status')) ?? 'all';
  const search = searchIn(query);
  const page = pageIn(query);
  const [clearings, setClearings] = useState(0);
  const messages = useQuery(messagesQuery({ status, search, page }));
  const isFiltered = status !== 'all' || search !== '';
  const clear = () => {
    change({ status: null, search: null });
    setClearings(clearings + 1);
  };
  return (
    <Panel title={general.tabs.messages}>
      <Flex gap="3" columnGap="6" wrap="wrap" align="center" pb="4">
        <SearchField
          key={clearings}
          label={words.search}
          value={search}
          onSearch={(text) => change({ search: text || null })}
        />
        <ChoiceFilter
          label={words.status}
          choices={[
            { value: 'all' as const, label: general.all },
            ...messageStatuses.map((value) => ({ value, label: words.statuses[value] })),
          ]}
          value={status}
          onChange={(next) => change({ status: next === 'all' ? null : next })}
        />
      </Flex>
      <PagedList
        list={messages}
        label={general.tabs.messages}
        countText={words.count}
        page={page}
        pageSize={messagesPageSize}
        onPage={(next) => change({ page: String(next) })}
        failure={{ title: words.loadFailed, retryLabel: general.tryAgain }}
        empty={
          <EmptyState icon={Inbox} title={isFiltered ? words.noneFound : words.none}>
            {isFiltered ? (
              <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={clear}>
                {general.showAll}
              </Button>
            ) : (
              words.noneHint
            )}
          </EmptyState>
        }
      >
        {(records) => (
          <Box as="ul" listStyleType="none">
            {records.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </Box>
        )}
      </PagedList>
    </Panel>
  );
}
