/** Shows one user in four sub-tabs: account, portal logins, transactions and credit history. */
import { Tabs, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Coins, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { creditHistoryFailure, transactionsFailure } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { PagedList } from '#web/ui/paged-list.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { HistoryList } from '#web/features/credits/history/history-list.tsx';
import { creditHistoryQuery } from '#web/features/credits/history/queries.ts';
import { transactionsPageSize, transactionsQuery } from '#web/features/payments/transactions/queries.ts';
import { TransactionsList } from '#web/features/payments/transactions/transactions-list.tsx';
import { UserAccount } from './user-account.tsx';
import { UserLogins } from './user-logins.tsx';
import { userWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

const detailTabs = ['account', 'logins', 'transactions', 'credits'] as const;
const historyPageSize = 10;

function Transactions({ user }: { user: User }) {
  const words = useWords(userWords);
  const general = useWords(adminWords);
  const [page, setPage] = useState(1);
  const list = useQuery(transactionsQuery(user.id, { period: 'all', status: 'all' }, page));
  return (
    <PagedList
      list={list}
      label={words.transactions}
      countText={words.transactionCount}
      page={page}
      pageSize={transactionsPageSize}
      onPage={setPage}
      failure={{ title: transactionsFailure(list.error), retryLabel: general.tryAgain }}
      empty={<EmptyState icon={ReceiptText} title={words.noTransactions} />}
    >
      {(transactions) => <TransactionsList transactions={transactions} ownerId={user.id} />}
    </PagedList>
  );
}

function CreditHistory({ user }: { user: User }) {
  const words = useWords(userWords);
  const general = useWords(adminWords);
  const [page, setPage] = useState(1);
  const list = useQuery(
    creditHistoryQuery({
      userId: user.id,
      filters: { period: 'all', type: 'all', search: '' },
      page,
      pageSize: historyPageSize,
    }),
  );
  return (
    <PagedList
      list={list}
      label={words.history}
      countText={words.historyCount}
      page={page}
      pageSize={historyPageSize}
      onPage={setPage}
      failure={{ title: creditHistoryFailure(list.error), retryLabel: general.tryAgain }}
      empty={<EmptyState icon={Coins} title={words.noHistory} />}
    >
      {(entries) => <HistoryList entries={entries} />}
    </PagedList>
  );
}

const contents = {
  account: UserAccount,
  logins: UserLogins,
  transactions: Transactions,
  credits: CreditHistory,
};

export function UserDetails({ user }: { user: User }) {
  const words = useWords(userWords);
  return (
    <Tabs.Root defaultValue="account" size="sm" lazyMount unmountOnExit>
      <Tabs.List
        aria-label={words.open(user.email)}
        overflowX="auto"
        overflowY="hidden"
        scrollbarWidth="none"
      >
        {detailTabs.map((tab) => (
          <Tabs.Trigger key={tab} value={tab} flexShrink="0" whiteSpace="nowrap">
            <Text as="span">{words.detailTabs[tab]}</Text>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {detailTabs.map((tab) => {
        const Content = contents[tab];
        return (
          <Tabs.Content key={tab} value={tab}>
            <Content user={user} />
          </Tabs.Content>
        );
      })}
    </Tabs.Root>
  );
}
