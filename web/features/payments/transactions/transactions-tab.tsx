/** Shows the customer's payments and their results (spec section 2, "Other account tabs"). */
import { Flex, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { paymentStatuses } from '#contracts/payments/payment-statuses.ts';
import { transactionsFailure } from '#web/lib/messages.ts';
import { bdtText } from '#web/lib/money.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { useFilters } from '#web/lib/use-filters.ts';
import { useWords } from '#web/lib/words.ts';
import { ChoiceFilter } from '#web/ui/choice-filter.tsx';
import { ExportButtons } from '#web/ui/export-button.tsx';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PeriodFilter } from '#web/ui/period-filter.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { NoPurchases } from '#web/features/payments/no-purchases.tsx';
import { transactionColumns } from './columns.ts';
import {
  everyTransaction,
  transactionsPageSize,
  transactionsQuery,
  transactionSummaryQuery,
  transactionViewIn,
} from './queries.ts';
import { TransactionsList } from './transactions-list.tsx';
import { transactionWords } from './words.ts';

const statusChoices = ['all', ...paymentStatuses] as const;

function Summary() {
  const words = useWords(transactionWords);
  const user = useUser();
  const { data, isPending } = useQuery(transactionSummaryQuery(user.id));
  return (
    <KeyFigures
      loading={isPending}
      figures={[
        { label: words.title, value: data && formatNumber(data.total_transactions) },
        { label: words.totalSpent, value: data && bdtText(data.total_spent), hint: words.lessRefunds },
        {
          label: words.creditsBought,
          value: data && formatDecimals(data.total_credits_purchased),
          hint: words.lessRefunds,
        },
      ]}
    />
  );
}

export function TransactionsTab() {
  const words = useWords(transactionWords);
  const user = useUser();
  const { query, change } = useFilters();
  const { filters, page } = transactionViewIn(query);
  const list = useQuery(transactionsQuery(user.id, filters, page));
  return (
    <Stack gap="4">
      <Summary />
      <Panel
        title={words.title}
        actions={
          <ExportButtons
            name="chalan-transactions"
            countText={words.count}
            disabled={!list.data || list.data.totalCount === 0}
            columns={transactionColumns}
            readAll={() => everyTransaction(user.id, filters)}
          />
        }
      >
        <Flex gap="2" columnGap="6" wrap="wrap" pb="4">
          <PeriodFilter
            value={filters.period}
            onChange={(period) => change({ days: period === 'all' ? null : period })}
          />
          <ChoiceFilter
            label={words.status}
            choices={statusChoices.map((value) => ({
              value,
              label: value === 'all' ? words.all : words.statuses[value],
            }))}
            value={filters.status}
            onChange={(status) => change({ status: status === 'all' ? null : status })}
          />
        </Flex>
        <PagedList
          list={list}
          label={words.list}
          countText={words.count}
          page={page}
          pageSize={transactionsPageSize}
          onPage={(next) => change({ page: String(next) })}
          failure={{ title: transactionsFailure(list.error), retryLabel: words.tryAgain }}
          empty={
            <NoPurchases
              words={words}
              icon={ReceiptText}
              filtered={filters.period !== 'all' || filters.status !== 'all'}
              onClear={() => change({ days: null, status: null })}
            />
          }
        >
          {(transactions) => <TransactionsList transactions={transactions} />}
        </PagedList>
      </Panel>
    </Stack>
  );
}
