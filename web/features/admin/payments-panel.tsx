/** All bKash payments: filtered by state, found by trxID, invoice or e-mail, opened to act on one. */
import { Box, Button, Flex, Input, Stack, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatCredits } from '#contracts/credits.ts';
import type { AdminPayment } from '#contracts/payments.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { bdtText } from '../../lib/money.ts';
import { plural } from '../../lib/plural.ts';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { PaymentStateTag } from './payment-state-tag.tsx';
import { paymentsPageSize, paymentsQuery, type PaymentFilter } from './queries.ts';

const filters: { value: PaymentFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'held', label: 'Held' },
  { value: 'open', label: 'Open' },
  { value: 'paid', label: 'Paid' },
  { value: 'duplicate', label: 'Paid twice' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'failed', label: 'Failed' },
];

/** Filter, words and page live in the address. */
function usePaymentsView() {
  const [query, setQuery] = useSearchParams();
  const state = filters.find(({ value }) => value === query.get('state'))?.value ?? 'all';
  const search = query.get('search') ?? '';
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const show = (next: { state?: PaymentFilter; search?: string; page?: number }) =>
    setQuery(
      {
        tab: 'system',
        state: next.state ?? state,
        search: next.search ?? search,
        page: String(next.page ?? 1),
      },
      { replace: true, preventScrollReset: true },
    );
  return { state, search, page, show };
}

function PaymentRow(props: { payment: AdminPayment; onOpen: () => void }) {
  const { payment, onOpen } = props;
  return (
    <Table.Row bg="bg.panel">
      <Table.Cell ps="0">
        <PaymentStateTag state={payment.state} />
      </Table.Cell>
      <Table.Cell overflowWrap="anywhere">
        {payment.email}
        <Text textStyle="xs" color="fg.muted">
          {payment.trxId ?? payment.invoice}
        </Text>
      </Table.Cell>
      <Table.Cell display={{ base: 'none', md: 'table-cell' }} whiteSpace="nowrap">
        {formatDateTime(payment.createdAt)}
      </Table.Cell>
      <Table.Cell
        display={{ base: 'none', md: 'table-cell' }}
        textAlign="end"
        fontVariantNumeric="tabular-nums"
      >
        {formatCredits(payment.credits)}
      </Table.Cell>
      <Table.Cell textAlign="end" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {bdtText(payment.amount)}
      </Table.Cell>
      <Table.Cell pe="0" textAlign="end">
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          onClick={onOpen}
          aria-label={`Open the payment ${payment.trxId ?? payment.invoice}`}
        >
          Open
        </Button>
      </Table.Cell>
    </Table.Row>
  );
}

function PaymentsTable(props: { payments: AdminPayment[]; onOpen: (payment: AdminPayment) => void }) {
  return (
    <Table.Root size="sm">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">State</Table.ColumnHeader>
          <Table.ColumnHeader>Customer</Table.ColumnHeader>
          <Table.ColumnHeader display={{ base: 'none', md: 'table-cell' }}>Started</Table.ColumnHeader>
          <Table.ColumnHeader display={{ base: 'none', md: 'table-cell' }} textAlign="end">
            Credits
          </Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">BDT</Table.ColumnHeader>
          <Table.ColumnHeader pe="0">
            <Text as="span" srOnly>
              Open
            </Text>
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {props.payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} onOpen={() => props.onOpen(payment)} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}

export function PaymentsPanel() {
  const { state, search, page, show } = usePaymentsView();
  const [words, setWords] = useState(search);
  const [openId, setOpenId] = useState<string | null>(null);
  const payments = useQuery(paymentsQuery({ state, search, page }));
  const opened = payments.data?.payments.find(({ id }) => id === openId);
  return (
    <Panel title="Payments">
      <Stack gap="3">
        <Flex gap="3" wrap="wrap" justify="space-between">
          <Flex as="fieldset" gap="1" wrap="wrap" aria-label="Filter by state">
            {filters.map(({ value, label }) => (
              <Button
                key={value}
                size="xs"
                variant={value === state ? 'subtle' : 'ghost'}
                colorPalette={value === state ? 'brand' : 'gray'}
                aria-pressed={value === state}
                onClick={() => show({ state: value })}
              >
                {label}
              </Button>
            ))}
          </Flex>
          <Flex
            as="form"
            gap="2"
            onSubmit={(event) => {
              event.preventDefault();
              show({ search: words.trim() });
            }}
          >
            <Input
              size="sm"
              type="search"
              w="64"
              aria-label="trxID, invoice or e-mail"
              placeholder="trxID, invoice or e-mail"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
            <Button size="sm" type="submit" variant="outline" colorPalette="gray">
              Search
            </Button>
          </Flex>
        </Flex>
        {payments.isPending ? <LoadingLines lines={5} height="8" label="Loading payments" /> : null}
        {payments.isError && !payments.data ? (
          <ErrorState
            title="The payments could not be loaded."
            error={payments.error}
            onRetry={() => void payments.refetch()}
          />
        ) : null}
        {payments.data?.payments.length === 0 ? (
          <EmptyState icon={Wallet} title="No payment here">
            Choose another state or other words.
          </EmptyState>
        ) : null}
        {payments.data && payments.data.payments.length > 0 ? (
          <Box opacity={payments.isPlaceholderData ? 0.6 : 1} overflowX="auto">
            <PaymentsTable payments={payments.data.payments} onOpen={({ id }) => setOpenId(id)} />
            <Pager
              label="Pages of payments"
              current={page}
              total={Math.ceil(payments.data.totalCount / paymentsPageSize)}
              onPage={(next) => show({ page: next })}
            />
            <Text textStyle="xs" color="fg.muted" pt="2" textAlign="center">
              {plural(payments.data.totalCount, 'payment')}
            </Text>
          </Box>
        ) : null}
      </Stack>
      {opened ? <PaymentDialog payment={opened} onClose={() => setOpenId(null)} /> : null}
    </Panel>
  );
}
