/** Lists the bKash payments of all customers; on a phone each payment has two lines, starting with the state. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { formatDecimals } from '#web/lib/numbers.ts';
import type { AdminPayment } from '#contracts/calls/payments-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { bdtText } from '#web/lib/money.ts';
import { PaymentStateTag } from './payment-state-tag.tsx';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { adminPaymentWords } from './words.ts';

type RowProps = { payment: AdminPayment; onOpen: () => void };

const numberOf = ({ trxId, invoice }: AdminPayment): string => trxId ?? invoice;

function OpenButton({ payment, onOpen }: RowProps) {
  const words = useWords(adminPaymentWords);
  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      onClick={onOpen}
      aria-label={words.openNamed(numberOf(payment))}
    >
      {words.open}
    </Button>
  );
}

function Amount({ amount, refunded }: AdminPayment) {
  const words = useWords(adminPaymentWords);
  return (
    <>
      {bdtText(amount)}
      {refunded > 0 ? (
        <Text as="span" display="block" textStyle="xs" color="fg.muted">
          {words.refundedAmount(bdtText(refunded))}
        </Text>
      ) : null}
    </>
  );
}

/** When the payment was started, and since when it waits for a decision. */
function Times({ createdAt, openEnds: [oldest] }: AdminPayment) {
  const words = useWords(adminPaymentWords);
  return (
    <>
      {formatDateTime(createdAt)}
      {oldest ? (
        <Text as="span" display="block" textStyle="xs" color="fg.muted">
          {words.waitsSince(formatDateTime(oldest.openedAt))}
        </Text>
      ) : null}
    </>
  );
}

function columnsOf(words: WordsOf<typeof adminPaymentWords>): Column<RowProps>[] {
  return [
    { title: words.state, cell: ({ payment }) => <PaymentStateTag state={payment.state} /> },
    {
      title: words.customer,
      look: { overflowWrap: 'anywhere' },
      cell: ({ payment }) => (
        <>
          {payment.email}
          <Text textStyle="xs" color="fg.muted">
            {numberOf(payment)}
          </Text>
        </>
      ),
    },
    {
      title: words.started,
      look: { whiteSpace: 'nowrap' },
      cell: ({ payment }) => <Times {...payment} />,
    },
    { title: words.credits, atEnd: true, cell: ({ payment }) => formatDecimals(payment.credits) },
    {
      title: words.amount,
      atEnd: true,
      look: { whiteSpace: 'nowrap' },
      cell: ({ payment }) => <Amount {...payment} />,
    },
    { title: words.open, isTitleHidden: true, atEnd: true, cell: (row) => <OpenButton {...row} /> },
  ];
}

function Lines(props: RowProps) {
  const { payment } = props;
  return (
    <>
      <Flex gap="3" align="flex-start" justify="space-between">
        <PaymentStateTag state={payment.state} />
        <Box textAlign="end" fontWeight="medium">
          <Amount {...payment} />
        </Box>
      </Flex>
      <Flex gap="3" align="center" justify="space-between">
        <Box minW="0" overflowWrap="anywhere">
          {payment.email}
          <Text textStyle="xs" color="fg.muted">
            {numberOf(payment)}
          </Text>
          <Text textStyle="xs" color="fg.muted">
            <Times {...payment} />
          </Text>
        </Box>
        <OpenButton {...props} />
      </Flex>
    </>
  );
}

export function PaymentsList(props: { payments: AdminPayment[]; onOpen: (id: string) => void }) {
  const { payments, onOpen } = props;
  return (
    <RecordList
      records={payments.map((payment) => ({ payment, onOpen: () => onOpen(payment.id) }))}
      keyOf={({ payment }) => payment.id}
      columns={columnsOf(useWords(adminPaymentWords))}
      renderLines={(row) => <Lines {...row} />}
    />
  );
}
