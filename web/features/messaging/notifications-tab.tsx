/** Lists all notifications in pages. "View all notifications" links here. */
import { Box, Button, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Bell, CheckCheck } from 'lucide-react';
import { pageIn, useFilters } from '#web/lib/use-filters.ts';
import { useWords } from '#web/lib/words.ts';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { NotificationItems } from './notification-items.tsx';
import { notificationsPageSize, notificationsQuery, unreadCountQuery } from './queries.ts';
import { useNotificationChanges } from './use-changes.ts';
import { notificationWords } from './words.ts';

export function NotificationsTab() {
  const user = useUser();
  const words = useWords(notificationWords);
  const { query, change } = useFilters();
  const page = pageIn(query);
  const list = useQuery(notificationsQuery(user.id, page));
  const unread = useQuery(unreadCountQuery(user.id)).data ?? 0;
  const { read, readAll, remove } = useNotificationChanges(user.id);
  return (
    <Panel
      title={words.title}
      actions={
        <Button size="xs" variant="outline" colorPalette="gray" disabled={unread === 0} onClick={readAll}>
          <CheckCheck aria-hidden /> {words.markAllRead}
        </Button>
      }
    >
      <Text textStyle="sm" color="fg.muted" pb="3">
        {words.kept}
      </Text>
      <PagedList
        list={list}
        label={words.list}
        countText={words.count}
        page={page}
        pageSize={notificationsPageSize}
        onPage={(next) => change({ page: next === 1 ? null : String(next) })}
        failure={{ title: words.loadFailed, retryLabel: words.tryAgain }}
        empty={
          <EmptyState icon={Bell} title={words.none}>
            {words.noneText}
          </EmptyState>
        }
      >
        {(items) => (
          <Box mx={{ base: '-4', md: '-5' }} borderTopWidth="1px">
            <NotificationItems items={items} onRead={read} onDelete={remove} />
          </Box>
        )}
      </PagedList>
    </Panel>
  );
}
