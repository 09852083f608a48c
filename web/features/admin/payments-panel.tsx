/** All bKash payments: filtered by state, found by trxID, invoice or e-mail, opened to act on one. */
import { Button, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { oneOf, pageIn, useFilters } from '../../lib/use-filters.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { PaymentsList } from './payments-list.tsx';
import { paymentsPageSize, paymentsQuery, searchCharactersMax, type PaymentFilter } from './queries.ts';

const choices: { value: PaymentFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'held', label: 'Held' },
  { value: 'open', label: 'Open' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'paid', label: 'Paid' },
  { value: 'duplicate', label: 'Paid twice' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Expired' },
];
const states = choices.map(({ value }) => value);

function NoPayment(props: { filtered: boolean; onClear: () => void }) {
  if (!props.filtered) {
    return (
      <EmptyState icon={Wallet} title="No payments yet">
        Every purchase of credits is listed here from its first step on.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Wallet} title="No payment matches these filters">
      <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={props.onClear}>
        Show all
      </Button>
    </EmptyState>
  );
}

export function PaymentsPanel() {
  const { query, change } = useFilters();
  const state = oneOf(states, query.get('state')) ?? 'all';
  const search = (query.get('search') ?? '').trim().slice(0, searchCharactersMax);
  const page = pageIn(query);
  const [openId, setOpenId] = useState<string | null>(null);
  // The search field keeps its own text while one types; only a new one takes over a search that was cleared.
  const [clearings, setClearings] = useState(0);
  const payments = useQuery(paymentsQuery({ state, search, page }));
  const opened = payments.data?.records.find(({ id }) => id === openId);
  const clear = () => {
    change({ state: null, search: null });
    setClearings(clearings + 1);
  };
  return (
    <Panel title="Payments">
      <Flex gap="3" columnGap="6" wrap="wrap" align="center" pb="4">
        <SearchField
          key={clearings}
          label="trxID, invoice or e-mail"
          value={search}
          maxLength={searchCharactersMax}
          onSearch={(words) => change({ search: words || null })}
        />
        <ChoiceFilter
          label="State"
          choices={choices}
          value={state}
          onChange={(next) => change({ state: next === 'all' ? null : next })}
        />
      </Flex>
      <PagedList
        list={payments}
        label="payments"
        noun="payment"
        page={page}
        pageSize={paymentsPageSize}
        onPage={(next) => change({ page: String(next) })}
        failure={{ title: 'The payments could not be loaded.', retryLabel: 'Try Again' }}
        empty={<NoPayment filtered={state !== 'all' || search !== ''} onClear={clear} />}
      >
        {(records) => <PaymentsList payments={records} onOpen={setOpenId} />}
      </PagedList>
      {opened ? <PaymentDialog payment={opened} onClose={() => setOpenId(null)} /> : null}
    </Panel>
  );
}
