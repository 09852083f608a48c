/** Payments as a table; on a phone rows of two lines with the status first. */
import { Box, Button, Flex, Stack, Table, Text, useBreakpointValue } from '@chakra-ui/react';
import { CircleCheck, CircleX, Clock, FileDown, Undo2, type LucideIcon } from 'lucide-react';
import type { PaymentStatus, TransactionView } from '#contracts/transactions.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { bdtText, creditsText } from '../../lib/money.ts';
import { formatDecimals } from '../../lib/numbers.ts';
import { useWords } from '../../lib/words.ts';
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx';
import { useUser } from '../auth/queries.ts';
import { remarkText } from '../payments/remarks.ts';
import { methodLabel, remarkOf } from './columns.ts';
import { receiptUrl } from './queries.ts';
import { transactionWords } from './words.ts';

const looks: Record<PaymentStatus, { tone: StatusTone; icon: LucideIcon }> = {
  completed: { tone: 'brand', icon: CircleCheck },
  pending: { tone: 'information', icon: Clock },
  failed: { tone: 'failure', icon: CircleX },
  refunded: { tone: 'gray', icon: Undo2 },
};

function PaymentStatusTag(props: { status: PaymentStatus }) {
  const { statuses } = useWords(transactionWords);
  return <StatusTag {...looks[props.status]} label={statuses[props.status]} />;
}

type ListProps = {
  transactions: TransactionView[];
  /** Whose they are, where an administrator looks at them. */
  ownerId?: string;
};

function Receipt(props: { transaction: TransactionView; ownerId: string | undefined }) {
  const { id, receipt_number } = props.transaction;
  const words = useWords(transactionWords);
  const user = useUser();
  if (!receipt_number) return null;
  return (
    <Button asChild size="xs" variant="outline">
      <a
        href={receiptUrl(props.ownerId ?? user.id, id)}
        download
        aria-label={words.receiptNamed(receipt_number)}
      >
        <FileDown aria-hidden /> {words.receipt}
      </a>
    </Button>
  );
}

function Amount(props: { transaction: TransactionView }) {
  const { amount_bdt, refunded_bdt } = props.transaction;
  const words = useWords(transactionWords);
  return (
    <>
      {bdtText(amount_bdt)}
      {refunded_bdt > 0 ? (
        <Text as="span" display="block" textStyle="xs" color="fg.muted">
          {words.refunded(bdtText(refunded_bdt))}
        </Text>
      ) : null}
    </>
  );
}

function Numbers(props: { transaction: TransactionView }) {
  const { transaction_id, payment_method, receipt_number } = props.transaction;
  return (
    <>
      <Text overflowWrap="anywhere">{transaction_id}</Text>
      <Text textStyle="xs" color="fg.muted">
        {[methodLabel(payment_method), receipt_number].filter(Boolean).join(', ')}
      </Text>
    </>
  );
}

function Remark(props: { transaction: TransactionView }) {
  const words = useWords(transactionWords);
  const remark = remarkText(remarkOf(props.transaction, words));
  return remark ? (
    <Text textStyle="xs" color="fg.muted" pt="1">
      {remark}
    </Text>
  ) : null;
}

function WideTable(props: ListProps) {
  const words = useWords(transactionWords);
  return (
    <Table.Root size="sm" fontVariantNumeric="tabular-nums">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">{words.date}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.status}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.transaction}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.amount}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.credits}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end" pe="0">
            {words.receipt}
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {props.transactions.map((transaction) => (
          <Table.Row key={transaction.id} bg="bg.panel" verticalAlign="top">
            <Table.Cell ps="0" whiteSpace="nowrap">
              {formatDateTime(transaction.created_at)}
            </Table.Cell>
            <Table.Cell maxW="80">
              <PaymentStatusTag status={transaction.payment_status} />
              <Remark transaction={transaction} />
            </Table.Cell>
            <Table.Cell>
              <Numbers transaction={transaction} />
            </Table.Cell>
            <Table.Cell textAlign="end" whiteSpace="nowrap">
              <Amount transaction={transaction} />
            </Table.Cell>
            <Table.Cell textAlign="end">{formatDecimals(transaction.credits_amount)}</Table.Cell>
            <Table.Cell textAlign="end" pe="0">
              <Receipt transaction={transaction} ownerId={props.ownerId} />
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

function PhoneList(props: ListProps) {
  return (
    <Box as="ul" listStyleType="none" textStyle="sm" fontVariantNumeric="tabular-nums">
      {props.transactions.map((transaction) => (
        <Stack
          as="li"
          key={transaction.id}
          gap="1.5"
          py="3"
          borderTopWidth="1px"
          _first={{ borderTopWidth: '0', pt: '0' }}
        >
          <Flex gap="3" align="flex-start" justify="space-between">
            <PaymentStatusTag status={transaction.payment_status} />
            <Box textAlign="end" fontWeight="medium">
              <Amount transaction={transaction} />
            </Box>
          </Flex>
          <Flex gap="3" align="center" justify="space-between">
            <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
              {formatDateTime(transaction.created_at)}, {creditsText(transaction.credits_amount)},{' '}
              {transaction.transaction_id}
            </Text>
            <Receipt transaction={transaction} ownerId={props.ownerId} />
          </Flex>
          <Remark transaction={transaction} />
        </Stack>
      ))}
    </Box>
  );
}

export function TransactionsList(props: ListProps) {
  const wide = useBreakpointValue({ base: false, md: true }, { ssr: false });
  return wide ? <WideTable {...props} /> : <PhoneList {...props} />;
}
