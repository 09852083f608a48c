/**
 * Shows why a payment needs a decision: the known data, bKash's own list where it matters, and the possible decisions.
 */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openEndDecisions, type OpenEndDecision } from '#contracts/payments/open-end-rules.ts';
import type { ListedRefund, OpenEnd, AdminPayment } from '#contracts/calls/payments-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { saidNow } from '#web/lib/said.ts';
import { errorText } from '#web/lib/messages.ts';
import { bdtText } from '#web/lib/money.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Said } from '#web/ui/said.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { openEndWords } from './open-end-words.ts';
import { decideOpenEnd, listedRefundsQuery, paymentsKey } from './queries.ts';

const noRefund = '';

function RefundLine({ refund }: { refund: ListedRefund }) {
  const words = useWords(openEndWords);
  const { refundTrxId, amount, completedAt, isKnown } = refund;
  return (
    <Text as="li" fontVariantNumeric="tabular-nums">
      {completedAt ? `${formatDateTime(completedAt)}: ` : ''}
      {amount === null ? words.noAmount : bdtText(amount)} ({refundTrxId}),{' '}
      {isKnown ? words.accounted : words.notAccounted}
    </Text>
  );
}

function ListAtBkash(props: { paymentId: string }) {
  const words = useWords(openEndWords);
  const list = useQuery(listedRefundsQuery(props.paymentId));
  if (list.isPending) return <LoadingLines lines={1} label={words.loadingList} />;
  if (list.isError) return <Text color="fg.muted">{words.listFailed}</Text>;
  if (list.data.length === 0) return <Text color="fg.muted">{words.emptyList}</Text>;
  return (
    <Stack as="ul" listStyleType="none" gap="0.5" aria-label={words.listAtBkash}>
      {list.data.map((refund) => (
        <RefundLine key={refund.refundTrxId} refund={refund} />
      ))}
    </Stack>
  );
}

/**
 * Returns the listed refunds that may be the one whose answer was lost: they have its amount and belong to no other
 * refund.
 */
function useCandidates(paymentId: string, end: OpenEnd): ListedRefund[] {
  const list = useQuery({ ...listedRefundsQuery(paymentId), enabled: end.kind === 'refund_unknown' });
  return (list.data ?? []).filter(({ isKnown, amount }) => !isKnown && amount === end.amount);
}

function Decision(props: { payment: AdminPayment; end: OpenEnd; onDone: () => void }) {
  const { payment, end, onDone } = props;
  const words = useWords(openEndWords);
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState(noRefund);
  const candidates = useCandidates(payment.id, end);
  const decide = useMutation({
    mutationKey: paymentsKey,
    mutationFn: (decision: OpenEndDecision) =>
      decideOpenEnd({
        paymentId: payment.id,
        endId: end.id,
        decision,
        reason: reason.trim(),
        ...(decision === 'made' ? { refundTrxId: chosen } : {}),
      }),
    onSuccess: ({ message, messageData }) => {
      notify('success', saidNow(message, messageData));
      void client.invalidateQueries({ queryKey: paymentsKey });
      onDone();
    },
  });
  const isReasoned = isReason(reason);
  const choices = [
    { value: noRefund, label: words.none },
    ...candidates.map(({ refundTrxId }) => ({ value: refundTrxId, label: refundTrxId })),
  ];
  const isPossible = (decision: OpenEndDecision) =>
    isReasoned && !decide.isPending && (decision !== 'made' || chosen !== noRefund);
  return (
    <Stack gap="3" w="full">
      {end.kind === 'refund_unknown' ? (
        <SelectField label={words.which} choices={choices} value={chosen} onChange={setChosen} />
      ) : null}
      <TextField label={words.reason} value={reason} onChange={setReason} required />
      {decide.isError ? (
        <Notice tone="error" title={errorText(decide.error)} smallPrint={requestIdText(decide.error)} />
      ) : null}
      <Flex gap="2" wrap="wrap" align="center">
        {openEndDecisions[end.kind].map((decision) => (
          <Button
            key={decision}
            variant="outline"
            colorPalette="gray"
            disabled={!isPossible(decision)}
            loading={decide.isPending && decide.variables === decision}
            onClick={() => decide.mutate(decision)}
          >
            {words.decisions[decision]}
          </Button>
        ))}
        {isReasoned ? null : (
          <Text textStyle="sm" color="fg.muted">
            {words.needs}
          </Text>
        )}
        {isReasoned && end.kind === 'refund_unknown' && chosen === noRefund ? (
          <Text textStyle="sm" color="fg.muted">
            {words.needsChoice}
          </Text>
        ) : null}
      </Flex>
    </Stack>
  );
}

function OpenEndPart(props: { payment: AdminPayment; end: OpenEnd; onDone: () => void }) {
  const { payment, end } = props;
  const words = useWords(openEndWords);
  const { title, text } = words.about[end.kind];
  const isAboutList = end.kind === 'refund_unknown' || end.kind === 'refund_twin';
  return (
    <Stack as="section" aria-label={title} gap="3">
      <Notice tone="warning" title={title}>
        <Text>{text(bdtText(end.amount))}</Text>
        {end.detail ? (
          <Text>
            {words.why} <Said text={end.detail} data={end.detailData} />
          </Text>
        ) : null}
        <Text color="fg.muted">{words.since(formatDateTime(end.openedAt))}</Text>
      </Notice>
      {isAboutList ? <ListAtBkash paymentId={payment.id} /> : null}
      <Decision {...props} />
    </Stack>
  );
}

/** A held payment is excluded, because it is decided in its own form. */
export function OpenEnds(props: { payment: AdminPayment; onDone: () => void }) {
  const ends = props.payment.openEnds.filter(({ kind }) => openEndDecisions[kind].length > 0);
  return ends.map((end) => <OpenEndPart key={end.id} {...props} end={end} />);
}
