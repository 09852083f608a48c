/** Reads the six formats in which bKash and its gateway report failures as one failure type (bkash.md 4). */
import { kindOfCode } from './codes.ts';
import type { HttpAnswer } from './http.ts';
import type { BkashFailure, FailureKind, JsonObject, Json } from './types.ts';

export type Envelope =
  | { ok: true; body: JsonObject }
  /** `gateway`: the gateway rejected the request before bKash processed it, so it may be sent again. */
  | { ok: false; failure: BkashFailure; gateway: boolean };

const WORDS_MAX = 255;

/** Long words are cut. */
export const failureOf = (
  kind: FailureKind,
  code: string | null = null,
  words: string | null = null,
): BkashFailure => ({ kind, code, words: words?.slice(0, WORDS_MAX) || null });

/** Classifies an HTTP answer as a success with its body, or as a failure. */
export function readEnvelope(answer: HttpAnswer): Envelope {
  if (answer.kind === 'unreachable') return failed(failureOf('unreachable'));
  const body = answer.kind === 'answer' ? parseObject(answer.text) : null;
  if (answer.kind === 'lost' || !body) return failed(failureOf('unknown'));
  const { status } = answer;
  const code = codeOf(body);
  if (code !== null) {
    const kind = status >= 500 ? 'unknown' : kindOfCode(code);
    return failed(
      failureOf(kind, code, textOf(body, 'errorMessageEn', 'errorMessage', 'statusMessage', 'message')),
    );
  }
  if (status >= 400 && textOf(body, 'message', 'Message') !== null) {
    return { ok: false, failure: failureOf(gatewayKind(status)), gateway: true };
  }
  return status >= 200 && status < 300 ? { ok: true, body } : failed(failureOf('unknown'));
}

const failed = (failure: BkashFailure): Envelope => ({ ok: false, failure, gateway: false });

function gatewayKind(status: number): FailureKind {
  if (status === 401) return 'unauthorized';
  if (status === 403 || status === 404) return 'config';
  if (status === 400) return 'refused';
  return 'unknown';
}

function codeOf(body: JsonObject): string | null {
  const codes = ['externalCode', 'errorCode', 'statusCode', 'internalCode'].map((name) => textOf(body, name));
  return codes.find((code) => code !== null && code !== '0000') ?? null;
}

/**
 * Returns the first of the fields that has a non-empty text or a number; the API families spell field names
 * differently.
 */
export function textOf(body: JsonObject, ...names: string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** Excludes null and arrays. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a JSON object; returns null for anything else. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
