/** What is unsettled or varies at bKash, to be switched by a test; the defaults are what was seen most. */
import { z } from 'zod';

const HOUR_MS = 60 * 60_000;

export const switchesBody = z.strictObject({
  /** `Authorization: Bearer <token>` is taken besides the bare token. */
  bearer: z.boolean().default(true),
  /** What a second execute is answered. */
  alreadyCode: z.enum(['2062', '2117']).default('2062'),
  /** How answers spell amounts: as sent, "10" or "10.00". */
  amounts: z.enum(['asSent', 'plain', 'twoDecimals']).default('asSent'),
  /** The invoice's name in the answer to a query. */
  invoiceField: z.enum(['merchantInvoice', 'merchantInvoiceNumber']).default('merchantInvoice'),
  verificationField: z.enum(['verificationStatus', 'userVerificationStatus']).default('verificationStatus'),
  /** Execute tells payerType, payerAccount and maxRefundableAmount, which older gateways do not. */
  payerFields: z.boolean().default(true),
  /** Returns carry a signature. */
  signature: z.boolean().default(true),
  /** Refusals of create and execute: `statusCode` as observed, `errorCode` as documented. */
  refusals: z.enum(['statusCode', 'errorCode']).default('statusCode'),
  /** 2029 for the same wallet and amount within so long; 0 is off. */
  duplicateWindowMs: z.number().int().min(0).max(HOUR_MS).default(120_000),
  /** 2029 for an invoice that was used before, at create. */
  uniqueInvoices: z.boolean().default(false),
  /** Short balance and blocked wallets end the page with `failure` instead of the execute. */
  troubleOnPage: z.boolean().default(false),
  /** Search is not open to every merchant. */
  search: z.boolean().default(true),
  /** So many grants in an hour block the merchant; null is no limit. */
  grantsPerHourMax: z.number().int().min(1).nullable().default(null),
  refundDays: z.number().int().min(0).max(365).default(60),
  /** Of the notices: 1 is RSA with SHA-1, 2 with SHA-256. */
  signatureVersion: z.enum(['1', '2']).default('1'),
});
export type Switches = z.infer<typeof switchesBody>;

export const defaultSwitches = (): Switches => switchesBody.parse({});
