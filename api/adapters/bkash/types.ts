/** The inputs and results of the bKash client in Chalan's terms: poisha, dates, and one failure type. */

/**
 * Called immediately before a request that moves money; false withholds the request. bKash accepts no idempotency key
 * of ours, so the last check has to be here.
 */
export type MarkSent = () => Promise<boolean>;

export type Bkash = {
  create: (input: {
    amountPoisha: bigint;
    invoice: string;
    payerReference: string;
    callbackUrl: string;
  }) => Promise<BkashAnswer<CreatedPayment>>;
  /** Debits the payer. It is sent once and never retried automatically. */
  execute: (paymentId: string, markSent: MarkSent) => Promise<BkashAnswer<BkashPayment>>;
  query: (paymentId: string) => Promise<BkashAnswer<BkashPayment>>;
  /** Not available to every merchant: a `config` failure says nothing about the transaction. */
  search: (trxId: string) => Promise<BkashAnswer<BkashTransaction>>;
  /** Sent once: bKash accepts no refund number of ours, so a second request would be a second refund. */
  refund: (
    input: { paymentId: string; trxId: string; amountPoisha: bigint; sku: string; reason: string },
    markSent: MarkSent,
  ) => Promise<BkashAnswer<BkashRefund>>;
  refundStatus: (input: { paymentId: string; trxId: string }) => Promise<BkashAnswer<BkashRefundStatus>>;
};

export type BkashAnswer<T> = { ok: true; value: T } | { ok: false; failure: BkashFailure };

/**
 * - `refused`: bKash refused; nothing happened.
 * - `alreadyDone`: it happened before; a query returns the result.
 * - `notApproved`: the payer has not finished on bKash's page.
 * - `unknown`: it may have happened; query before doing anything else.
 * - `unreachable`: certainly never sent, for example because no token was available.
 * - `withheld`: withheld by our own last check; certainly never sent.
 * - `config`: the merchant, key or address is wrong; nothing happened.
 * - `unauthorized`: the token was refused, and so was a new one; nothing happened.
 */
export type FailureKind =
  | 'refused'
  | 'alreadyDone'
  | 'notApproved'
  | 'unknown'
  | 'unreachable'
  | 'withheld'
  | 'config'
  | 'unauthorized';

/**
 * `words` are bKash's own words for the payer; null if it gave none. What the platform itself says of a failure is a
 * message of the domain.
 */
export type BkashFailure = { kind: FailureKind; code: string | null; words: string | null };

export type CreatedPayment = {
  paymentId: string;
  bkashUrl: string;
  /** Signature of the return to our callback. It prevents guessing but proves nothing. */
  signature: string | null;
  createdAt: Date | null;
};

/** `other`: an undocumented status, which is never final. */
export type PaymentStatus = 'Initiated' | 'Completed' | 'Authorized' | 'other';

export type BkashPayment = {
  paymentId: string;
  trxId: string | null;
  status: PaymentStatus;
  rawStatus: string;
  /** Whether the payer completed bKash's page. */
  verification: 'Complete' | 'Incomplete' | null;
  amountPoisha: bigint | null;
  currency: string | null;
  invoice: string | null;
  payerMsisdn: string | null;
  completedAt: Date | null;
};

export type BkashTransaction = {
  trxId: string;
  status: PaymentStatus;
  rawStatus: string;
  amountPoisha: bigint | null;
  currency: string | null;
  payerMsisdn: string | null;
  completedAt: Date | null;
};

export type BkashRefund = {
  refundTrxId: string;
  /** Only a completed refund moved money. */
  completed: boolean;
  rawStatus: string;
  amountPoisha: bigint | null;
  completedAt: Date | null;
};

export type BkashRefundStatus = {
  originalTrxId: string;
  originalAmountPoisha: bigint | null;
  refunds: BkashRefund[];
};

export type BkashOperation = 'grant' | 'create' | 'execute' | 'query' | 'search' | 'refund' | 'refundStatus';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** One request and its answer without secrets and with masked wallet numbers, for the call log. */
export type RedactedCall = {
  operation: BkashOperation;
  paymentId: string | null;
  startedAt: Date;
  durationMs: number;
  httpStatus: number | null;
  request: JsonObject;
  response: JsonObject | null;
  /** Kind and code; null for a success. */
  failure: string | null;
};
