/**
 * Lists all bKash payments, with a filter by state and a search by trxID, invoice or email. A payment opens for
 * actions.
 */
import { Box, Button, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { oneOf, pageIn, searchIn, useFilters } from '#web/lib/use-filters.ts';
import { useOpened } from '#web/lib/use-opened.ts';
import { ChoiceFilter } from '#web/ui/choice-filter.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { openEndWords } from './open-end-words.ts';
import { PaymentDetailsDialog } from './payment-dialog.tsx';
import { PaymentsList } from './payments-list.tsx';
import { paymentsPageSize, paymentsQuery, type PaymentFilter } from './queries.ts';
import { useWords } from '#web/lib/words.ts';
import { adminPaymentWords } from './words.ts';

const states: readonly PaymentFilter[] = [
  'all',
  'decision',
  'held',
  'open',
  'unknown',
  'paid',
  'duplicate',
  'refunded',
  'failed',
  'cancelled',
  'expired',
];

function NoPayment(props: { filtered: boolean; onClear: () => void }) {
  const words = useWords(adminPaymentWords);
  if (!props.filtered) {
    return (
      <EmptyState icon={Wallet} title={words.none}>
        {words.noneHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Wallet} title={words.noneMatches}>
      <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={props.onClear}>
        {words.showAll}
      </Button>
    </EmptyState>
  );
}

function NeedDecision(props: { count: number; onShow: () => void }) {
  const words = useWords(openEndWords);
  if (props.count === 0) return null;
  return (
    <Box pb="4">
      <Notice
        tone="warning"
        title={words.waiting(props.count)}
        action={
          <Button size="xs" variant="outline" colorPalette="gray" onClick={props.onShow}>
            {words.show}
          </Button>
        }
      />
    </Box>
  );
}

export function PaymentsPanel() {
  const words = useWords(adminPaymentWords);
  const { filter } = useWords(openEndWords);
  const others = { all: words.all, open: words.openOnes, decision: filter };
  const choices = states.map((value) => ({ value, label: { ...words.states, ...others }[value] }));
  const { query, change } = useFilters();
  const state = oneOf(states, query.get('state')) ?? 'all';
  const search = searchIn(query);
  const page = pageIn(query);
  const [openId, setOpenId] = useState<string | null>(null);
  // The search field keeps its own text while the user types, so it is remounted when the filters are cleared.
  const [clearings, setClearings] = useState(0);
  const payments = useQuery(paymentsQuery({ state, search, page }));
  const opened = useOpened(payments.data?.records, openId);
  const clear = () => {
    change({ state: null, search: null });
    setClearings(clearings + 1);
  };
  return (
    <Panel title={words.payments}>
      {state === 'decision' ? null : (
        <NeedDecision
          count={payments.data?.needDecision ?? 0}
          onShow={() => change({ state: 'decision', search: null })}
        />
      )}
      <Flex gap="3" columnGap="6" wrap="wrap" align="center" pb="4">
        <SearchField
          key={clearings}
          label={words.search}
          value={search}
          onSearch={(text) => change({ search: text || null })}
        />
        <ChoiceFilter
          label={words.state}
          choices={choices}
          value={state}
          onChange={(next) => change({ state: next === 'all' ? null : next })}
        />
      </Flex>
      <PagedList
        list={payments}
        label={words.list}
        countText={words.count}
        page={page}
        pageSize={paymentsPageSize}
        onPage={(next) => change({ page: String(next) })}
        failure={{ title: words.failed, retryLabel: words.tryAgain }}
        empty={<NoPayment filtered={state !== 'all' || search !== ''} onClear={clear} />}
      >
        {(records) => <PaymentsList payments={records} onOpen={setOpenId} />}
      </PagedList>
      {opened ? <PaymentDetailsDialog payment={opened} onClose={() => setOpenId(null)} /> : null}
    </Panel>
  );
}
