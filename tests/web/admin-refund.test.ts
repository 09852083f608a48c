/** How much of a payment an administrator may refund, and how a typed amount is read. */
import { describe, expect, it } from 'vitest';
import type { AttemptState } from '#contracts/payments/payments.ts';
import type { AdminPayment } from '#contracts/calls/payments-answers.ts';
import { refundablePoisha, refundPoishaIn } from '#web/features/admin/payments/refund-rules.ts';

const refundOf = (state: string): AdminPayment['refunds'][number] => ({
  id: 'one',
  amount: 10,
  creditsTaken: 20,
  state,
  reason: 'Asked for by mail',
  createdAt: '2026-11-21T03:42:00Z',
});
const payment = (state: AttemptState, refundStates: string[] = [], refunded = 0) => ({
  state,
  amount: 250,
  held: null,
  refunded,
  refunds: refundStates.map(refundOf),
});

describe('what can be sent back', () => {
  it.each([
    'new',
    'initiated',
    'executing',
    'unknown',
    'failed',
    'cancelled',
    'expired',
    'refunded',
  ] as const)('a payment that is %s has nothing to refund', (state) =>
    expect(refundablePoisha(payment(state))).toBe(0),
  );

  it.each(['pending', 'unknown'])('a payment has nothing to refund while another refund is %s', (state) => {
    expect(refundablePoisha(payment('paid', ['done', state]))).toBe(0);
    expect(refundablePoisha(payment('duplicate', [state]))).toBe(0);
  });

  it('the refundable amount is what was paid less what was refunded, to the poisha', () => {
    expect(refundablePoisha(payment('paid'))).toBe(25_000);
    expect(refundablePoisha({ ...payment('paid', ['done'], 4.23), amount: 50 })).toBe(4_577);
    expect(refundablePoisha(payment('paid', ['done'], 250))).toBe(0);
  });

  it('a payment for which bKash reported another amount is refundable up to what bKash took', () => {
    const held = {
      amount: 300,
      currency: 'BDT',
      invoice: null,
      trxId: 'CK250NROQ5',
      decision: 'refund: Checked',
    };
    expect(refundablePoisha({ ...payment('held', ['failed']), held })).toBe(30_000);
    expect(refundablePoisha({ ...payment('paid', [], 20), held: { ...held, amount: 200 } })).toBe(18_000);
    expect(refundablePoisha({ ...payment('paid'), held: { ...held, amount: null } })).toBe(25_000);
  });

  it('a second payment is refundable, and a held one only after a refund was decided and refused', () => {
    expect(refundablePoisha(payment('duplicate', ['failed']))).toBe(25_000);
    expect(refundablePoisha(payment('held'))).toBe(0);
    expect(refundablePoisha(payment('held', ['failed']))).toBe(25_000);
  });
});

describe('an amount to send back', () => {
  it.each(['', 'all', '0', '0.00', '-5', '1e2', '0x10', '12.345', '1.', '250.01'])(
    'an amount to refund is invalid as "%s"',
    (text) => expect(refundPoishaIn(text, 25_000)).toBeNull(),
  );

  it('an amount to refund can be all that is left, even if subtracting taka would give less', () => {
    expect(50 - 4.23).toBeLessThan(45.77);
    expect(refundPoishaIn('45.77', 4_577)).toBe(4_577);
    expect(refundPoishaIn(' 1,250.5 ', 200_000)).toBe(125_050);
    expect(refundPoishaIn('১,২৫০.৫', 200_000)).toBe(125_050);
  });
});
