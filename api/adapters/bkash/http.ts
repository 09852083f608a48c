/**
 * Sends one POST to bKash with limits on time and size, and distinguishes a request that was never sent from one whose
 * answer was lost.
 */
import { readBounded } from '#api/adapters/http-answers.ts';
import type { JsonObject } from './types.ts';

export type Fetch = typeof globalThis.fetch;

export type HttpAnswer =
  | { kind: 'answer'; status: number; text: string }
  /** The request was certainly never sent. */
  | { kind: 'unreachable'; reason: string }
  /** The request may have been sent; its outcome is unknown. */
  | { kind: 'lost'; reason: string };

const ANSWER_MAX_BYTES = 64 * 1024;

/** Sends the request and never throws: errors are returned as `unreachable` or `lost`. */
export async function post(
  fetch: Fetch,
  url: string,
  request: { headers: Record<string, string>; body: JsonObject },
  timeoutMs: number,
): Promise<HttpAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
      // Following a redirect would send the credentials to its target.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readBounded(response, ANSWER_MAX_BYTES);
    if (text === null) return { kind: 'lost', reason: 'the answer is too large' };
    return { kind: 'answer', status: response.status, text };
  } catch (error) {
    const reason = reasonOf(error);
    return wasNeverSent(error) ? { kind: 'unreachable', reason } : { kind: 'lost', reason };
  }
}

const CONNECTING = new Set(['connect', 'getaddrinfo']);
const BEFORE_SENDING = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // An AggregateError has one error for each address of the host that was tried.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(wasNeverSent);
  if (error.cause !== undefined) return wasNeverSent(error.cause);
  return CONNECTING.has(textProperty(error, 'syscall')) || BEFORE_SENDING.has(textProperty(error, 'code'));
}

/** Returns only a code or a name, because error messages may repeat what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  if (error.cause !== undefined) return reasonOf(error.cause);
  return textProperty(error, 'code') || error.name;
}

function textProperty(error: Error, name: 'code' | 'syscall'): string {
  const value: unknown = name in error ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : '';
}
