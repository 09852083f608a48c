/** Reads the bodies of bKash's successful answers. Each reader returns null if required fields are missing. */
import { isObject, textOf } from './envelopes.ts';
import { dateFromBkash, poishaFromAmount } from './formats.ts';
import type {
  BkashPayment,
  BkashRefund,
  BkashRefundStatus,
  BkashTransaction,
  CreatedPayment,
  JsonObject,
  PaymentStatus,
} from './types.ts';

/** Requires the paymentID and a web address to which the payer can be sent. */
export function readCreated(body: JsonObject): CreatedPayment | null {
  const paymentId = textOf(body, 'paymentID', 'paymentId');
  const bkashUrl = textOf(body, 'bkashURL', 'bKashURL');
  if (paymentId === null || bkashUrl === null || !isWebAddress(bkashUrl)) return null;
  return {
    paymentId,
    bkashUrl,
    signature: signatureOf(textOf(body, 'successCallbackURL')) ?? textOf(body, 'signature'),
    createdAt: dateFromBkash(textOf(body, 'paymentCreateTime')),
  };
}

/** Requires the paymentID and a status, and the trxID of a completed payment. */
export function readPayment(body: JsonObject): BkashPayment | null {
  const paymentId = textOf(body, 'paymentID', 'paymentId');
  const rawStatus = textOf(body, 'transactionStatus');
  const trxId = textOf(body, 'trxID', 'trxId');
  // A completed payment always has a trxID.
  if (paymentId === null || rawStatus === null || (rawStatus === 'Completed' && trxId === null)) return null;
  return {
    paymentId,
    trxId,
    status: statusOf(rawStatus),
    rawStatus,
    verification: verificationOf(textOf(body, 'verificationStatus', 'userVerificationStatus')),
    amountPoisha: poishaFromAmount(body['amount']),
    currency: textOf(body, 'currency'),
    invoice: textOf(body, 'merchantInvoiceNumber', 'merchantInvoice'),
    payerMsisdn: textOf(body, 'customerMsisdn', 'payerAccount'),
    completedAt: dateFromBkash(textOf(body, 'paymentExecuteTime', 'completedTime')),
  };
}

/** Requires the trxID and a status. */
export function readTransaction(body: JsonObject): BkashTransaction | null {
  const trxId = textOf(body, 'trxID', 'trxId');
  const rawStatus = textOf(body, 'transactionStatus');
  if (trxId === null || rawStatus === null) return null;
  return {
    trxId,
    status: statusOf(rawStatus),
    rawStatus,
    amountPoisha: poishaFromAmount(body['amount']),
    currency: textOf(body, 'currency'),
    payerMsisdn: textOf(body, 'customerMsisdn'),
    completedAt: dateFromBkash(textOf(body, 'completedTime')),
  };
}

/** Requires the number of the refund and a status; an unreadable amount or time becomes null. */
export function readRefund(body: JsonObject): BkashRefund | null {
  const refundTrxId = textOf(body, 'refundTrxId', 'refundTrxID');
  const rawStatus = textOf(body, 'refundTransactionStatus', 'transactionStatus');
  if (refundTrxId === null || rawStatus === null) return null;
  return {
    refundTrxId,
    completed: rawStatus === 'Completed',
    rawStatus,
    amountPoisha: poishaFromAmount(body['refundAmount'] ?? body['amount']),
    completedAt: dateFromBkash(textOf(body, 'completedTime')),
  };
}

/**
 * Returns null if the list is missing or partly unreadable: treating it as "no refunds" could cause a second refund.
 */
export function readRefundStatus(body: JsonObject): BkashRefundStatus | null {
  const originalTrxId = textOf(body, 'originalTrxId', 'originalTrxID');
  const items = body['refundTransactions'];
  if (originalTrxId === null || !Array.isArray(items)) return null;
  const refunds = items
    .map((item) => (isObject(item) ? readRefund(item) : null))
    .filter((refund) => refund !== null);
  if (refunds.length !== items.length) return null;
  return { originalTrxId, originalAmountPoisha: poishaFromAmount(body['originalTrxAmount']), refunds };
}

function statusOf(raw: string): PaymentStatus {
  return raw === 'Initiated' || raw === 'Completed' || raw === 'Authorized' ? raw : 'other';
}

function verificationOf(raw: string | null): BkashPayment['verification'] {
  return raw === 'Complete' || raw === 'Incomplete' ? raw : null;
}

const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);

function signatureOf(callbackUrl: string | null): string | null {
  if (callbackUrl === null || !URL.canParse(callbackUrl)) return null;
  return new URL(callbackUrl).searchParams.get('signature');
}
