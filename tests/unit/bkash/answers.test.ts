/** Bodies of bKash's successes in the observed spellings; a body that lacks a part is not a success. */
import { describe, expect, it } from 'vitest';
import {
  readCreated,
  readPayment,
  readRefund,
  readRefundStatus,
  readTransaction,
} from '#api/adapters/bkash/answers.ts';

const created = {
  paymentID: 'TR0011mqN0nOK1762072142166',
  bkashURL:
    'https://sandbox.payment.bkash.com/?paymentId=TR0011&hash=a(b)*.-_!&mode=0011&apiVersion=v1.2.0-beta/',
  successCallbackURL: 'https://shop.test/back?order=1&paymentID=TR0011&status=success&signature=k3YOrG8qy6',
  paymentCreateTime: '2025-11-02T14:29:02:166 GMT+0600',
  transactionStatus: 'Initiated',
};
const executed = {
  paymentID: 'TR0011',
  trxID: 'CK250NROQ5',
  transactionStatus: 'Completed',
  amount: '599',
  currency: 'BDT',
  paymentExecuteTime: '2025-11-02T14:31:00:000 GMT+0600',
  merchantInvoiceNumber: 'INV-1',
  customerMsisdn: '01619777283',
};

describe('a created payment', () => {
  it('a created payment is not read without a paymentID and a web address', () => {
    expect(readCreated({ ...created, paymentID: '' })).toBeNull();
    expect(readCreated({ ...created, bkashURL: 'javascript:alert(1)' })).toBeNull();
    expect(readCreated({ paymentID: 'TR0011' })).toBeNull();
  });

  it('a created payment keeps its page address unchanged and takes the signature from the return address', () => {
    expect(readCreated(created)).toEqual({
      paymentId: created.paymentID,
      bkashUrl: created.bkashURL,
      signature: 'k3YOrG8qy6',
      createdAt: new Date('2025-11-02T08:29:02.166Z'),
    });
    expect(
      readCreated({ ...created, successCallbackURL: 'https://shop.test/back?status=success' }),
    ).toMatchObject({
      signature: null,
    });
  });
});

describe('a payment', () => {
  it('a payment is not read without its paymentID and status, nor as completed without its trxID', () => {
    expect(readPayment({ ...executed, trxID: null })).toBeNull();
    expect(readPayment({ ...executed, transactionStatus: null })).toBeNull();
    expect(readPayment({ ...executed, paymentID: null })).toBeNull();
  });

  it('a payment has null for an unreadable figure and "other" for an undocumented status', () => {
    expect(readPayment({ ...executed, amount: '5.999', paymentExecuteTime: 'soon' })).toMatchObject({
      amountPoisha: null,
      completedAt: null,
    });
    expect(readPayment({ ...executed, transactionStatus: 'completed' })).toMatchObject({ status: 'other' });
    expect(readPayment({ ...executed, transactionStatus: 'Pending' })).toMatchObject({
      status: 'other',
      rawStatus: 'Pending',
    });
  });

  it('a payment is the same from execute and from query, in both spellings of both families', () => {
    const { paymentID, trxID, merchantInvoiceNumber, ...rest } = executed;
    const payment = {
      paymentId: 'TR0011',
      trxId: 'CK250NROQ5',
      status: 'Completed',
      rawStatus: 'Completed',
      verification: null,
      amountPoisha: 59_900n,
      currency: 'BDT',
      invoice: 'INV-1',
      payerMsisdn: '01619777283',
      completedAt: new Date('2025-11-02T08:31:00Z'),
    };
    expect(readPayment(executed)).toEqual(payment);
    const queried = {
      ...rest,
      paymentId: paymentID,
      trxId: trxID,
      merchantInvoice: merchantInvoiceNumber,
      amount: 599,
    };
    expect(readPayment({ ...queried, verificationStatus: 'Complete' })).toEqual({
      ...payment,
      verification: 'Complete',
    });
    expect(readPayment({ ...queried, userVerificationStatus: 'Incomplete' })).toMatchObject({
      verification: 'Incomplete',
    });
  });
});

describe('a search', () => {
  it('a search answer gives the transaction, or nothing if its number is missing', () => {
    const found = { trxID: 'CK250NROQ5', transactionStatus: 'Completed', amount: '10.00', currency: 'BDT' };
    expect(readTransaction(found)).toMatchObject({
      trxId: 'CK250NROQ5',
      amountPoisha: 1000n,
      status: 'Completed',
    });
    expect(readTransaction({ ...found, trxID: null })).toBeNull();
  });
});

describe('refunds', () => {
  const refund = {
    refundTrxId: 'CK9',
    refundTransactionStatus: 'Completed',
    refundAmount: '5.00',
    completedTime: '2024-06-13T16:27:24:000',
  };

  it('a refund list that cannot be read is not an empty list', () => {
    const original = { originalTrxId: 'CK2', originalTrxAmount: '10' };
    expect(readRefundStatus(original)).toBeNull();
    expect(readRefundStatus({ ...original, refundTransactions: null })).toBeNull();
    expect(readRefundStatus({ ...original, refundTransactions: [refund, { refundAmount: '5' }] })).toBeNull();
    expect(readRefundStatus({ ...original, refundTransactions: [] })).toEqual({
      originalTrxId: 'CK2',
      originalAmountPoisha: 1000n,
      refunds: [],
    });
  });

  it('a refund is complete only with its number and if bKash says Completed', () => {
    expect(readRefund(refund)).toEqual({
      refundTrxId: 'CK9',
      completed: true,
      rawStatus: 'Completed',
      amountPoisha: 500n,
      completedAt: new Date('2024-06-13T10:27:24Z'),
    });
    expect(readRefund({ ...refund, refundTransactionStatus: 'Initiated' })).toMatchObject({
      completed: false,
    });
    expect(readRefund({ ...refund, refundTrxId: null })).toBeNull();
  });
});
