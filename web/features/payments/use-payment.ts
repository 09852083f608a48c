/** Runs one payment: creates it, opens and watches bKash's window, and queries the server for the result. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState, type Dispatch, type RefObject } from 'react';
import { timings } from '#contracts/client-timings.ts';
import { ApiError, isNetworkError } from '#web/lib/client.ts';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { isSignedOut } from '#web/lib/refused-changes.ts';
import { useHasLeft } from '#web/lib/use-has-left.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { settingsQuery } from '#web/features/site/settings-queries.ts';
import { withPayment } from './cart/cart.ts';
import { updateCart } from './cart/cart-store.ts';
import {
  anotherPayment,
  hasStoppedAsking,
  initialPayment,
  nextPayment,
  type Failure,
  type PaymentEvent,
  type PaymentState,
} from './payment-machine.ts';
import { openPaymentWindow, watchPaymentWindow } from './payment-window.ts';
import type { PaymentRequest } from './purchase-request.ts';
import { createPayment, queryPayment, type PurchaseOrder } from './queries.ts';

function failureOf(error: unknown, withoutAnswer: string, fallback: string): Failure {
  if (isNetworkError(error)) return { message: withoutAnswer };
  const said = error instanceof ApiError ? errorText(error) : '';
  return { message: said || fallback, smallPrint: requestIdText(error) };
}

/** Returns true if the server does not know this payment. All other failures may be temporary. */
function isUnknownPayment(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

const isRefused = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** Applies the price from the server's answer if the settings cannot be read. */
function answeredPrice(order: PurchaseOrder, error: unknown): PurchaseOrder {
  const credits = error instanceof ApiError ? error.details['credits'] : null;
  return typeof credits === 'number' ? { ...order, credits } : order;
}

/** Asks the server for the result of a payment until the answer is known or the questions are used up. */
function useAnswers(state: PaymentState, dispatch: Dispatch<PaymentEvent>): void {
  const paymentId = state.step === 'processing' ? state.payment.paymentId : null;
  const queries = state.step === 'processing' ? state.queries : 0;
  const stopped = hasStoppedAsking(state);
  useEffect(() => {
    if (paymentId === null || stopped) return undefined;
    let left = false;
    const ask = async () => {
      try {
        const answer = await queryPayment(paymentId);
        if (!left) dispatch({ type: 'answered', answer });
      } catch (error) {
        if (left) return;
        const { paymentStatusFailed, paymentVerificationFailed } = messagesNow();
        const failure = failureOf(error, paymentStatusFailed, paymentVerificationFailed);
        dispatch({ type: isUnknownPayment(error) ? 'not-verifiable' : 'unanswered', failure });
      }
    };
    const timer = setTimeout(() => void ask(), queries === 0 ? 0 : timings.paymentQueryMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [paymentId, queries, stopped, dispatch]);
}

/** Notices when the payer has come back from bKash's window, and closes it once the payment has ended. */
function useWindowWatch(
  openedWindow: RefObject<Window | null>,
  step: PaymentState['step'],
  dispatch: Dispatch<PaymentEvent>,
): void {
  useEffect(() => {
    const opened = openedWindow.current;
    if (step !== 'redirect' || !opened) return undefined;
    const onReturned = () => dispatch({ type: 'returned' });
    return watchPaymentWindow(opened, onReturned, timings.paymentWindowCheckMs);
  }, [openedWindow, step, dispatch]);

  useEffect(() => {
    if (step === 'success' || step === 'failed') openedWindow.current?.close();
  }, [openedWindow, step]);
}

export function usePayment(request: PaymentRequest) {
  const client = useQueryClient();
  const [order, setOrder] = useState(request.order);
  const [state, dispatch] = useReducer(nextPayment, request.again ? anotherPayment : initialPayment);
  const openedWindow = useRef<Window | null>(null);
  useWindowWatch(openedWindow, state.step, dispatch);
  const hasLeft = useHasLeft();

  /** Refreshes everything that shows prices, and requests this payment again at the new price. */
  const reprice = async (refusal: unknown) => {
    const settings = await client.query({ ...settingsQuery, staleTime: 0 }).catch(() => null);
    setOrder(settings ? request.atPrice(settings) : answeredPrice(order, refusal));
    dispatch({ type: 'repriced', message: errorText(refusal) });
  };

  const pay = async () => {
    const again = state.step === 'create' && state.again;
    dispatch({ type: 'pay' });
    const opened = openPaymentWindow();
    try {
      const created = await createPayment(order, again);
      const payment = { paymentId: created.paymentID, bkashUrl: created.bkashURL };
      // Also an order of the cart that is paid from the transactions: the cart asks what became of each of its payments.
      updateCart((cart) => withPayment(cart, order.number, payment.paymentId));
      if (hasLeft.current) {
        opened?.close();
      } else if (opened && !opened.closed) {
        opened.location.replace(payment.bkashUrl);
        openedWindow.current = opened;
        dispatch({ type: 'opened', payment });
      } else {
        dispatch({ type: 'blocked', payment });
      }
    } catch (error) {
      opened?.close();
      if (isRefused(error, 'ORDER_PAID')) {
        dispatch({ type: 'already-paid' });
        return;
      }
      if (isRefused(error, 'PRICE_CHANGED')) {
        await reprice(error);
        return;
      }
      const { paymentCreateFailed, paymentCreateFailedRetry } = messagesNow();
      dispatch({
        type: 'refused',
        failure: isSignedOut(error) ? null : failureOf(error, paymentCreateFailedRetry, paymentCreateFailed),
      });
    }
  };

  /** Goes on with the same payment, so that nothing can be paid twice. */
  const reopen = () => {
    if (state.step !== 'processing') return;
    const opened = openPaymentWindow();
    if (!opened) {
      window.location.assign(state.payment.bkashUrl);
      return;
    }
    opened.location.replace(state.payment.bkashUrl);
    openedWindow.current = opened;
    dispatch({ type: 'reopened' });
  };

  useAnswers(state, dispatch);

  return {
    state,
    order,
    pay: () => void pay(),
    retry: () => dispatch({ type: 'retry' }),
    reopen,
    payAgain: () => dispatch({ type: 'pay-again' }),
    lookAgain: () => dispatch({ type: 'look-again' }),
    showWindow: () => openedWindow.current?.focus(),
  };
}
