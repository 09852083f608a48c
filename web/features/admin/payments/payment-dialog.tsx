/** Shows one bKash payment: the agreed amount, bKash's report, the refunds and the possible actions. */
import { Box, Heading, Stack, Text } from '@chakra-ui/react';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useIsMutating } from '@tanstack/react-query';
import type { AdminPayment } from '#contracts/calls/payments-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { bdtText } from '#web/lib/money.ts';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Said } from '#web/ui/said.tsx';
import { DetailList } from '#web/features/admin/detail-list.tsx';
import { OpenEnds } from './open-ends.tsx';
import { DecideForm, RefundForm } from './payment-actions.tsx';
import { paymentsKey } from './queries.ts';
import { PaymentStateTag } from './payment-state-tag.tsx';
import { refundablePoisha } from './refund-rules.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { adminPaymentWords } from './words.ts';

function refundText(state: string): string {
  const texts: Record<string, string> = wordsNow(adminPaymentWords).refundStates;
  return texts[state] ?? state;
}

function Refunds(props: { payment: AdminPayment }) {
  const words = useWords(adminPaymentWords);
  const { refunds } = props.payment;
  if (refunds.length === 0) return null;
  return (
    <Stack gap="1" textStyle="sm">
      <Heading as="h3" size="sm">
        {words.refunds}
      </Heading>
      {refunds.map((refund) => (
        <Text key={refund.id}>
          {formatDateTime(refund.createdAt)}: {bdtText(refund.amount)} {refundText(refund.state)}.{' '}
          {refund.state === 'failed' ? null : words.creditsTaken(formatDecimals(refund.creditsTaken))}
          {words.reasonGiven(refund.reason)}
        </Text>
      ))}
    </Stack>
  );
}

export function PaymentDetailsDialog(props: { payment: AdminPayment; onClose: () => void }) {
  const { payment, onClose } = props;
  const words = useWords(adminPaymentWords);
  const canRefund = refundablePoisha(payment) > 0;
  const isSending = useIsMutating({ mutationKey: paymentsKey }) > 0;
  return (
    <Modal
      open
      onClose={onClose}
      size="md"
      title={words.title(bdtText(payment.amount))}
      persistent
      busy={isSending}
    >
      <Stack gap="5">
        <Box>
          <PaymentStateTag state={payment.state} />
        </Box>
        {payment.heldReason ? (
          <Notice tone="warning" title={words.differs}>
            <Text>
              <Said text={payment.heldReason} data={payment.heldReasonData} />
            </Text>
            {payment.held ? (
              <Text>
                {words.bkashSays(
                  payment.held.amount === null ? words.noAmount : bdtText(payment.held.amount),
                  payment.held.currency ?? '',
                  payment.held.invoice ?? words.missing,
                  payment.held.trxId ?? words.missing,
                )}
              </Text>
            ) : null}
            {payment.held?.decision ? <Text>{words.decided(payment.held.decision)}</Text> : null}
          </Notice>
        ) : null}
        <DetailList
          details={[
            [words.customer, payment.email],
            [words.credits, formatDecimals(payment.credits)],
            [words.order, payment.orderNumber],
            [words.invoiceAtBkash, payment.invoice],
            [words.paymentId, payment.paymentId],
            [words.trxId, payment.trxId],
            [words.started, formatDateTime(payment.createdAt)],
            [words.paid, payment.paidAt && formatDateTime(payment.paidAt)],
            [words.sentBack, bdtText(payment.refunded)],
            [words.note, payment.message && <Said text={payment.message} data={payment.messageData} />],
          ]}
        />
        <Refunds payment={payment} />
        <OpenEnds payment={payment} onDone={onClose} />
        {payment.state === 'held' && payment.refunds.length === 0 ? (
          <DecideForm payment={payment} onDone={onClose} />
        ) : null}
        {canRefund ? <RefundForm payment={payment} onDone={onClose} /> : null}
      </Stack>
    </Modal>
  );
}
