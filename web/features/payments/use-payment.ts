/** Runs one payment: creates it, opens bKash's window, watches it, and asks the server how it went. */
import { useEffect, useReducer, useRef } from 'react';
import { timings } from '#contracts/limits.ts';
import { ApiError, isNetworkError } from '../../api/client.ts';
import { errorText, messagesNow } from '../../lib/messages.ts';
import { requestIdText } from '../../ui/states.tsx';
import { hasStoppedAsking, initialPayment, nextPayment, type Failure } from './payment-machine.ts';
import { openPaymentWindow, watchPaymentWindow } from './payment-window.ts';
import { createPayment, queryPayment, type PurchaseOrder } from './queries.ts';
import { remarkText } from './remarks.ts';

function failureOf(error: unknown, withoutAnswer: string, fallback: string): Failure {
  if (isNetworkError(error)) return { message: withoutAnswer };
  const said = error instanceof ApiError ? remarkText(errorText(error)) : '';
  return { message: said || fallback, smallPrint: requestIdText(error) };
}

/** The server knows no such payment of ours; every other failure may pass. */
function isUnknownPayment(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

export function usePayment(order: PurchaseOrder, onCreated: (paymentId: string) => void) {
  const [state, dispatch] = useReducer(nextPayment, initialPayment);
  const openedWindow = useRef<Window | null>(null);
  const closed = useRef(false);
  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
    };
  }, []);

  const pay = async () => {
    dispatch({ type: 'pay' });
    const opened = openPaymentWindow();
    try {
      const created = await createPayment(order);
      const payment = { paymentId: created.paymentID, bkashUrl: created.bkashURL };
      onCreated(payment.paymentId);
      if (closed.current) {
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
      if (error instanceof ApiError && error.code === 'ORDER_PAID') {
        dispatch({ type: 'already-paid' });
        return;
      }
      const { paymentCreateFailed, paymentCreateFailedRetry } = messagesNow();
      dispatch({
        type: 'refused',
        failure: failureOf(error, paymentCreateFailedRetry, paymentCreateFailed),
      });
    }
  };

  const { step } = state;
  useEffect(() => {
    const opened = openedWindow.current;
    if (step !== 'redirect' || !opened) return undefined;
    const onReturned = () => dispatch({ type: 'returned' });
    return watchPaymentWindow(opened, onReturned, timings.paymentWindowCheckMs);
  }, [step]);

  useEffect(() => {
    if (step === 'success' || step === 'failed') openedWindow.current?.close();
  }, [step]);

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
  }, [paymentId, queries, stopped]);

  return {
    state,
    pay: () => void pay(),
    retry: () => dispatch({ type: 'retry' }),
    lookAgain: () => dispatch({ type: 'look-again' }),
    showWindow: () => openedWindow.current?.focus(),
  };
}
