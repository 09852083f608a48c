/**
 * Renders an administrator's actions for a payment: refund it, or decide one whose figures differ. Each needs a reason.
 */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDecimals, localDigits } from '#web/lib/numbers.ts';
import type { AdminPayment } from '#contracts/calls/payments-answers.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { ApiError } from '#web/lib/client.ts';
import { bdtText } from '#web/lib/money.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { errorText } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { notifyAnswer } from '#web/features/admin/approvals/queries.ts';
import { decidePayment, paymentsKey, refundPayment, type Decision } from './queries.ts';
import { refundablePoisha, refundPoishaIn } from './refund-rules.ts';
import { useWords } from '#web/lib/words.ts';
import { adminPaymentWords } from './words.ts';

function useAfterAction(onDone: () => void) {
  const client = useQueryClient();
  return {
    mutationKey: paymentsKey,
    onSuccess: (answer: Parameters<typeof notifyAnswer>[0]) => {
      notifyAnswer(answer);
      onDone();
    },
    // An action whose answer was lost may have been carried out.
    onSettled: () => void client.invalidateQueries({ queryKey: paymentsKey }),
  };
}

/** If the payment's credits are already spent, the administrator is asked before the money is sent back. */
function shortfallOf(error: unknown): { availableCredits: number; wantedCredits: number } | null {
  if (!(error instanceof ApiError) || error.code !== 'CREDITS_SPENT') return null;
  const { availableCredits, wantedCredits } = error.details;
  return { availableCredits: Number(availableCredits), wantedCredits: Number(wantedCredits) };
}

export function RefundForm(props: { payment: AdminPayment; onDone: () => void }) {
  const { payment, onDone } = props;
  const words = useWords(adminPaymentWords);
  const leftPoisha = refundablePoisha(payment);
  const left = bdtText(bdtFromPoisha(leftPoisha));
  const [amount, setAmount] = useState(localDigits(bdtFromPoisha(leftPoisha).toFixed(2)));
  const [reason, setReason] = useState('');
  const refund = useMutation({
    mutationFn: (input: { amount: number; acceptShortfall: boolean }) =>
      refundPayment({ id: payment.id, reason: reason.trim(), ...input }),
    ...useAfterAction(onDone),
  });
  const shortfall = shortfallOf(refund.error);
  const poisha = refundPoishaIn(amount, leftPoisha);
  const isValid = poisha !== null && isReason(reason);
  const send = () => {
    if (poisha !== null)
      refund.mutate({ amount: bdtFromPoisha(poisha), acceptShortfall: shortfall !== null });
  };
  const changeAmount = (text: string) => {
    setAmount(text);
    // The administrator accepted the shortfall for a different amount.
    refund.reset();
  };
  return (
    // Enter asks for the refund, but does not answer the question that may follow.
    <FieldsForm onSubmit={() => shortfall === null && send()}>
      <Stack gap="3">
        <TextField
          label={words.amountToSend}
          value={amount}
          onChange={changeAmount}
          inputMode="decimal"
          autoComplete="off"
          disabled={refund.isPending}
          hint={payment.state === 'paid' ? words.upToPaid(left) : words.upToUnpaid(left)}
        />
        <TextField label={words.reason} value={reason} onChange={setReason} required />
        {shortfall ? (
          <Notice tone="warning" title={words.creditsSpent}>
            <Text>
              {words.creditsSpentAsk(
                formatDecimals(shortfall.wantedCredits),
                formatDecimals(shortfall.availableCredits),
              )}
            </Text>
          </Notice>
        ) : null}
        {refund.isError && !shortfall ? (
          <Notice tone="error" title={errorText(refund.error)} smallPrint={requestIdText(refund.error)} />
        ) : null}
        <Flex gap="3" wrap="wrap" align="center">
          <Button
            type={shortfall ? 'button' : 'submit'}
            onClick={shortfall ? send : undefined}
            colorPalette="failure"
            loading={refund.isPending}
            disabled={!isValid}
          >
            {shortfall ? words.refundTaking(formatDecimals(shortfall.availableCredits)) : words.refund}
          </Button>
          {isValid ? null : (
            <Text textStyle="sm" color="fg.muted">
              {words.refundNeeds(left)}
            </Text>
          )}
        </Flex>
      </Stack>
    </FieldsForm>
  );
}

const decisions: readonly Decision[] = ['credit', 'refund', 'close'];

export function DecideForm(props: { payment: AdminPayment; onDone: () => void }) {
  const { payment, onDone } = props;
  const words = useWords(adminPaymentWords);
  const [reason, setReason] = useState('');
  const decide = useMutation({
    mutationFn: (decision: Decision) => decidePayment(payment.id, decision, reason.trim()),
    ...useAfterAction(onDone),
  });
  const isValid = isReason(reason);
  return (
    <Stack gap="3">
      <TextField label={words.decisionReason} value={reason} onChange={setReason} required />
      {decide.isError ? (
        <Notice tone="error" title={errorText(decide.error)} smallPrint={requestIdText(decide.error)} />
      ) : null}
      <Flex gap="2" wrap="wrap" align="center">
        {decisions.map((value) => (
          <Button
            key={value}
            variant={value === 'credit' ? 'solid' : 'outline'}
            colorPalette={value === 'credit' ? 'brand' : 'gray'}
            disabled={!isValid || decide.isPending}
            loading={decide.isPending && decide.variables === value}
            onClick={() => decide.mutate(value)}
          >
            {words.decisions[value]}
          </Button>
        ))}
        {isValid ? null : (
          <Text textStyle="sm" color="fg.muted">
            {words.decisionNeeds}
          </Text>
        )}
      </Flex>
    </Stack>
  );
}
