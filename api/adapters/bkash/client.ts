/**
 * A typed client for bKash's Tokenized Checkout: payments use API family v1.2.0-beta; refunds use v2, which allows
 * several refunds of a payment. No request is sent twice, except after a 401 from the gateway, which rejects a request
 * before bKash sees it.
 */
import { HOUR_MS } from '#contracts/durations.ts';
import type { Vault } from '#api/adapters/vault.ts';
import type { Database } from '#prisma/client.ts';
import { readCreated, readPayment, readRefund, readRefundStatus, readTransaction } from './answers.ts';
import { failureOf, textOf, type Envelope } from './envelopes.ts';
import { createExchange, type Call, type Exchange } from './exchange.ts';
import { amountFromPoisha } from './formats.ts';
import type { Fetch } from './http.ts';
import { createTokens, type Granted, type Token, type Tokens } from './token.ts';
import type { Bkash, BkashAnswer, JsonObject, RedactedCall } from './types.ts';

export type BkashConfig = {
  baseUrl: string;
  username: string;
  password: string;
  appKey: string;
  appSecret: string;
  db: Database;
  vault: Vault;
  now?: () => Date;
  fetch?: Fetch;
  /** Receives every request and answer without secrets. Its failures are ignored. */
  onCall?: (call: RedactedCall) => void | Promise<void>;
  timeoutMs?: number;
};

/** bKash's documentation requires a query after 30 s without an answer. */
const CALL_TIMEOUT_MS = 30_000;
const PAYMENTS = '/v1.2.0-beta/tokenized/checkout';
const REFUNDS = '/v2/tokenized-checkout/refund/payment';
/** bKash's mode for a single payment without an agreement. */
const MODE = '0011';

type Operation = Omit<Call, 'headers'>;

/** Creates the client. Its calls never throw for a failure at bKash; they return it as a `BkashFailure`. */
export function createBkash(config: BkashConfig): Bkash {
  const { username, password, appKey, appSecret, timeoutMs = CALL_TIMEOUT_MS } = config;
  const now = config.now ?? (() => new Date());
  const exchange = createExchange({
    baseUrl: config.baseUrl,
    secrets: [username, password, appKey, appSecret],
    now,
    fetch: config.fetch ?? globalThis.fetch,
    timeoutMs,
    onCall: config.onCall ?? (() => undefined),
  });
  const tokens = createTokens({
    db: config.db,
    vault: config.vault,
    account: [config.baseUrl, username, appKey],
    now,
    grantTimeoutMs: timeoutMs,
    grant: () => grantToken(exchange, config),
  });
  const send = async <T>(
    operation: Operation,
    read: (body: JsonObject) => T | null,
  ): Promise<BkashAnswer<T>> => readAnswer(await sendWithToken(exchange, tokens, appKey, operation), read);

  return {
    create: ({ amountPoisha, invoice, payerReference, callbackUrl }) =>
      send(
        {
          operation: 'create',
          path: `${PAYMENTS}/create`,
          body: {
            mode: MODE,
            payerReference,
            callbackURL: callbackUrl,
            amount: amountFromPoisha(amountPoisha),
            currency: 'BDT',
            intent: 'sale',
            merchantInvoiceNumber: invoice,
          },
        },
        readCreated,
      ),
    execute: (paymentId, markSent) =>
      send(
        { operation: 'execute', path: `${PAYMENTS}/execute`, body: { paymentID: paymentId }, markSent },
        readPayment,
      ),
    query: (paymentId) =>
      send(
        { operation: 'query', path: `${PAYMENTS}/payment/status`, body: { paymentID: paymentId } },
        readPayment,
      ),
    search: (trxId) =>
      send(
        { operation: 'search', path: `${PAYMENTS}/general/searchTransaction`, body: { trxID: trxId } },
        readTransaction,
      ),
    refund: ({ paymentId, trxId, amountPoisha, sku, reason }, markSent) =>
      send(
        {
          operation: 'refund',
          path: `${REFUNDS}/transaction`,
          body: { paymentId, trxId, refundAmount: amountFromPoisha(amountPoisha), sku, reason },
          markSent,
        },
        readRefund,
      ),
    refundStatus: ({ paymentId, trxId }) =>
      send(
        { operation: 'refundStatus', path: `${REFUNDS}/status`, body: { paymentId, trxId } },
        readRefundStatus,
      ),
  };
}

async function sendWithToken(
  exchange: Exchange,
  tokens: Tokens,
  appKey: string,
  operation: Operation,
): Promise<Envelope> {
  const sendWith = (token: Token): Promise<Envelope> =>
    exchange({ ...operation, headers: { authorization: token.value, 'x-app-key': appKey } });

  const first = await tokens.current();
  if (!first.ok) return { ...first, gateway: false };
  const envelope = await sendWith(first.token);
  if (envelope.ok || envelope.failure.kind !== 'unauthorized') return envelope;
  await tokens.invalidate(first.token);
  if (!envelope.gateway) return envelope;
  const fresh = await tokens.current(first.token);
  return fresh.ok ? sendWith(fresh.token) : { ...fresh, gateway: false };
}

/** An answer is a success only if it has all the fields of one. */
function readAnswer<T>(envelope: Envelope, read: (body: JsonObject) => T | null): BkashAnswer<T> {
  if (!envelope.ok) return { ok: false, failure: envelope.failure };
  const value = read(envelope.body);
  return value === null ? { ok: false, failure: failureOf('unknown') } : { ok: true, value };
}

async function grantToken(
  exchange: Exchange,
  account: Pick<BkashConfig, 'username' | 'password' | 'appKey' | 'appSecret'>,
): Promise<Granted> {
  const { username, password, appKey, appSecret } = account;
  const envelope = await exchange({
    operation: 'grant',
    path: `${PAYMENTS}/token/grant`,
    headers: { username, password },
    body: { app_key: appKey, app_secret: appSecret },
  });
  const value = envelope.ok ? textOf(envelope.body, 'id_token') : null;
  if (envelope.ok && value !== null) return { ok: true, value, lifeMs: lifeOf(envelope.body) };
  const { kind, code } = envelope.ok ? failureOf('unknown') : envelope.failure;
  const isTemporary = kind === 'unknown' || kind === 'unreachable';
  // Whatever happened to the grant, the call that needed it was not sent. bKash's message about the grant is not shown
  // to payers.
  const failure = failureOf(isTemporary ? 'unreachable' : 'config', code);
  return { ok: false, sent: kind !== 'unreachable', failure };
}

function lifeOf(body: JsonObject): number {
  const seconds = Number(textOf(body, 'expires_in'));
  return seconds > 0 && seconds * 1000 < HOUR_MS ? seconds * 1000 : HOUR_MS;
}
