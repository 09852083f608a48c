/** Makes one call to bKash: sends it, reads the answer as an envelope, and logs both without secrets. */
import { failureOf, parseObject, readEnvelope, textOf, type Envelope } from './envelopes.ts';
import { post, type Fetch, type HttpAnswer } from './http.ts';
import { redactObject, redactText } from './redact.ts';
import type { BkashOperation, JsonObject, MarkSent, RedactedCall } from './types.ts';

export type Call = {
  operation: BkashOperation;
  path: string;
  headers: Record<string, string>;
  body: JsonObject;
  /** Set for calls that move money. */
  markSent?: MarkSent;
};
export type Exchange = (call: Call) => Promise<Envelope>;

const UNREADABLE_KEPT_CHARACTERS = 500;

/**
 * Returns the function that makes a call. A call with `markSent` is sent only if that returns true directly before.
 */
export function createExchange(options: {
  baseUrl: string;
  secrets: string[];
  now: () => Date;
  fetch: Fetch;
  timeoutMs: number;
  onCall: (call: RedactedCall) => void | Promise<void>;
}): Exchange {
  const origin = options.baseUrl.replace(/\/+$/, '');

  return async (call) => {
    // No slow operation may come between this check and the request.
    if (call.markSent && !(await call.markSent()))
      return { ok: false, failure: failureOf('withheld'), gateway: false };
    const startedAt = options.now();
    const startedMs = performance.now();
    const answer = await post(options.fetch, `${origin}${call.path}`, call, options.timeoutMs);
    const secrets = [...options.secrets, ...Object.values(call.headers)];
    const envelope = withoutSecrets(readEnvelope(answer), secrets);
    const durationMs = Math.round(performance.now() - startedMs);
    const hide = (value: JsonObject): JsonObject => redactObject(value, secrets);
    await report({
      operation: call.operation,
      paymentId: paymentIdOf(call.body, envelope),
      startedAt,
      durationMs,
      httpStatus: answer.kind === 'answer' ? answer.status : null,
      request: hide({ path: call.path, headers: call.headers, body: call.body }),
      response: responseOf(call, answer, hide),
      failure: describeFailure(answer, envelope),
    });
    return envelope;
  };

  // A failure to log a call must not lose bKash's answer.
  async function report(call: RedactedCall): Promise<void> {
    await Promise.resolve(call)
      .then(options.onCall)
      .catch(() => undefined);
  }
}

/** An error message may repeat the header that was rejected. */
function withoutSecrets(envelope: Envelope, secrets: string[]): Envelope {
  if (envelope.ok) return envelope;
  const { words } = envelope.failure;
  const redacted = words === null ? null : redactText(words, secrets);
  return { ...envelope, failure: { ...envelope.failure, words: redacted } };
}

function responseOf(
  call: Call,
  answer: HttpAnswer,
  hide: (value: JsonObject) => JsonObject,
): JsonObject | null {
  if (answer.kind !== 'answer') return { lost: answer.reason };
  const body = parseObject(answer.text);
  if (body) return hide(body);
  // An answer that was cut off may contain part of a token, which no redaction pattern recognises.
  if (call.operation === 'grant') return { unreadable: `${answer.text.length} characters` };
  return hide({ unreadable: answer.text.slice(0, UNREADABLE_KEPT_CHARACTERS) });
}

function paymentIdOf(request: JsonObject, envelope: Envelope): string | null {
  const asked = textOf(request, 'paymentID', 'paymentId');
  return asked ?? (envelope.ok ? textOf(envelope.body, 'paymentID', 'paymentId') : null);
}

function describeFailure(answer: HttpAnswer, envelope: Envelope): string | null {
  if (envelope.ok) return null;
  const { kind, code } = envelope.failure;
  const reason = answer.kind === 'answer' ? (code ?? `HTTP ${answer.status}`) : answer.reason;
  return `${kind}: ${reason}`;
}
