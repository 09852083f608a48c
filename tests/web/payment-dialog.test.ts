/** The payment dialog's states as spec section 4 lists them, and the amounts with which it is opened. */
import { describe, expect, it } from 'vitest';
import { failureOf } from '#api/adapters/bkash/envelopes.ts';
import { paymentWords } from '#api/domain/payments/purchase-attempt.ts';
import { clientMessages } from '#contracts/errors.ts';
import { timings } from '#contracts/limits.ts';
import { createPaymentBody } from '#contracts/payments/payments.ts';
import type { QueriedPaymentAnswer } from '#contracts/calls/credit-answers.ts';
import { useBengali } from './bengali.ts';
import {
  amountIn,
  creditsFor,
  newOrderNumber,
  refusalOf,
  repriced,
  suggestedAmountBdt,
} from '#web/features/payments/amounts.ts';
import {
  hasStoppedAsking,
  initialPayment,
  nextPayment,
  type PaymentEvent,
  type PaymentState,
} from '#web/features/payments/payment-machine.ts';
import { remarkText } from '#web/features/payments/remarks.ts';

const payment = { paymentId: 'TR001', bkashUrl: 'https://bkash.test/pay' };
const answered = (change: Partial<QueriedPaymentAnswer>): PaymentEvent => ({
  type: 'answered',
  answer: {
    transactionStatus: 'Initiated',
    trxID: null,
    paymentID: payment.paymentId,
    amount: 250,
    credits: 500,
    message: '',
    ...change,
  },
});
const after = (...events: PaymentEvent[]): PaymentState => events.reduce(nextPayment, initialPayment);
const processing = [{ type: 'pay' }, { type: 'opened', payment }, { type: 'returned' }] as const;

describe('the payment dialog', () => {
  it('goes back to create with the server’s words when no payment was made', () => {
    const failure = { message: 'Invalid amount' };
    expect(after({ type: 'pay' }, { type: 'refused', failure })).toEqual({
      step: 'create',
      opening: false,
      failure,
      blocked: null,
      newPrice: false,
    });
  });

  it('asks again when the price has changed since it was shown, and nothing was paid', () => {
    const message = 'The price has changed. Please confirm the new price.';
    const state = after({ type: 'pay' }, { type: 'repriced', message });
    expect(state).toEqual({
      step: 'create',
      opening: false,
      failure: { message },
      blocked: null,
      newPrice: true,
    });
    expect(nextPayment(state, { type: 'pay' })).toMatchObject({ opening: true, newPrice: false });
    const opened = after({ type: 'pay' }, { type: 'opened', payment });
    expect(nextPayment(opened, { type: 'repriced', message })).toBe(opened);
  });

  it('goes back to create when the popup is blocked, and keeps the address for this tab', () => {
    expect(after({ type: 'pay' }, { type: 'blocked', payment })).toEqual({
      step: 'create',
      opening: false,
      failure: { message: clientMessages.paymentPopupBlocked },
      blocked: payment,
      newPrice: false,
    });
  });

  it('fails with the answer’s message, or the fixed one, when bKash says failed or cancelled', () => {
    expect(
      after(...processing, answered({ transactionStatus: 'Failed', message: 'Insufficient Balance' })),
    ).toEqual({ step: 'failed', failure: { message: 'Insufficient Balance' } });
    expect(after(...processing, answered({ transactionStatus: 'Cancelled' }))).toEqual({
      step: 'failed',
      failure: { message: clientMessages.paymentCancelled },
    });
  });

  it('never takes the word of the window: its return only leads to processing [window-is-not-believed]', () => {
    expect(after(...processing)).toEqual({ step: 'processing', payment, queries: 0, trouble: null });
  });

  it('goes on asking through lost answers, and says why', () => {
    const failure = { message: clientMessages.paymentStatusFailed };
    const state = after(...processing, { type: 'unanswered', failure });
    expect(state).toEqual({ step: 'processing', payment, queries: 1, trouble: failure });
    expect(nextPayment(state, answered({}))).toEqual({
      step: 'processing',
      payment,
      queries: 2,
      trouble: null,
    });
  });

  it('stops asking after a bound, and starts again when it is told to', () => {
    const asked = Array.from({ length: timings.paymentQueriesMax }, () => answered({}));
    const state = after(...processing, ...asked);
    expect(hasStoppedAsking(state)).toBe(true);
    expect(hasStoppedAsking(nextPayment(state, { type: 'look-again' }))).toBe(false);
  });

  it('succeeds with what the server recorded', () => {
    const paid = answered({ transactionStatus: 'Completed', trxID: 'CK250NROQ5' });
    expect(after(...processing, paid)).toEqual({
      step: 'success',
      paid: { paymentId: 'TR001', trxId: 'CK250NROQ5', amountBdt: 250, credits: 500 },
    });
  });

  it('ignores the late answer of another payment, and every event after the end', () => {
    const other = answered({ transactionStatus: 'Completed', paymentID: 'TR002' });
    expect(after(...processing, other).step).toBe('processing');
    const failed = after(...processing, answered({ transactionStatus: 'Cancelled' }));
    expect(nextPayment(failed, answered({ transactionStatus: 'Completed' }))).toBe(failed);
    expect(nextPayment(failed, { type: 'retry' })).toEqual(initialPayment);
  });

  it('counts an order that was paid before as paid, without a payment of its own', () => {
    expect(after({ type: 'pay' }, { type: 'already-paid' })).toEqual({ step: 'success', paid: null });
  });
});

