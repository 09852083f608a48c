/** Where the user's credits came from and went (spec section 2, "Other account tabs"). */
import { Button, Flex, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Coins, FilterX } from 'lucide-react';
import { creditEntryTypes, creditHistoryPageSizes, type CreditSummary } from '#contracts/credit-history.ts';
import { formatCredits } from '#contracts/credits.ts';
import { clientMessages } from '#contracts/errors.ts';
import { signedCredits } from '../../lib/money.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { KeyFigures } from '../../ui/key-figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { PageSizeSelect } from '../../ui/page-size-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PeriodFilter } from '../../ui/period-filter.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useUser } from '../auth/queries.ts';
import { requestBuyCredits } from '../payments/purchase-request.ts';
import { HistoryList } from './history-list.tsx';
import {
  creditHistoryQuery,
  everyEntry,
  historyViewIn,
  isFiltered,
  pageSizeDefault,
  searchCharactersMax,
  type HistoryFilters,
} from './queries.ts';
import { historyColumns, typeLabels } from './words.ts';

const typeChoices = (['all', ...creditEntryTypes] as const).map((value) => ({
  value,
  label: value === 'all' ? 'All' : typeLabels[value],
}));

type Change = ReturnType<typeof useFilters>['change'];

function Summary(props: { summary: CreditSummary | undefined; loading: boolean; filtered: boolean }) {
  const { summary, loading, filtered } = props;
  const hint = filtered ? 'With these filters' : undefined;
  return (
    <KeyFigures
      loading={loading}
      figures={[
        { label: 'Purchased', value: summary && formatCredits(summary.totalPurchased), hint },
        { label: 'Used', value: summary && formatCredits(summary.totalUsed), hint },
        { label: 'Net change', value: summary && signedCredits(summary.netChange), hint },
        {
          label: 'Current balance',
          value: summary && formatCredits(summary.currentBalance),
          hint: filtered ? 'Today' : undefined,
        },
      ]}
    />
  );
}

function NothingMatches(props: { filtered: boolean; onClear: () => void }) {
  if (props.filtered)
    return (
      <EmptyState icon={FilterX} title="No line matches these filters">
        <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={props.onClear}>
          Show all
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={Coins} title="No credits yet">
      Credits that you buy and what each job uses are listed here.
      <br />
      <Button size="sm" mt="3" onClick={() => requestBuyCredits()}>
        Buy Credits
      </Button>
    </EmptyState>
  );
}

function Filters(props: { filters: HistoryFilters; pageSize: number; change: Change }) {
  const { filters, pageSize, change } = props;
  return (
    <Stack gap="3" pb="4">
      <Flex gap="3" justify="space-between" wrap="wrap">
        <SearchField
          label="Search by service, file or payment"
          value={filters.search}
          maxLength={searchCharactersMax}
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
          label="Type"
          choices={typeChoices}
          value={filters.type}
          onChange={(type) => change({ type: type === 'all' ? null : type })}
        />
      </Flex>
    </Stack>
  );
}

export function CreditHistoryTab() {
  const user = useUser();
  const { query, change } = useFilters();
  const { filters, page, pageSize } = historyViewIn(query);
  const list = useQuery(creditHistoryQuery({ userId: user.id, filters, page, pageSize }));
  const clear = () => change({ days: null, type: null, search: null });
  return (
    <Stack gap="4">
      <Summary summary={list.data?.summary} loading={list.isPending} filtered={isFiltered(filters)} />
      <Panel
        title="Credit History"
        actions={
          <ExportButton
            name="chalan-credit-history"
            noun="line"
            disabled={!list.data || list.data.totalCount === 0}
            columns={historyColumns}
            readAll={() => everyEntry(user.id, filters)}
          />
        }
      >
        <Filters filters={filters} pageSize={pageSize} change={change} />
        <PagedList
          list={list}
          label="credit history"
          noun="line"
          page={page}
          pageSize={pageSize}
          onPage={(next) => change({ page: String(next) })}
          failure={{ title: clientMessages.creditHistoryLoadFailed, retryLabel: 'Retry' }}
          empty={<NothingMatches filtered={isFiltered(filters)} onClear={clear} />}
        >
          {(entries) => <HistoryList entries={entries} />}
        </PagedList>
      </Panel>
    </Stack>
  );
}
