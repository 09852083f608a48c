/** The payment dialog's states as spec section 4 lists them, and the amounts with which it is opened. */
import { describe, expect, it } from 'vitest';
import { clientMessages } from '#contracts/client-messages.ts';
import { timings } from '#contracts/client-timings.ts';
import { createPaymentBody } from '#contracts/payments/payments.ts';
import type { QueriedPaymentAnswer } from '#contracts/calls/payments-answers.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import { until } from '#tests/harness/until.ts';
import { useBengali } from './bengali.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { saidNow } from '#web/lib/said.ts';
import {
  amountIn,
  creditsFor,
  newOrderNumber,
  refusalOf,
  repriced,
  suggestedAmountBdt,
} from '#web/features/payments/amounts.ts';
import {
  anotherPayment,
  hasStoppedAsking,
  initialPayment,
  nextPayment,
  type PaymentEvent,
  type PaymentState,
} from '#web/features/payments/payment-machine.ts';

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
    messageData: quote(''),
    ...change,
  },
});
const after = (...events: PaymentEvent[]): PaymentState => events.reduce(nextPayment, initialPayment);
const processing = [{ type: 'pay' }, { type: 'opened', payment }, { type: 'returned' }] as const;

describe('the payment dialog', () => {
  it("the payment dialog returns to its first step with the server's message if no payment was made", () => {
    const failure = { message: 'Invalid amount' };
    expect(after({ type: 'pay' }, { type: 'refused', failure })).toEqual({
      step: 'create',
      opening: false,
      failure,
      blocked: null,
      newPrice: false,
      again: false,
    });
  });

  it('the payment dialog asks again if the price has changed since it was shown, and nothing is paid', () => {
    const message = 'The price has changed. Please confirm the new price.';
    const state = after({ type: 'pay' }, { type: 'repriced', message });
    expect(state).toEqual({
      step: 'create',
      opening: false,
      failure: { message },
      blocked: null,
      newPrice: true,
      again: false,
    });
    expect(nextPayment(state, { type: 'pay' })).toMatchObject({ opening: true, newPrice: false });
    const opened = after({ type: 'pay' }, { type: 'opened', payment });
    expect(nextPayment(opened, { type: 'repriced', message })).toBe(opened);
  });

  it('the payment dialog returns to its first step if the popup is blocked, and keeps the address', () => {
    expect(after({ type: 'pay' }, { type: 'blocked', payment })).toEqual({
      step: 'create',
      opening: false,
      failure: { message: clientMessages.paymentPopupBlocked },
      blocked: payment,
      newPrice: false,
      again: false,
    });
  });

  it("the payment dialog fails with the answer's message or the fixed one if bKash failed or cancelled", () => {
    expect(
      after(...processing, answered({ transactionStatus: 'Failed', message: 'Insufficient Balance' })),
    ).toEqual({ step: 'failed', failure: { message: 'Insufficient Balance' } });
    expect(after(...processing, answered({ transactionStatus: 'Cancelled' }))).toEqual({
      step: 'failed',
      failure: { message: clientMessages.paymentCancelled },
    });
  });

  it('the payment dialog never trusts the window: its return only leads to processing [window-is-not-believed]', () => {
    expect(after(...processing)).toEqual({ step: 'processing', payment, queries: 0, trouble: null });
  });

  it('the payment dialog goes back to the window with the same payment if it was closed too early', () => {
    const again = after(...processing, answered({}), { type: 'reopened' });
    expect(again).toEqual({ step: 'redirect', payment });
    expect(nextPayment(again, { type: 'returned' })).toMatchObject({ step: 'processing', queries: 0 });
  });

  it('the payment dialog opens another payment beside an unfinished one only after two clicks of the payer', () => {
    const again = after(...processing, answered({}), { type: 'pay-again' });
    expect(again).toEqual(anotherPayment);
    expect(again).toMatchObject({ step: 'create', opening: false, again: true });
    const refused = [{ type: 'pay' }, { type: 'refused', failure: { message: 'No answer' } }] as const;
    expect(refused.reduce(nextPayment, again)).toMatchObject({ step: 'create', again: true });
    expect(nextPayment(again, answered({ transactionStatus: 'Completed' }))).toBe(again);
  });

  it('the payment dialog keeps asking if answers are lost, and shows the reason', () => {
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

  it('the payment dialog stops asking after a bound and starts again on request', () => {
    const asked = Array.from({ length: timings.paymentQueriesMax }, () => answered({}));
    const state = after(...processing, ...asked);
    expect(hasStoppedAsking(state)).toBe(true);
    expect(hasStoppedAsking(nextPayment(state, { type: 'look-again' }))).toBe(false);
  });

  it('the payment dialog succeeds with what the server recorded', () => {
    const paid = answered({ transactionStatus: 'Completed', trxID: 'CK250NROQ5' });
    expect(after(...processing, paid)).toEqual({
      step: 'success',
      paid: { paymentId: 'TR001', trxId: 'CK250NROQ5', amountBdt: 250, credits: 500 },
    });
  });

  it('the payment dialog ignores a late answer of another payment and every event after the end', () => {
    const other = answered({ transactionStatus: 'Completed', paymentID: 'TR002' });
    expect(after(...processing, other).step).toBe('processing');
    const failed = after(...processing, answered({ transactionStatus: 'Cancelled' }));
    expect(nextPayment(failed, answered({ transactionStatus: 'Completed' }))).toBe(failed);
    expect(nextPayment(failed, { type: 'retry' })).toEqual(initialPayment);
  });

  it('the payment dialog shows an order that was paid before as paid, without a payment of its own', () => {
    expect(after({ type: 'pay' }, { type: 'already-paid' })).toEqual({ step: 'success', paid: null });
  });
});

describe('amounts', () => {
  const settings = { creditsPerBDT: 2, minPurchaseCredits: 200 };

  it('amounts are read as people type them, and other text is refused', () => {
    expect(amountIn('1,500')).toBe(1500);
    expect(amountIn(' ৳ 50.25 ')).toBe(50.25);
    expect(amountIn('১,৫০০.৫০')).toBe(1500.5);
    for (const text of ['', 'ten', '-50', '1e3', '5.', '0x10']) expect(amountIn(text)).toBeNull();
  });

  it('amounts are refused in the words of the specification [refusal-words]', () => {
    expect(refusalOf(49.99, 'dialog', settings)).toBe('Minimum purchase amount is 50 BDT');
    expect(refusalOf(100_000.01, 'dialog', settings)).toBe('Maximum purchase amount is 100000 BDT');
    expect(refusalOf(99, 'cart', settings)).toBe('Minimum purchase is 200 credits');
    expect(refusalOf(50.001, 'dialog', settings)).not.toBeNull();
    expect(refusalOf(50, 'dialog', settings)).toBeNull();
  });

  it('amounts buy whole credits at the rate of the settings', () => {
    expect(creditsFor(250, settings)).toBe(500);
    expect(creditsFor(50.25, settings)).toBe(101);
    expect(creditsFor(50.001, settings)).toBe(0);
  });

  it('an order buys other credits after a change of price, under the same number', () => {
    const order = { number: 'CHALAN-1', amountBdt: 250, credits: 500, origin: 'dialog' as const };
    expect(repriced(order, { ...settings, creditsPerBDT: 1 })).toEqual({ ...order, credits: 250 });
  });

  it('suggested amounts cover the missing credits', () => {
    expect(suggestedAmountBdt(10, settings)).toBe(100);
    expect(suggestedAmountBdt(200.5, settings)).toBe(250);
    expect(suggestedAmountBdt(2_001, settings)).toBe(1001);
    expect(suggestedAmountBdt(10_000_000, settings)).toBe(100_000);
  });

  it('each order number is accepted by the server and unique', () => {
    const first = newOrderNumber();
    expect(createPaymentBody.parse({ amount: 50, merchantInvoiceNumber: first }).origin).toBe('dialog');
    expect(newOrderNumber()).not.toBe(first);
  });
});

describe('in Bengali', () => {
  useBengali();
  const settings = { creditsPerBDT: 2, minPurchaseCredits: 200 };

  it("the server's own messages about a payment are shown in Bengali, and bKash's words stay", async () => {
    const failedWith = (said: Message): PaymentState =>
      after(
        ...processing,
        answered({ transactionStatus: 'Failed', message: english(said), messageData: said }),
      );
    const expired = { step: 'failed', failure: { message: 'সময়মতো পেমেন্ট শেষ করা হয়নি।' } };
    await until('the translations', () => saidNow('', paymentMessages.expired()) !== '');
    expect(failedWith(paymentMessages.expired())).toEqual(expired);
    expect(failedWith(quote('Insufficient Balance'))).toMatchObject({
      failure: { message: 'Insufficient Balance' },
    });
    expect(failedWith(quote(''))).toMatchObject({ failure: { message: messagesNow().paymentCancelled } });
  });

  it('amounts are refused with Bengali digits', () => {
    expect(refusalOf(49, 'dialog', settings)).toBe('সর্বনিম্ন ক্রয় ৫০ টাকা');
    expect(refusalOf(100_001, 'dialog', settings)).toBe('সর্বোচ্চ ক্রয় ১,০০,০০০ টাকা');
    expect(refusalOf(99, 'cart', settings)).toBe('সর্বনিম্ন ক্রয় ২০০ ক্রেডিট');
  });
});
