/** What bKash's answers say about the list of a payment's refunds. */
import { expect, test } from 'vitest';
import { refundsIn } from '#api/domain/payments/refund-comparison.ts';

const refused = (code: string) =>
  ({ ok: false, failure: { kind: 'refused', code, words: 'Transaction not found' } }) as const;
const open = { refundTrxId: null };
const made = { refundTrxId: 'CK700001' };

test('an error for a payment without refunds is an empty list', () => {
  expect(refundsIn(refused('2033'), [])).toEqual([]);
  expect(refundsIn(refused('2033'), [open])).toEqual([]);
});

test('the same error for a payment that bKash has refunded is no answer', () => {
  expect(refundsIn(refused('2033'), [made, open])).toBeNull();
});

test('any other error is no answer', () => {
  expect(refundsIn(refused('2062'), [])).toBeNull();
});
