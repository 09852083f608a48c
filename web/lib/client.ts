/** Calls the API: unwraps the answer's envelope and returns its data, or throws an ApiError. */
import type { Message } from '#contracts/messages/message.ts';
import type { Answer, BodyInput, CallName, HasForm, PathParams, QueryInput } from '#contracts/calls/calls.ts';
import type { Failure } from '#contracts/envelope.ts';
import { shownUserHeader } from '#contracts/accounts/shown-user.ts';
import { clientMessages } from '#contracts/client-messages.ts';
import { isOwnAnswer, noteAnswer, noteNoAnswer } from '../lib/connection.ts';
import { noteServerTime } from './moment.ts';

/** Code for a request without an answer, or with one that is not from our server. */
const networkCode = 'NETWORK';

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  /** The message as data; null if it is the fixed text of its code. */
  readonly messageData: Message | null;
  /** The answer's remaining fields, such as the new price of PRICE_CHANGED. */
  readonly details: Record<string, unknown>;

  constructor(init: {
    code: string;
    message: string;
    status: number;
    requestId: string | null;
    messageData?: Message | null;
    details?: Record<string, unknown>;
  }) {
    super(init.message);
    this.name = 'ApiError';
    this.code = init.code;
    this.status = init.status;
    this.requestId = init.requestId;
    this.messageData = init.messageData ?? null;
    this.details = init.details ?? {};
  }
}

export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === networkCode;
}

/** Returns whether the same request may succeed later: it was not answered, or not refused for what it contains. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError) || isNetworkError(error)) return true;
  return error.status >= 500 || error.status === 429 || error.code === 'UPLOAD_BROKEN_OFF';
}

/**
 * Returns true if the server refused, so that nothing was started. Without an answer the work may be under way, and the
 * same key must be sent again.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

let shownUserId: string | null = null;

/**
 * Says whom the page shows. The browser's tabs share one session, so somebody else may have signed in; the server
 * refuses what this page asks for then.
 */
export function setShownUser(userId: string | null): void {
  shownUserId = userId;
}

type SessionEndedListener = () => void;
let onSessionEnded: SessionEndedListener = () => {};

/** Registers a listener that is called whenever an answer reports that nobody is signed in. */
export function listenForSessionEnd(listener: SessionEndedListener): void {
  onSessionEnded = listener;
}

type Body = Record<string, unknown> | FormData;
type Options = { body?: Body; headers?: Record<string, string>; signal?: AbortSignal };

export type Transport = (path: string, init: RequestInit) => Promise<Response>;
let transport: Transport = (path, init) => fetch(path, init);

/** Sends the calls that `work` starts synchronously through another transport: on the server, directly to the API. */
export function callThrough<Result>(given: Transport, work: () => Result): Result {
  const before = transport;
  transport = given;
  try {
    return work();
  } finally {
    transport = before;
  }
}

async function send(method: string, path: string, options: Options): Promise<Response> {
  const { body, signal } = options;
  const headers = { ...options.headers, ...(shownUserId && { [shownUserHeader]: shownUserId }) };
  const json = body !== undefined && !(body instanceof FormData);
  try {
    return await transport(path, {
      method,
      credentials: 'same-origin',
      headers: json ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    noteNoAnswer();
    const message = cause instanceof Error ? cause.message : 'no connection';
    throw new ApiError({ code: networkCode, message, status: 0, requestId: null });
  }
}

function isFailure(payload: unknown): payload is Failure {
  const candidate = payload as Partial<Failure> | null;
  return typeof candidate?.code === 'string' && typeof candidate.message === 'string';
}

function failure(status: number, payload: unknown): ApiError {
  if (isFailure(payload)) return new ApiError({ ...payload, status, details: payload });
  return new ApiError({ code: networkCode, message: clientMessages.authGeneric, status, requestId: null });
}

async function answerTo<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const response = await send(method, path, options);
  if (isOwnAnswer(response)) {
    noteAnswer();
    noteServerTime(response);
  } else noteNoAnswer();
  const payload: unknown = await response.json().catch(() => null);
  const succeeded = response.ok && typeof payload === 'object' && payload !== null;
  if (succeeded && (payload as { success?: unknown }).success !== false) return payload as T;
  throw failureOf(response.status, payload);
}

function failureOf(status: number, payload: unknown): ApiError {
  const error = failure(status, payload);
  if (error.code === 'UNAUTHENTICATED') onSessionEnded();
  return error;
}

type Optional<Name extends string, Value> = [Value] extends [undefined]
  ? object
  : object extends Value
    ? { [Each in Name]?: Value }
    : { [Each in Name]: Value };
/** The arguments of a call in the registry. */
type Given<Name extends CallName> = Optional<'params', PathParams<Name>> &
  Optional<'query', QueryInput<Name>> &
  Optional<'body', BodyInput<Name>> &
  (HasForm<Name> extends true ? { form: FormData } : object) & { key?: string; signal?: AbortSignal };
type AnyGiven = {
  params?: Record<string, string>;
  query?: object;
  body?: Record<string, unknown>;
  form?: FormData;
  key?: string;
  signal?: AbortSignal;
};

/**
 * Makes a call from the registry.
 *
 * @throws ApiError
 * @example call('GET /api/jobs/:jobId', { params: { jobId }, signal })
 */
export function call<Name extends CallName>(
  name: Name,
  ...[given]: object extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>]
): Promise<{ success: true } & Answer<Name>> {
  const { params = {}, query, body, form, key, signal } = (given ?? {}) as AnyGiven;
  const [method = ''] = name.split(' ');
  const answered = answerTo<{ success: true } & Answer<Name>>(method, addressOf(name, params, query), {
    ...(method === 'GET' ? {} : { body: form ?? body ?? {} }),
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
    ...(signal ? { signal } : {}),
  });
  if (import.meta.env.MODE === 'development') void noteUndescribed(name, answered);
  return answered;
}

/** Logs an error in development when an answer does not match the registry. The caller does not wait for this check. */
async function noteUndescribed(name: CallName, answered: Promise<object>): Promise<void> {
  const answer = await answered.catch(() => null);
  if (!answer) return;
  try {
    const { findCall } = await import('#contracts/calls/calls.ts');
    const { requireDescribed } = await import('#contracts/calls/described.ts');
    const described = findCall(name);
    if (described) requireDescribed(name, described, answer);
  } catch (error) {
    console.error(error);
  }
}

/** Returns the address of a call in the registry, also for use in links. */
export function addressOf<Name extends CallName>(
  name: Name,
  params: Record<string, string>,
  query: object = {},
): string {
  const [, path = ''] = name.split(' ');
  const place = path.replaceAll(/:(\w+)/g, (_, parameter: string) =>
    encodeURIComponent(params[parameter] ?? ''),
  );
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(asked.map(([field, value]) => [field, String(value)])).toString();
  return search ? `${place}?${search}` : place;
}

/** Reads the addresses outside the registry: the OpenAPI document, and the addresses of a developer's stack. */
export const read = <Answer>(place: '/api/openapi.json' | '/api/dev/info', signal?: AbortSignal) =>
  answerTo<Answer>('GET', place, signal ? { signal } : {});

/** Begins to read a file of the API, such as a document of a job. Throws ApiError. */
export async function openFile(address: string, signal: AbortSignal): Promise<Response> {
  const response = await send('GET', address, { signal });
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null));
  noteAnswer();
  return response;
}

/** The error for a connection that was lost while an answer was read. */
export function lostConnection(cause: unknown): ApiError {
  const message = cause instanceof Error ? cause.message : 'no connection';
  return new ApiError({ code: networkCode, message, status: 0, requestId: null });
}
