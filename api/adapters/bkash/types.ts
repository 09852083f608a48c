/** What bKash's client takes and answers, in Chalan's words: poisha, dates, one kind of failure. */

/**
 * Asked right before a request that moves money leaves: false holds it back. bKash knows no owner and no number of ours,
 * so that the last check stands here.
 */
export type LetGo = () => Promise<boolean>;

export type Bkash = {
  create: (input: {
    amountPoisha: bigint;
    invoice: string;
    payerReference: string;
    callbackUrl: string;
  }) => Promise<BkashAnswer<CreatedPayment>>;
  /** The debit: asked for once, never again by itself. */
  execute: (paymentId: string, letGo: LetGo) => Promise<BkashAnswer<BkashPayment>>;
  query: (paymentId: string) => Promise<BkashAnswer<BkashPayment>>;
  /** Not open to every merchant: a `config` failure says nothing about the transaction. */
  search: (trxId: string) => Promise<BkashAnswer<BkashTransaction>>;
  /** Sent once: bKash knows no refund number of ours, so a second one would be a second refund. */
  refund: (
    input: { paymentId: string; trxId: string; amountPoisha: bigint; sku: string; reason: string },
    letGo: LetGo,
  ) => Promise<BkashAnswer<BkashRefund>>;
  refundStatus: (input: { paymentId: string; trxId: string }) => Promise<BkashAnswer<BkashRefundStatus>>;
};

export type BkashAnswer<T> = { ok: true; value: T } | { ok: false; failure: BkashFailure };

/**
 * - `refused`: bKash said no; nothing happened.
 * - `alreadyDone`: it happened before, a query tells what.
 * - `notApproved`: the payer has not finished on bKash's page.
 * - `unknown`: it may have happened; ask before anything else.
 * - `unreachable`: certainly never sent, also because no token could be had.
 * - `withheld`: held back by our own last check; certainly never sent.
 * - `config`: merchant, key or address are wrong; nothing happened.
 * - `unauthorized`: the token was refused, the fresh one too; nothing happened.
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

/** `message` is for the payer: bKash's own words where it gave a code, else a sentence of ours. */
export type BkashFailure = { kind: FailureKind; code: string | null; message: string };

export type CreatedPayment = {
  paymentId: string;
  bkashUrl: string;
  /** Of the return to our callback; stops guesses, proves nothing. */
  signature: string | null;
  createdAt: Date | null;
};

/** `other`: a status that no document names; never final. */
export type PaymentStatus = 'Initiated' | 'Completed' | 'Authorized' | 'other';

export type BkashPayment = {
  paymentId: string;
  trxId: string | null;
  status: PaymentStatus;
  rawStatus: string;
  /** Whether the payer went through bKash's page to its end. */
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
