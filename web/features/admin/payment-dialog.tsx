/** One bKash payment: what was agreed, what bKash said, what was sent back, and what can be done. */
import { Box, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { Fragment } from 'react';
import { formatCredits } from '#contracts/credits.ts';
import type { AdminPayment } from '#contracts/payments.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { bdtText } from '../../lib/money.ts';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DecideForm, RefundForm } from './payment-actions.tsx';
import { PaymentStateTag } from './payment-state-tag.tsx';
import { refundablePoisha } from './refund-rules.ts';

function Facts(props: { facts: [string, string | null][] }) {
  return (
    <Grid
      as="dl"
      templateColumns="minmax(0, max-content) minmax(0, 1fr)"
      columnGap="4"
      rowGap="1"
      textStyle="sm"
    >
      {props.facts.map(([name, value]) => (
        <Fragment key={name}>
          <Text as="dt" color="fg.muted">
            {name}
          </Text>
          <Text as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value ?? '–'}
          </Text>
        </Fragment>
      ))}
    </Grid>
  );
}

const refundWords: Record<string, string> = {
  pending: 'under way',
  unknown: 'not confirmed yet, we go on asking bKash',
  done: 'sent back',
  failed: 'not made, nothing was sent back',
};

function Refunds(props: { payment: AdminPayment }) {
  const { refunds } = props.payment;
  if (refunds.length === 0) return null;
  return (
    <Stack gap="1" textStyle="sm">
      <Heading as="h3" size="sm">
        Refunds
      </Heading>
      {refunds.map((refund) => (
        <Text key={refund.id}>
          {formatDateTime(refund.createdAt)}: {bdtText(refund.amount)}{' '}
          {refundWords[refund.state] ?? refund.state}.{' '}
          {refund.state === 'failed' ? null : `${formatCredits(refund.creditsTaken)} credits taken back. `}
          Reason: {refund.reason}
        </Text>
      ))}
    </Stack>
  );
}

export function PaymentDialog(props: { payment: AdminPayment; onClose: () => void }) {
  const { payment, onClose } = props;
  const canRefund = refundablePoisha(payment) > 0;
  return (
    <Modal open onClose={onClose} size="md" title={`Payment of ${bdtText(payment.amount)}`} persistent>
      <Stack gap="5">
        <Box>
          <PaymentStateTag state={payment.state} />
        </Box>
        {payment.heldReason ? (
          <Notice tone="warning" title="bKash reported something else than agreed">
            <Text>{payment.heldReason}</Text>
            {payment.held ? (
              <Text>
                bKash says: {payment.held.amount === null ? 'no amount' : bdtText(payment.held.amount)}{' '}
                {payment.held.currency}, invoice {payment.held.invoice ?? 'missing'}, trxID{' '}
                {payment.held.trxId ?? 'missing'}.
              </Text>
            ) : null}
            {payment.held?.decision ? <Text>Decided: {payment.held.decision}.</Text> : null}
          </Notice>
        ) : null}
        <Facts
          facts={[
            ['Customer', payment.email],
            ['Credits', formatCredits(payment.credits)],
            ['Order', payment.orderNumber],
            ['Invoice at bKash', payment.invoice],
            ['Payment ID', payment.paymentId],
            ['trxID', payment.trxId],
            ['Started', formatDateTime(payment.createdAt)],
            ['Paid', payment.paidAt && formatDateTime(payment.paidAt)],
            ['Sent back', bdtText(payment.refunded)],
            ['Note', payment.message],
          ]}
        />
        <Refunds payment={payment} />
        {payment.state === 'held' && payment.refunds.length === 0 ? (
          <DecideForm payment={payment} onDone={onClose} />
        ) : null}
        {canRefund ? <RefundForm payment={payment} onDone={onClose} /> : null}
      </Stack>
    </Modal>
  );
}
