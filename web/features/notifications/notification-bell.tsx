/** The bell with its unread badge, and the panel it opens (spec section 2, "Notification panel"). */
import { Badge, Box, Button, Flex, IconButton, Popover, Portal, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Bell,
  CheckCheck,
  CircleAlert,
  CircleCheck,
  Coins,
  Info,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contracts/auth.ts';
import type { Notification, NotificationType } from '#contracts/notifications.ts';
import { formatRelative } from '../../lib/dates.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { EmptyState, LoadingLines } from '../../ui/states.tsx';
import {
  deleteNotification,
  markAllRead,
  markRead,
  notificationsKey,
  notificationsQuery,
  unreadCountQuery,
} from './queries.ts';

const badgeMax = 99;
const icons: Record<NotificationType, { icon: LucideIcon; color: string }> = {
  job_complete: { icon: CircleCheck, color: 'fg.success' },
  credential_failure: { icon: CircleAlert, color: 'fg.error' },
  credit_low: { icon: Coins, color: 'fg.warning' },
  other: { icon: Info, color: 'fg.info' },
};

type Change = { run: () => Promise<unknown>; local: (list: Notification[]) => Notification[] };

/** Changes the list at once, then tells the server; a failure only brings the server's list back. */
function useChangeNotifications(userId: string) {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery(userId);
  return useMutation({
    mutationFn: (change: Change) => change.run(),
    onMutate: ({ local }) => {
      client.setQueryData(queryKey, (list) => (list ? local(list) : list));
    },
    onError: (error) => console.error('Notification change failed', error),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  });
}

function Item(props: { item: Notification; onRead: () => void; onDelete: () => void }) {
  const { item, onRead, onDelete } = props;
  const { icon: Icon, color } = icons[item.type] ?? icons.other;
  return (
    <Flex as="li" gap="3" px="4" py="3" borderBottomWidth="1px" bg={item.is_read ? undefined : 'bg.subtle'}>
      <Box color={color} flexShrink="0">
        <Icon size={20} aria-hidden />
      </Box>
      <Stack gap="0.5" flex="1" minW="0" align="flex-start">
        <Text fontWeight={item.is_read ? 'normal' : 'semibold'}>{item.title}</Text>
        <Text color="fg.muted">{item.message}</Text>
        <Flex gap="3" wrap="wrap" align="center" textStyle="xs" color="fg.muted">
          <time dateTime={item.created_at}>{formatRelative(item.created_at)}</time>
          {item.action_url?.startsWith('/') ? (
            <RouteLink
              to={item.action_url}
              onClick={onRead}
              minH="6"
              colorPalette="brand"
              variant="underline"
            >
              {item.action_label ?? 'Open'}
            </RouteLink>
          ) : null}
          {item.is_read ? null : (
            <Button
              size="2xs"
              variant="plain"
              px="0"
              onClick={onRead}
              aria-label={`Mark as read: ${item.title}`}
            >
              Mark as read
            </Button>
          )}
        </Flex>
      </Stack>
      <IconButton
        size="2xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={`Delete notification: ${item.title}`}
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </Flex>
  );
}

function List(props: { userId: string }) {
  const { userId } = props;
  const list = useQuery(notificationsQuery(userId));
  const change = useChangeNotifications(userId);
  if (list.isPending) {
    return (
      <Box p="4">
        <LoadingLines lines={3} label="Loading notifications" />
      </Box>
    );
  }
  if (!list.data || list.data.length === 0) {
    return (
      <EmptyState icon={Bell} title="No notifications">
        We tell you here when a job ends or a portal login stops working.
      </EmptyState>
    );
  }
  const read = (id: string) =>
    change.mutate({
      run: () => markRead(id, userId),
      local: (items) => items.map((item) => (item.id === id ? { ...item, is_read: true } : item)),
    });
  const remove = (id: string) =>
    change.mutate({
      run: () => deleteNotification(id, userId),
      local: (items) => items.filter((item) => item.id !== id),
    });
  return (
    <Box as="ul" listStyleType="none" textStyle="sm">
      {list.data.map((item) => (
        <Item key={item.id} item={item} onRead={() => read(item.id)} onDelete={() => remove(item.id)} />
      ))}
    </Box>
  );
}

export function NotificationBell(props: { user: User }) {
  const userId = props.user.id;
  const [open, setOpen] = useState(false);
  const unread = useQuery(unreadCountQuery(userId)).data ?? 0;
  const change = useChangeNotifications(userId);
  const readAll = () =>
    change.mutate({
      run: () => markAllRead(userId),
      local: (items) => items.map((item) => ({ ...item, is_read: true })),
    });
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <IconButton
          variant="ghost"
          colorPalette="gray"
          size="sm"
          position="relative"
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        >
          <Bell aria-hidden />
          {unread > 0 ? (
            <Badge
              variant="solid"
              colorPalette="failure"
              size="xs"
              textStyle="xs"
              borderRadius="full"
              position="absolute"
              top="0"
              insetEnd="-1"
              aria-hidden
            >
              {unread > badgeMax ? `${badgeMax}+` : unread}
            </Badge>
          ) : null}
        </IconButton>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            aria-label="Notifications"
            w={{ base: 'calc(100vw - 16px)', sm: 'md' }}
            maxH="80dvh"
            overflowY="auto"
          >
            <Flex px="4" py="3" align="center" justify="space-between" borderBottomWidth="1px">
              <Text as="h2" fontWeight="semibold">
                Notifications
              </Text>
              <Button size="2xs" variant="ghost" disabled={unread === 0} onClick={readAll}>
                <CheckCheck aria-hidden /> Mark all as read
              </Button>
            </Flex>
            <List userId={userId} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
