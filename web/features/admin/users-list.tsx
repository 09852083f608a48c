/** Users as a table, on a phone as lines of two; one of them is open with everything about it. */
import { Badge, Box, Flex, IconButton, Stack, Table, Text, useBreakpointValue } from '@chakra-ui/react';
import { Ban, ChevronDown, ChevronRight, CircleCheck, MailWarning } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { User } from '#contracts/auth.ts';
import { bdtText } from '../../lib/money.ts';
import { formatDecimals } from '../../lib/numbers.ts';
import { useWords } from '../../lib/words.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useUser } from '../auth/queries.ts';
import { UserDetails } from './user-details.tsx';
import { activityLabel } from './user-rules.ts';
import { userWords } from './users-words.ts';

type RowProps = { user: User; open: boolean; onToggle: () => void };

function StatusTags({ user }: { user: User }) {
  const words = useWords(userWords);
  return (
    <Flex gap="1" wrap="wrap">
      {user.status === 'active' ? (
        <StatusTag tone="brand" icon={CircleCheck} label={words.active} />
      ) : (
        <StatusTag tone="failure" icon={Ban} label={words.suspended} />
      )}
      {user.emailVerified ? null : <StatusTag tone="attention" icon={MailWarning} label={words.unverified} />}
    </Flex>
  );
}

function Who({ user }: { user: User }) {
  const words = useWords(userWords);
  const me = useUser();
  return (
    <Box minW="0">
      <Flex gap="1.5" align="center" wrap="wrap">
        <Text fontWeight="medium" overflowWrap="anywhere">
          {user.name}
        </Text>
        {user.isAdmin ? (
          <Badge colorPalette="information" textStyle="xs">
            {words.admin}
          </Badge>
        ) : null}
        {user.id === me.id ? (
          <Badge colorPalette="gray" textStyle="xs">
            {words.you}
          </Badge>
        ) : null}
      </Flex>
      <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
        {user.email}
      </Text>
    </Box>
  );
}

function Credits({ user }: { user: User }) {
  const words = useWords(userWords);
  if (!user.isAdmin) return <>{formatDecimals(user.credits)}</>;
  return (
    <>
      <span aria-hidden>∞</span>
      <Text as="span" srOnly>
        {words.unlimited}
      </Text>
    </>
  );
}

function Toggle({ user, open, onToggle }: RowProps) {
  const words = useWords(userWords);
  return (
    <IconButton
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={words.open(user.email)}
      aria-expanded={open}
      onClick={onToggle}
    >
      {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
    </IconButton>
  );
}

function WideRow(props: RowProps) {
  const { user, open } = props;
  return (
    <Fragment>
      <Table.Row bg={open ? 'bg.subtle' : 'bg.panel'}>
        <Table.Cell ps="0" pe="1" w="8">
          <Toggle {...props} />
        </Table.Cell>
        <Table.Cell>
          <Who user={user} />
        </Table.Cell>
        <Table.Cell>
          <Text overflowWrap="anywhere">{user.company}</Text>
          <Text textStyle="xs" color="fg.muted">
            {user.mobile}
          </Text>
        </Table.Cell>
        <Table.Cell>
          <StatusTags user={user} />
        </Table.Cell>
        <Table.Cell textAlign="end">
          <Credits user={user} />
        </Table.Cell>
        <Table.Cell textAlign="end" whiteSpace="nowrap">
          {bdtText(user.totalSpent)}
        </Table.Cell>
        <Table.Cell pe="0" whiteSpace="nowrap">
          {activityLabel(user.lastActivity)}
        </Table.Cell>
      </Table.Row>
      {open ? (
        <Table.Row bg="bg.subtle">
          <Table.Cell colSpan={7} ps="10" pe="4" pt="0" pb="5">
            <UserDetails user={user} />
          </Table.Cell>
        </Table.Row>
      ) : null}
    </Fragment>
  );
}

function PhoneRow(props: RowProps) {
  const { user, open } = props;
  const words = useWords(userWords);
  return (
    <Stack as="li" gap="2" py="3" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }}>
      <Flex gap="2" align="flex-start" justify="space-between">
        <StatusTags user={user} />
        <Text flexShrink="0">
          <Credits user={user} /> {user.isAdmin ? '' : words.columns.credits}
        </Text>
      </Flex>
      <Flex gap="2" align="center" justify="space-between">
        <Who user={user} />
        <Toggle {...props} />
      </Flex>
      <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
        {[user.company, user.mobile, activityLabel(user.lastActivity)].filter(Boolean).join(' · ')}
      </Text>
      {open ? (
        <Box borderTopWidth="1px" pt="2">
          <UserDetails user={user} />
        </Box>
      ) : null}
    </Stack>
  );
}

export function UsersList(props: { users: User[] }) {
  const words = useWords(userWords);
  const wide = useBreakpointValue({ base: false, lg: true }, { ssr: false });
  const [openId, setOpenId] = useState<string | null>(null);
  const rows = props.users.map((user) => ({
    user,
    open: user.id === openId,
    onToggle: () => setOpenId(user.id === openId ? null : user.id),
  }));
  if (!wide) {
    return (
      <Box as="ul" listStyleType="none" textStyle="sm" fontVariantNumeric="tabular-nums">
        {rows.map((row) => (
          <PhoneRow key={row.user.id} {...row} />
        ))}
      </Box>
    );
  }
  const { columns } = words;
  return (
    <Table.Root size="sm" fontVariantNumeric="tabular-nums">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0" pe="1">
            <Text as="span" srOnly>
              {columns.open}
            </Text>
          </Table.ColumnHeader>
          <Table.ColumnHeader>{columns.user}</Table.ColumnHeader>
          <Table.ColumnHeader>{columns.company}</Table.ColumnHeader>
          <Table.ColumnHeader>{columns.status}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{columns.credits}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{columns.spent}</Table.ColumnHeader>
          <Table.ColumnHeader pe="0">{columns.activity}</Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {rows.map((row) => (
          <WideRow key={row.user.id} {...row} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}
