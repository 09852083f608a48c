/** Shows where the customer's credits came from and where they were spent (spec section 2, "Other account tabs"). */
import { Flex, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { creditEntryTypes, creditHistoryPageSizes } from '#contracts/credits/credit-history.ts';
import type { CreditSummary } from '#contracts/calls/credits-answers.ts';
import { creditHistoryFailure } from '#web/lib/messages.ts';
import { signedCredits } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useFilters } from '#web/lib/use-filters.ts';
import { useWords } from '#web/lib/words.ts';
import { ChoiceFilter } from '#web/ui/choice-filter.tsx';
import { ExportButtons } from '#web/ui/export-button.tsx';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { PageSizeSelect } from '#web/ui/page-size-select.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PeriodFilter } from '#web/ui/period-filter.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { NoPurchases } from '#web/features/payments/no-purchases.tsx';
import { columnsOf } from './columns.ts';
import { HistoryList } from './history-list.tsx';
import {
  creditHistoryQuery,
  everyEntry,
  historyViewIn,
  isFiltered,
  pageSizeDefault,
  type HistoryFilters,
} from './queries.ts';
import { historyWords } from './words.ts';

const typeChoices = ['all', ...creditEntryTypes] as const;

type Change = ReturnType<typeof useFilters>['change'];

function Summary(props: { summary: CreditSummary | undefined; loading: boolean; filtered: boolean }) {
  const { summary, loading, filtered } = props;
  const words = useWords(historyWords);
  const { isAdmin } = useUser();
  const hint = filtered ? words.withFilters : undefined;
  return (
    <KeyFigures
      loading={loading}
      figures={[
        { label: words.purchased, value: summary && formatDecimals(summary.totalPurchased), hint },
        { label: words.used, value: summary && formatDecimals(summary.totalUsed), hint },
        { label: words.netChange, value: summary && signedCredits(summary.netChange), hint },
        {
          label: words.currentBalance,
          value: summary && (isAdmin ? words.unlimited : formatDecimals(summary.currentBalance)),
          hint: filtered ? words.today : undefined,
        },
      ]}
    />
  );
}

function Filters(props: { filters: HistoryFilters; pageSize: number; change: Change }) {
  const { filters, pageSize, change } = props;
  const words = useWords(historyWords);
  return (
    <Stack gap="3" pb="4">
      <Flex gap="3" justify="space-between" wrap="wrap">
        <SearchField
          label={words.search}
          value={filters.search}
          onSearch={(search) => change({ search: search || null })}
        />
        <PageSizeSelect
          sizes={creditHistoryPageSizes}
          value={pageSize}
          onChange={(size) => change({ size: size === pageSizeDefault ? null : String(size) })}
        />
      </Flex>
      <Flex gap="2" columnGap="6" wrap="wrap">
        <PeriodFilter
          value={filters.period}
          onChange={(period) => change({ days: period === 'all' ? null : period })}
        />
        <ChoiceFilter
          label={words.type}
          choices={typeChoices.map((value) => ({
            value,
            label: value === 'all' ? words.all : words.types[value],
          }))}
          value={filters.type}
          onChange={(type) => change({ type: type === 'all' ? null : type })}
        />
      </Flex>
    </Stack>
  );
}

export function CreditHistoryTab() {
  const words = useWords(historyWords);
  const user = useUser();
  const { query, change } = useFilters();
  const { filters, page, pageSize } = historyViewIn(query);
  const list = useQuery(creditHistoryQuery({ userId: user.id, filters, page, pageSize }));
  const clear = () => change({ days: null, type: null, search: null });
  return (
    <Stack gap="4">
      <Summary summary={list.data?.summary} loading={list.isPending} filtered={isFiltered(filters)} />
      <Panel
        title={words.title}
        actions={
          <ExportButtons
            name="chalan-credit-history"
            countText={words.count}
            disabled={!list.data || list.data.totalCount === 0}
            columns={columnsOf}
            readAll={() => everyEntry(user.id, filters)}
          />
        }
      >
        <Filters filters={filters} pageSize={pageSize} change={change} />
        <PagedList
          list={list}
          label={words.list}
          countText={words.count}
          page={page}
          pageSize={pageSize}
          onPage={(next) => change({ page: String(next) })}
          failure={{ title: creditHistoryFailure(list.error), retryLabel: words.retry }}
          empty={<NoPurchases words={words} icon={Coins} filtered={isFiltered(filters)} onClear={clear} />}
        >
          {(entries) => <HistoryList entries={entries} />}
        </PagedList>
      </Panel>
    </Stack>
  );
}
