/** Renders the bell with its unread badge, and the panel that it opens (spec section 2, "Notification panel"). */
import { Badge, Box, Button, Flex, IconButton, Popover, Portal, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Bell, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { EmptyState, LoadingLines } from '#web/ui/states.tsx';
import { NotificationItems } from './notification-items.tsx';
import { notificationsQuery, unreadCountQuery } from './queries.ts';
import { useNotificationChanges } from './use-changes.ts';
import { notificationWords } from './words.ts';

const badgeMax = 99;

function List(props: { userId: string; onFollow: () => void }) {
  const { userId, onFollow } = props;
  const words = useWords(notificationWords);
  // Failures are only logged (spec section 8).
  const list = useQuery(notificationsQuery(userId));
  const { read, remove } = useNotificationChanges(userId);
  if (list.isPending)
    return (
      <Box p="4">
        <LoadingLines lines={3} label={words.loading} />
      </Box>
    );
  if (!list.data) return null;
  if (list.data.records.length === 0)
    return (
      <EmptyState icon={Bell} title={words.none}>
        {words.noneText}
      </EmptyState>
    );
  return <NotificationItems items={list.data.records} onRead={read} onDelete={remove} onFollow={onFollow} />;
}

function UnreadBadge(props: { unread: number }) {
  const { unread } = props;
  const words = useWords(notificationWords);
  return (
    <Badge
      variant="solid"
      colorPalette="failure"
      size="xs"
      textStyle="xs"
      borderRadius="full"
      position="absolute"
      // From the middle of the button, which is larger on phones, so that the badge stays at the bell.
      bottom="50%"
      insetStart="50%"
      aria-hidden
    >
      {unread > badgeMax ? words.badgeMax(badgeMax) : formatNumber(unread)}
    </Badge>
  );
}

export function NotificationBell(props: { user: User }) {
  const userId = props.user.id;
  const words = useWords(notificationWords);
  const [open, setOpen] = useState(false);
  const unread = useQuery(unreadCountQuery(userId)).data ?? 0;
  const { readAll } = useNotificationChanges(userId);
  const close = () => setOpen(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={{ placement: 'bottom-end' }}
      // The message about a deleted notification, with its "Undo".
      persistentElements={[() => document.querySelector('[data-scope=toast]')]}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <IconButton
          variant="ghost"
          colorPalette="gray"
          size="sm"
          position="relative"
          aria-label={unread > 0 ? words.unread(unread) : words.title}
        >
          <Bell aria-hidden />
          {unread > 0 ? <UnreadBadge unread={unread} /> : null}
        </IconButton>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            aria-label={words.title}
            w={{ base: 'calc(100vw - 16px)', sm: 'md' }}
            maxH="80dvh"
            display="flex"
            flexDirection="column"
          >
            <Flex px="4" py="3" align="center" justify="space-between" borderBottomWidth="1px">
              <Text as="h2" fontWeight="semibold">
                {words.title}
              </Text>
              <Button size="2xs" variant="ghost" disabled={unread === 0} onClick={readAll}>
                <CheckCheck aria-hidden /> {words.markAllRead}
              </Button>
            </Flex>
            <Box overflowY="auto" flex="1" minH="0">
              <List userId={userId} onFollow={close} />
            </Box>
            <Flex justify="center" p="2">
              <RouteButton
                to={paths.account({ tab: 'notifications' })}
                size="xs"
                variant="ghost"
                w="full"
                onClick={close}
              >
                {words.viewAll}
              </RouteButton>
            </Flex>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
