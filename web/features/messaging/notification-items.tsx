/** Renders a list of notifications, each with its time, its link and its actions. */
import { Box, Button, Flex, IconButton, Stack, Text } from '@chakra-ui/react';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Coins,
  Info,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { JobEnd } from '#contracts/messaging/notice-ends.ts';
import type { NotificationType } from '#contracts/messaging/notifications.ts';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import { formatDateTime, formatRelative } from '#web/lib/dates.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useMessageText } from '#web/lib/said.ts';
import { useWords } from '#web/lib/words.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { jobEndOf, noticeText } from './notice-text.ts';
import { notificationWords } from './words.ts';

type Look = { icon: LucideIcon; color: string };

const icons: Record<NotificationType, Look> = {
  job_complete: { icon: CircleCheck, color: 'fg.success' },
  credential_failure: { icon: CircleAlert, color: 'fg.error' },
  credit_low: { icon: Coins, color: 'fg.warning' },
  other: { icon: Info, color: 'fg.info' },
};

/** The icons of the states of jobs, as every list of jobs shows them. */
const endIcons: Record<JobEnd, Look> = {
  done: icons.job_complete,
  partly: { icon: CircleDashed, color: 'fg.warning' },
  failed: { icon: CircleX, color: 'fg.error' },
};

function lookOf({ type, words }: Notification): Look {
  const end = jobEndOf(words);
  return end ? endIcons[end] : (icons[type] ?? icons.other);
}

type Actions = {
  onRead: (id: string) => void;
  onDelete: (item: Notification, title: string) => void;
  /** Called when a link is followed, so that the surrounding panel closes. */
  onFollow?: (() => void) | undefined;
};

function Item(props: Actions & { item: Notification }) {
  const { item, onRead, onDelete, onFollow } = props;
  const words = useWords(notificationWords);
  const { title, message, action } = noticeText(item, useLanguage(), useMessageText());
  const { icon: Icon, color } = lookOf(item);
  const follow = () => {
    if (!item.is_read) onRead(item.id);
    onFollow?.();
  };
  return (
    <Flex as="li" gap="3" px="4" py="3" borderBottomWidth="1px" bg={item.is_read ? undefined : 'bg.subtle'}>
      <Box color={color} flexShrink="0">
        <Icon size={20} aria-hidden />
      </Box>
      <Stack gap="0.5" flex="1" minW="0" align="flex-start">
        <Text fontWeight={item.is_read ? 'normal' : 'semibold'}>
          {title}
          {item.is_read ? null : (
            <Box as="span" srOnly>
              {`, ${words.isUnread}`}
            </Box>
          )}
        </Text>
        <Text color="fg.muted" overflowWrap="anywhere">
          {message}
        </Text>
        <Flex gap="3" wrap="wrap" align="center" textStyle="xs" color="fg.muted">
          <time dateTime={item.created_at} title={formatDateTime(item.created_at)}>
            {formatRelative(item.created_at)}
          </time>
          {item.action_url?.startsWith('/') ? (
            <RouteLink
              to={item.action_url}
              onClick={follow}
              minH="6"
              colorPalette="brand"
              variant="underline"
            >
              {action ?? words.open}
            </RouteLink>
          ) : null}
          {item.is_read ? null : (
            <Button
              size="2xs"
              variant="plain"
              px="0"
              onClick={() => onRead(item.id)}
              aria-label={words.markReadNamed(title)}
            >
              {words.markRead}
            </Button>
          )}
        </Flex>
      </Stack>
      <IconButton
        size="2xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={words.deleteNamed(title)}
        onClick={() => onDelete(item, title)}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </Flex>
  );
}

export function NotificationItems(props: Actions & { items: Notification[] }) {
  const { items, ...actions } = props;
  return (
    <Box as="ul" listStyleType="none" textStyle="sm">
      {items.map((item) => (
        <Item key={item.id} item={item} {...actions} />
      ))}
    </Box>
  );
}
