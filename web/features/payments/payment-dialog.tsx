/** Renders the payment dialog: create, redirect, processing, success, failed (spec section 4, "Payment dialog"). */
import { Box, Button, Flex, Link, Spinner, Stack, Text } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { timings } from '#contracts/client-timings.ts';
import { refusalText } from '#web/lib/messages.ts';
import { bdtText, creditsText } from '#web/lib/money.ts';
import { useWords } from '#web/lib/words.ts';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { hasStoppedAsking, type PaidPayment, type PaymentState } from './payment-machine.ts';
import type { PaymentRequest } from './purchase-request.ts';
import type { PurchaseOrder } from './queries.ts';
import { usePayment } from './use-payment.ts';
import { paymentWords } from './words.ts';

function Summary(props: { order: PurchaseOrder }) {
  const words = useWords(paymentWords);
  const lines = [
    [words.youPay, bdtText(props.order.amountBdt)],
    [words.youGet, creditsText(props.order.credits)],
  ] as const;
  return (
    <Stack
      as="dl"
      gap="1"
      borderWidth="1px"
      borderRadius="l2"
      px="4"
      py="3"
      fontVariantNumeric="tabular-nums"
    >
      {lines.map(([label, value]) => (
        <Flex key={label} justify="space-between" gap="4">
          <Text as="dt" color="fg.muted">
            {label}
          </Text>
          <Text as="dd" fontWeight="semibold">
            {value}
          </Text>
        </Flex>
      ))}
    </Stack>
  );
}

function Actions(props: { children: ReactNode }) {
  return (
    <Flex gap="3" wrap="wrap" justify="flex-end">
      {props.children}
    </Flex>
  );
}

function Waiting(props: { title: string; children: ReactNode }) {
  return (
    <Flex as="output" gap="3" align="flex-start" aria-live="polite">
      <Spinner size="sm" color="brand.solid" mt="1" flexShrink="0" aria-hidden />
      <Stack gap="1">
        <Text fontWeight="medium">{props.title}</Text>
        <Text textStyle="sm" color="fg.muted">
          {props.children}
        </Text>
      </Stack>
    </Flex>
  );
}

function CreateView(props: {
  state: Extract<PaymentState, { step: 'create' }>;
  order: PurchaseOrder;
  onPay: () => void;
  onCancel: () => void;
}) {
  const { state, order, onPay, onCancel } = props;
  const words = useWords(paymentWords);
  return (
    <>
      <Summary order={order} />
      <Text textStyle="sm" color="fg.muted">
        {words.whatBkashAsks}
      </Text>
      {state.again ? <Notice tone="info">{words.payOnlyOne}</Notice> : null}
      {state.failure ? (
        <Notice tone={state.newPrice ? 'warning' : 'error'} smallPrint={state.failure.smallPrint}>
          <Text>{state.failure.message}</Text>
          {state.blocked ? (
            <Text mt="1">
              {words.noSuchChoice}{' '}
              <Link href={state.blocked.bkashUrl} variant="underline" colorPalette="brand">
                {words.continueHere}
              </Link>
            </Text>
          ) : null}
        </Notice>
      ) : null}
      <Actions>
        <Button variant="outline" colorPalette="gray" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button loading={state.opening} loadingText={words.opening} onClick={onPay}>
          {words.pay}
        </Button>
      </Actions>
    </>
  );
}