describe('amounts', () => {
  const settings = { creditsPerBDT: 2, minPurchaseCredits: 200 };

  it('are read as people type them, and nothing else is', () => {
    expect(amountIn('1,500')).toBe(1500);
    expect(amountIn(' ৳ 50.25 ')).toBe(50.25);
    expect(amountIn('১,৫০০.৫০')).toBe(1500.5);
    for (const text of ['', 'ten', '-50', '1e3', '5.', '0x10']) expect(amountIn(text)).toBeNull();
  });

  it('are refused in the words of the specification [refusal-words]', () => {
    expect(refusalOf(49.99, 'dialog', settings)).toBe('Minimum purchase amount is 50 BDT');
    expect(refusalOf(100_000.01, 'dialog', settings)).toBe('Maximum purchase amount is 100000 BDT');
    expect(refusalOf(99, 'cart', settings)).toBe('Minimum purchase is 200 credits');
    expect(refusalOf(50.001, 'dialog', settings)).not.toBeNull();
    expect(refusalOf(50, 'dialog', settings)).toBeNull();
  });

  it('bring whole credits at the rate of the settings', () => {
    expect(creditsFor(250, settings)).toBe(500);
    expect(creditsFor(50.25, settings)).toBe(101);
    expect(creditsFor(50.001, settings)).toBe(0);
  });

  it('bring other credits at another price, for the same order', () => {
    const order = { number: 'CHALAN-1', amountBdt: 250, credits: 500, origin: 'dialog' as const };
    expect(repriced(order, { ...settings, creditsPerBDT: 1 })).toEqual({ ...order, credits: 250 });
  });

  it('are suggested so that they cover what is missing', () => {
    expect(suggestedAmountBdt(10, settings)).toBe(100);
    expect(suggestedAmountBdt(200.5, settings)).toBe(250);
    expect(suggestedAmountBdt(2_001, settings)).toBe(1001);
    expect(suggestedAmountBdt(10_000_000, settings)).toBe(100_000);
  });

  it('go under an order number that the server accepts and that never comes twice', () => {
    const first = newOrderNumber();
    expect(createPaymentBody.parse({ amount: 50, merchantInvoiceNumber: first }).origin).toBe('dialog');
    expect(newOrderNumber()).not.toBe(first);
  });
});

describe('in Bengali', () => {
  useBengali();
  const settings = { creditsPerBDT: 2, minPurchaseCredits: 200 };
  const kinds = [
    'refused',
    'alreadyDone',
    'notApproved',
    'unknown',
    'unreachable',
    'config',
    'unauthorized',
  ] as const;

  it('everything the server says of a payment by itself is said, and bKash’s own words stay', () => {
    const ours = [...Object.values(paymentWords), ...kinds.map((kind) => failureOf(kind).message)];
    for (const said of [...ours, clientMessages.paymentCancelled])
      expect(remarkText(said)).toMatch(/\p{Script=Bengali}/u);
    expect(remarkText('Insufficient Balance')).toBe('Insufficient Balance');
    expect(remarkText('')).toBe('');
  });

  it('amounts are refused with Bengali digits', () => {
    expect(refusalOf(49, 'dialog', settings)).toBe('সর্বনিম্ন ক্রয় ৫০ টাকা');
    expect(refusalOf(100_001, 'dialog', settings)).toBe('সর্বোচ্চ ক্রয় ১,০০,০০০ টাকা');
    expect(refusalOf(99, 'cart', settings)).toBe('সর্বনিম্ন ক্রয় ২০০ ক্রেডিট');
  });
});
