/** What the user paid, and what came of it (spec section 2, "Other account tabs"). */
import { Button, Flex, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { FilterX, ReceiptText } from 'lucide-react';
import { formatCredits } from '#contracts/credits.ts';
import { clientMessages } from '#contracts/errors.ts';
import { paymentStatuses } from '#contracts/transactions.ts';
import { bdtText } from '../../lib/money.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { KeyFigures } from '../../ui/key-figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PeriodFilter } from '../../ui/period-filter.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useUser } from '../auth/queries.ts';
import { requestBuyCredits } from '../payments/purchase-request.ts';
import {
  everyTransaction,
  transactionsPageSize,
  transactionsQuery,
  transactionSummaryQuery,
  transactionViewIn,
} from './queries.ts';
import { TransactionsList } from './transactions-list.tsx';
import { statusLabels, transactionColumns } from './words.ts';

const statusChoices = (['all', ...paymentStatuses] as const).map((value) => ({
  value,
  label: value === 'all' ? 'All' : statusLabels[value],
}));

function Summary() {
  const user = useUser();
  const { data, isPending } = useQuery(transactionSummaryQuery(user.id));
  return (
    <KeyFigures
      loading={isPending}
      figures={[
        { label: 'Transactions', value: data?.total_transactions.toLocaleString('en-US') },
        { label: 'Total spent', value: data && bdtText(data.total_spent), hint: 'Less refunds' },
        {
          label: 'Credits bought',
          value: data && formatCredits(data.total_credits_purchased),
          hint: 'Less refunds',
        },
      ]}
    />
  );
}

function NothingMatches(props: { filtered: boolean; onClear: () => void }) {
  if (props.filtered)
    return (
      <EmptyState icon={FilterX} title="No transaction matches these filters">
        <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={props.onClear}>
          Show all
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={ReceiptText} title="No transactions yet">
      Credits that you buy with bKash are listed here, each with its receipt.
      <br />
      <Button size="sm" mt="3" onClick={() => requestBuyCredits()}>
        Buy Credits
      </Button>
    </EmptyState>
  );
}

export function TransactionsTab() {
  const user = useUser();
  const { query, change } = useFilters();
  const { filters, page } = transactionViewIn(query);
  const list = useQuery(transactionsQuery(user.id, filters, page));
  return (
    <Stack gap="4">
      <Summary />
      <Panel
        title="Transactions"
        actions={
          <ExportButton
            name="chalan-transactions"
            noun="transaction"
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
            label="Status"
            choices={statusChoices}
            value={filters.status}
            onChange={(status) => change({ status: status === 'all' ? null : status })}
          />
        </Flex>
        <PagedList
          list={list}
          label="transactions"
          noun="transaction"
          page={page}
          pageSize={transactionsPageSize}
          onPage={(next) => change({ page: String(next) })}
          failure={{ title: clientMessages.transactionsLoadFailed, retryLabel: 'Try Again' }}
          empty={
            <NothingMatches
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
