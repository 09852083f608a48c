/** Lists a customer's payments; on a phone each payment has two lines, starting with the status. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { CircleCheck, CircleX, Clock, FileDown, Undo2, type LucideIcon } from 'lucide-react';
import type { PaymentStatus } from '#contracts/payments/payment-statuses.ts';
import type { TransactionView } from '#contracts/calls/payments-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { bdtText, creditsText } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { Said } from '#web/ui/said.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { repriced } from '#web/features/payments/amounts.ts';
import { requestPayment } from '#web/features/payments/purchase-request.ts';
import { isWaiting, methodLabel } from './columns.ts';
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

/** Goes on with an unfinished payment, or opens another one of the same order; the dialog asks before either. */
function Unfinished(props: { transaction: TransactionView }) {
  const { amount_bdt, credits_amount, open_order } = props.transaction;
  const words = useWords(transactionWords);
  if (!open_order) return null;
  const ask = (again: boolean) => {
    const order = {
      number: open_order.number,
      amountBdt: amount_bdt,
      credits: credits_amount,
      origin: 'dialog' as const,
    };
    requestPayment({ order, again, atPrice: (settings) => repriced(order, settings) });
  };
  return (
    <Flex gap="2" wrap="wrap" pt="2">
      {open_order.continues ? (
        <Button size="xs" variant="outline" onClick={() => ask(false)}>
          {words.continueAtBkash}
        </Button>
      ) : null}
      <Button size="xs" variant="outline" colorPalette="gray" onClick={() => ask(true)}>
        {words.payAgain}
      </Button>
    </Flex>
  );
}

function Remark(props: { transaction: TransactionView; ownerId: string | undefined }) {
  const { transaction, ownerId } = props;
  const words = useWords(transactionWords);
  const { message, messageData } = transaction;
  if (!messageData && !isWaiting(transaction)) return null;
  // Only the payer can go on with a payment, not an administrator who reads the list.
  const isUnfinished = transaction.open_order !== null && ownerId === undefined;
  return (
    <>
      <Text textStyle="xs" color="fg.muted" pt="1">
        {messageData ? (
          <Said text={message} data={messageData} />
        ) : isUnfinished ? (
          words.unfinished
        ) : (
          words.waiting
        )}
      </Text>
      {isUnfinished ? <Unfinished transaction={transaction} /> : null}
    </>
  );
}

function columnsOf(
  words: WordsOf<typeof transactionWords>,
  ownerId: string | undefined,
): Column<TransactionView>[] {
  return [
    {
      title: words.date,
      look: { whiteSpace: 'nowrap' },
      cell: (transaction) => formatDateTime(transaction.created_at),
    },
    {
      title: words.status,
      look: { maxW: '80' },
      cell: (transaction) => (
        <>
          <PaymentStatusTag status={transaction.payment_status} />
          <Remark transaction={transaction} ownerId={ownerId} />
        </>
      ),
    },
    { title: words.transaction, cell: (transaction) => <Numbers transaction={transaction} /> },
    {
      title: words.amount,
      atEnd: true,
      look: { whiteSpace: 'nowrap' },
      cell: (transaction) => <Amount transaction={transaction} />,
    },
    {
      title: words.credits,
      atEnd: true,
      cell: (transaction) => formatDecimals(transaction.credits_amount),
    },
    {
      title: words.receipt,
      atEnd: true,
      cell: (transaction) => <Receipt transaction={transaction} ownerId={ownerId} />,
    },
  ];
}

function Lines(props: { transaction: TransactionView; ownerId: string | undefined }) {
  const { transaction, ownerId } = props;
  return (
    <>
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
        <Receipt transaction={transaction} ownerId={ownerId} />
      </Flex>
      <Remark transaction={transaction} ownerId={ownerId} />
    </>
  );
}

export function TransactionsList(props: {
  transactions: TransactionView[];
  /** The customer whose payments an administrator is viewing. */
  ownerId?: string;
}) {
  const { transactions, ownerId } = props;
  return (
    <RecordList
      records={transactions}
      keyOf={({ id }) => id}
      columns={columnsOf(useWords(transactionWords), ownerId)}
      renderLines={(transaction) => <Lines transaction={transaction} ownerId={ownerId} />}
    />
  );
}
