/** bKash payments as a table; on a phone lines of two with the state first. */
import { Box, Button, Flex, Stack, Table, Text, useBreakpointValue } from '@chakra-ui/react';
import { formatDecimals } from '../../lib/numbers.ts';
import type { AdminPayment } from '#contracts/payments.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { bdtText } from '../../lib/money.ts';
import { PaymentStateTag } from './payment-state-tag.tsx';
import { useWords } from '../../lib/words.ts';
import { paymentWords } from './payment-words.ts';

type RowProps = { payment: AdminPayment; onOpen: () => void };

const numberOf = ({ trxId, invoice }: AdminPayment): string => trxId ?? invoice;

function OpenButton({ payment, onOpen }: RowProps) {
  const words = useWords(paymentWords);
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
  const words = useWords(paymentWords);
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

function WideRow(props: RowProps) {
  const { payment } = props;
  return (
    <Table.Row bg="bg.panel" verticalAlign="top">
      <Table.Cell ps="0">
        <PaymentStateTag state={payment.state} />
      </Table.Cell>
      <Table.Cell overflowWrap="anywhere">
        {payment.email}
        <Text textStyle="xs" color="fg.muted">
          {numberOf(payment)}
        </Text>
      </Table.Cell>
      <Table.Cell whiteSpace="nowrap">{formatDateTime(payment.createdAt)}</Table.Cell>
      <Table.Cell textAlign="end">{formatDecimals(payment.credits)}</Table.Cell>
      <Table.Cell textAlign="end" whiteSpace="nowrap">
        <Amount {...payment} />
      </Table.Cell>
      <Table.Cell pe="0" textAlign="end">
        <OpenButton {...props} />
      </Table.Cell>
    </Table.Row>
  );
}

function PhoneRow(props: RowProps) {
  const { payment } = props;
  return (
    <Stack as="li" gap="1.5" py="3" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }}>
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
            {formatDateTime(payment.createdAt)}, {numberOf(payment)}
          </Text>
        </Box>
        <OpenButton {...props} />
      </Flex>
    </Stack>
  );
}

export function PaymentsList(props: { payments: AdminPayment[]; onOpen: (id: string) => void }) {
  const words = useWords(paymentWords);
  const wide = useBreakpointValue({ base: false, md: true }, { ssr: false });
  const rows = props.payments.map((payment) => ({
    payment,
    onOpen: () => props.onOpen(payment.id),
  }));
  if (!wide) {
    return (
      <Box as="ul" listStyleType="none" textStyle="sm" fontVariantNumeric="tabular-nums">
        {rows.map((row) => (
          <PhoneRow key={row.payment.id} {...row} />
        ))}
      </Box>
    );
  }
  return (
    <Table.Root size="sm" fontVariantNumeric="tabular-nums">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">{words.state}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.customer}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.started}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.credits}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.amount}</Table.ColumnHeader>
          <Table.ColumnHeader pe="0">
            <Text as="span" srOnly>
              {words.open}
            </Text>
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {rows.map((row) => (
          <WideRow key={row.payment.id} {...row} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}
