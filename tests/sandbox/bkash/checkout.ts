/** Family A's payment calls and their answers. */
import { invalidBody, Refusal } from './codes.ts';
import { amountOf, plainAmountOf, zonedTime } from './formats.ts';
import { merchant } from './merchant.ts';
import { createPayment, executePayment, findPayment, resultUrl } from './payments.ts';
import { refundable, refundPayment, refundsOf } from './refunds.ts';
import { statusEnvelope } from './faults.ts';
import type { JsonObject, Memory, Payment, Refund } from './state.ts';
import { takeLie, withLie } from './tampering.ts';

const success = statusEnvelope('0000', 'Successful');

export function create(memory: Memory, body: JsonObject, base: string): JsonObject {
  const payment = createPayment(memory, body);
  const { paymentID, mode, hash } = payment;
  return {
    paymentID,
    bkashURL: `${base}/pay?paymentId=${paymentID}&hash=${hash}&mode=${mode}&apiVersion=v1.2.0-beta/`,
    callbackURL: payment.callbackUrl,
    successCallbackURL: resultUrl(memory, payment, 'success'),
    failureCallbackURL: resultUrl(memory, payment, 'failure'),
    cancelledCallbackURL: resultUrl(memory, payment, 'cancel'),
    amount: spelled(memory, payment),
    intent: payment.intent,
    currency: payment.currency,
    paymentCreateTime: zonedTime(payment.createdMs),
    transactionStatus: 'Initiated',
    merchantInvoiceNumber: payment.invoice,
    ...success,
  };
}

export function execute(memory: Memory, body: JsonObject, isLate: boolean): JsonObject {
  const payment = findPayment(memory, namedPayment(body));
  executePayment(memory, payment, isLate);
  const answer = {
    paymentID: payment.paymentID,
    trxID: payment.trxID,
    transactionStatus: 'Completed',
    amount: spelled(memory, payment),
    currency: payment.currency,
    intent: payment.intent,
    paymentExecuteTime: zonedTime(payment.executedMs ?? 0),
    merchantInvoiceNumber: payment.invoice,
    payerReference: payment.payerReference,
    customerMsisdn: payment.wallet,
    ...(memory.state.switches.payerFields
      ? {
          payerType: 'Customer',
          payerAccount: payment.wallet,
          maxRefundableAmount: amountOf(payment.poisha),
        }
      : {}),
    ...success,
  };
  return withLie(answer, takeLie(memory, 'execute'), {
    invoice: 'merchantInvoiceNumber',
    status: 'transactionStatus',
  });
}

export function query(memory: Memory, body: JsonObject): JsonObject {
  const payment = findPayment(memory, namedPayment(body));
  const { invoiceField, verificationField, payerFields } = memory.state.switches;
  const isDone = payment.state === 'COMPLETED';
  const answer = {
    paymentID: payment.paymentID,
    mode: payment.mode,
    paymentCreateTime: zonedTime(payment.createdMs),
    ...(isDone ? { paymentExecuteTime: zonedTime(payment.executedMs ?? 0), trxID: payment.trxID } : {}),
    amount: spelled(memory, payment),
    currency: payment.currency,
    intent: payment.intent,
    [invoiceField]: payment.invoice,
    transactionStatus: isDone ? 'Completed' : 'Initiated',
    [verificationField]: payment.verified ? 'Complete' : 'Incomplete',
    payerReference: payment.payerReference,
    ...(isDone && payerFields ? { maxRefundableAmount: refundableAmount(memory, payment) } : {}),
    ...success,
  };
  return withLie(answer, takeLie(memory, 'query'), { invoice: invoiceField, status: 'transactionStatus' });
}

export function search(memory: Memory, body: JsonObject): JsonObject {
  const { trxID } = body;
  if (typeof trxID !== 'string') throw invalidBody();
  const payment = Object.values(memory.state.payments).find((payment) => payment.trxID === trxID);
  if (!payment) throw new Refusal('2033');
  return {
    trxID,
    initiationTime: zonedTime(payment.createdMs),
    completedTime: zonedTime(payment.executedMs ?? 0),
    transactionType: 'bKash Tokenized Checkout via API',
    customerMsisdn: payment.wallet,
    transactionStatus: 'Completed',
    amount: spelled(memory, payment),
    currency: payment.currency,
    organizationShortCode: merchant.shortCode,
    ...success,
  };
}

/** The old refund call, which works only once per payment. */
export function refund(memory: Memory, body: JsonObject): JsonObject {
  const { paymentID, trxID, amount } = body;
  const { payment, refund } = refundPayment(memory, { family: 'A', paymentID, trxID, amount, body });
  return refundAnswer(payment, refund);
}

export function refundStatus(memory: Memory, body: JsonObject): JsonObject {
  const payment = refundable(memory, body['paymentID'], body['trxID']);
  const last = refundsOf(memory, payment).at(-1);
  if (!last) throw new Refusal('2033');
  return refundAnswer(payment, last);
}

const refundAnswer = (payment: Payment, refund: Refund): JsonObject => ({
  ...success,
  originalTrxID: refund.originalTrxID,
  refundTrxID: refund.refundTrxID,
  transactionStatus: 'Completed',
  amount: amountOf(refund.poisha),
  currency: payment.currency,
  charge: '0.00',
  completedTime: zonedTime(refund.completedMs),
});

function namedPayment(body: JsonObject): string {
  const { paymentID } = body;
  if (typeof paymentID !== 'string') throw invalidBody();
  return paymentID;
}

function spelled(memory: Memory, { amount, poisha }: Payment): string {
  switch (memory.state.switches.amounts) {
    case 'asSent':
      return amount;
    case 'plain':
      return plainAmountOf(poisha);
    case 'twoDecimals':
      return amountOf(poisha);
  }
}

function refundableAmount(memory: Memory, payment: Payment): string {
  return amountOf(refundsOf(memory, payment).reduce((rest, { poisha }) => rest - poisha, payment.poisha));
}
