/**
 * Behaviour of bKash that varies or is not documented, which a test can switch; the defaults are what was observed most
 * often.
 */
import { z } from 'zod';
import { HOUR_MS } from '#tests/sandbox/framework/durations.ts';

export const switchesBody = z.strictObject({
  /** `Authorization: Bearer <token>` is accepted besides the bare token. */
  bearer: z.boolean().default(true),
  /** The code that answers a second execute. */
  alreadyCode: z.enum(['2062', '2117']).default('2062'),
  /** How answers write amounts: as sent, "10" or "10.00". */
  amounts: z.enum(['asSent', 'plain', 'twoDecimals']).default('asSent'),
  /** The invoice's name in the answer to a query. */
  invoiceField: z.enum(['merchantInvoice', 'merchantInvoiceNumber']).default('merchantInvoice'),
  verificationField: z.enum(['verificationStatus', 'userVerificationStatus']).default('verificationStatus'),
  /** Execute returns payerType, payerAccount and maxRefundableAmount, which older gateways do not. */
  payerFields: z.boolean().default(true),
  /** Return addresses carry a signature. */
  signature: z.boolean().default(true),
  /** Refusals of create and execute: `statusCode` as observed, `errorCode` as documented. */
  refusals: z.enum(['statusCode', 'errorCode']).default('statusCode'),
  /** Refuses with 2029 for the same wallet and amount within this time; 0 switches it off. */
  duplicateWindowMs: z.number().int().min(0).max(HOUR_MS).default(120_000),
  /** Refuses with 2029, at create, an invoice that was used before. */
  uniqueInvoices: z.boolean().default(false),
  /** An insufficient balance or a blocked wallet ends the page with `failure` instead of failing the execute. */
  troubleOnPage: z.boolean().default(false),
  /** Whether the merchant may use the search, which is not open to every merchant. */
  search: z.boolean().default(true),
  /** The number of grants in an hour that blocks the merchant; null is no limit. */
  grantsPerHourMax: z.number().int().min(1).nullable().default(null),
  /** How the list of refunds is answered while there is none. */
  noRefunds: z.enum(['empty', 'refused']).default('empty'),
  refundDays: z.number().int().min(0).max(365).default(60),
  /** Signature version of the notices: 1 is RSA with SHA-1, 2 with SHA-256. */
  signatureVersion: z.enum(['1', '2']).default('1'),
});
export type Switches = z.infer<typeof switchesBody>;

export const defaultSwitches = (): Switches => switchesBody.parse({});