function ProcessingView(props: {
  state: Extract<PaymentState, { step: 'processing' }>;
  onReopen: () => void;
  onPayAgain: () => void;
  onLookAgain: () => void;
  onClose: () => void;
}) {
  const { state, onReopen, onPayAgain, onLookAgain, onClose } = props;
  const words = useWords(paymentWords);
  const stopped = hasStoppedAsking(state);
  // Until bKash has answered once, the payer has probably just finished there.
  const isOpen = state.queries > 0;
  return (
    <>
      {stopped ? (
        <Notice tone="info" title={words.undecided}>
          {words.undecidedText}
        </Notice>
      ) : (
        <Waiting title={isOpen ? words.unfinished : words.waiting}>{words.youCanLeave}</Waiting>
      )}
      {isOpen ? (
        <Text textStyle="sm" color="fg.muted">
          {words.closedTooEarly}
        </Text>
      ) : null}
      {state.trouble ? (
        <Notice tone="warning" smallPrint={state.trouble.smallPrint}>
          {state.trouble.message}
        </Notice>
      ) : null}
      <Actions>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {words.close}
        </Button>
        {isOpen ? (
          <>
            <Button variant="outline" onClick={onPayAgain}>
              {words.payAgain}
            </Button>
            {stopped ? (
              <Button variant="outline" onClick={onLookAgain}>
                {words.checkAgain}
              </Button>
            ) : null}
            <Button onClick={onReopen}>{words.continueAtBkash}</Button>
          </>
        ) : null}
      </Actions>
    </>
  );
}

function SuccessView(props: { paid: PaidPayment | null }) {
  const { paid } = props;
  const words = useWords(paymentWords);
  const me = useMe();
  const fresh = me.data && !me.isFetching ? words.balanceNow(creditsText(me.data.credits)) : '';
  return (
    <Notice
      tone="success"
      title={
        paid ? words.bought(creditsText(paid.credits), bdtText(paid.amountBdt)) : refusalText('ORDER_PAID')
      }
    >
      <Box minH="5">{fresh}</Box>
      {paid ? <Text color="fg.muted">{words.bkashTransaction(paid.trxId)}</Text> : null}
    </Notice>
  );
}

export function PaymentDialog(props: {
  request: PaymentRequest;
  /** Called when the payment is confirmed. */
  onSuccess: () => void;
  /** Called two seconds later, or earlier if the dialog is closed. */
  onCompleted: (paid: PaidPayment | null, order: PurchaseOrder) => void;
  onClose: () => void;
}) {
  const { request, onClose } = props;
  const words = useWords(paymentWords);
  const { state, order, pay, retry, reopen, payAgain, lookAgain, showWindow } = usePayment(request);
  const succeeded = state.step === 'success';
  const completed = useRef(false);
  const complete = () => {
    if (state.step !== 'success' || completed.current) return;
    completed.current = true;
    props.onCompleted(state.paid, order);
  };
  const onSucceeded = useEffectEvent(props.onSuccess);
  const onShown = useEffectEvent(complete);
  useEffect(() => {
    if (!succeeded) return undefined;
    onSucceeded();
    const timer = setTimeout(onShown, timings.paymentSuccessMs);
    return () => clearTimeout(timer);
  }, [succeeded]);

  return (
    <Modal
      open
      onClose={succeeded ? complete : onClose}
      title={words.titles[state.step]}
      persistent={state.step === 'redirect' || state.step === 'processing'}
    >
      <Stack gap="4">
        {state.step === 'create' ? (
          <CreateView state={state} order={order} onPay={pay} onCancel={onClose} />
        ) : null}
        {state.step === 'redirect' ? (
          <>
            <Waiting title={words.payInWindow(bdtText(order.amountBdt))}>{words.goesOn}</Waiting>
            <Actions>
              <Button variant="outline" onClick={showWindow}>
                {words.showWindow}
              </Button>
            </Actions>
          </>
        ) : null}
        {state.step === 'processing' ? (
          <ProcessingView
            state={state}
            onReopen={reopen}
            onPayAgain={payAgain}
            onLookAgain={lookAgain}
            onClose={onClose}
          />
        ) : null}
        {state.step === 'success' ? <SuccessView paid={state.paid} /> : null}
        {state.step === 'failed' ? (
          <>
            <Notice tone="error" smallPrint={state.failure.smallPrint}>
              {state.failure.message}
            </Notice>
            <Actions>
              <Button variant="outline" colorPalette="gray" onClick={onClose}>
                {words.cancel}
              </Button>
              <Button onClick={retry}>{words.tryAgain}</Button>
            </Actions>
          </>
        ) : null}
      </Stack>
    </Modal>
  );
}
