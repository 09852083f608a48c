/** Lists all users. One of them can be open with its details. */
import { Badge, Box, Flex, IconButton, Text } from '@chakra-ui/react';
import { Ban, ChevronDown, ChevronRight, CircleCheck, LockOpen, MailWarning } from 'lucide-react';
import { useState } from 'react';
import type { ListedUser, User } from '#contracts/calls/accounts-answers.ts';
import { bdtText } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { UserDetails } from './user-details.tsx';
import { activityLabel } from './rules.ts';
import { userWords } from './words.ts';

type RowProps = { user: ListedUser; open: boolean; onToggle: () => void };

function StatusTags({ user }: { user: ListedUser }) {
  const words = useWords(userWords);
  return (
    <Flex gap="1" wrap="wrap">
      {user.status === 'active' ? (
        <StatusTag tone="brand" icon={CircleCheck} label={words.active} />
      ) : (
        <StatusTag tone="failure" icon={Ban} label={words.suspended} />
      )}
      {user.isAdmin && !user.hasSecondFactor ? (
        <StatusTag tone="attention" icon={LockOpen} label={words.withoutFactor} />
      ) : null}
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

function columnsOf({ columns }: WordsOf<typeof userWords>): Column<RowProps>[] {
  return [
    {
      title: columns.open,
      isTitleHidden: true,
      look: { w: '8', pe: '1' },
      cell: (row) => <Toggle {...row} />,
    },
    { title: columns.user, cell: ({ user }) => <Who user={user} /> },
    {
      title: columns.company,
      cell: ({ user }) => (
        <>
          <Text overflowWrap="anywhere">{user.company}</Text>
          <Text textStyle="xs" color="fg.muted">
            {user.mobile}
          </Text>
        </>
      ),
    },
    { title: columns.status, cell: ({ user }) => <StatusTags user={user} /> },
    { title: columns.credits, atEnd: true, cell: ({ user }) => <Credits user={user} /> },
    {
      title: columns.spent,
      atEnd: true,
      look: { whiteSpace: 'nowrap' },
      cell: ({ user }) => bdtText(user.totalSpent),
    },
    {
      title: columns.activity,
      look: { whiteSpace: 'nowrap' },
      cell: ({ user }) => activityLabel(user.lastActivity),
    },
  ];
}

function Lines(props: RowProps) {
  const { user } = props;
  const words = useWords(userWords);
  return (
    <>
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
    </>
  );
}

export function UsersList(props: { users: ListedUser[] }) {
  const words = useWords(userWords);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <RecordList
      records={props.users.map((user) => ({
        user,
        open: user.id === openId,
        onToggle: () => setOpenId(user.id === openId ? null : user.id),
      }))}
      keyOf={({ user }) => user.id}
      columns={columnsOf(words)}
      wideFrom="lg"
      renderLines={(row) => <Lines {...row} />}
      renderDetails={({ user, open }) => (open ? <UserDetails user={user} /> : null)}
    />
  );
}
