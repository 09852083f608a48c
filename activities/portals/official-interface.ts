/**
 * Sends requests to the official interface of a portal's owner: to the configured host only, with limits on time and
 * size, and without following redirects, because the platform's key is part of the request.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { readBounded, retryAfterMs } from '#api/adapters/http-answers.ts';
import { limits } from '#contracts/limits.ts';
import { countAction } from './action-counts.ts';
import { PortalFault, type OfficialInterface } from './contract.ts';
import { portalMessages } from './messages.ts';
import { connectionFault, refuseOutage, strayedFault } from './navigation.ts';

export type OfficialRequest = {
  /** Path below the configured address. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** Headers of the request, including the one with the key. */
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
};

/** `text` is null if the body is longer than `limits.officialAnswerBytesMax`. */
export type OfficialAnswer = { status: number; headers: Headers; text: string | null };

const TOO_MANY_REQUESTS = 429;

/**
 * Sends the request, and returns an answer that is neither an outage, nor a refused key, nor a redirect. If the
 * interface asks to wait for a short while, the request is repeated once after it.
 *
 * @throws PortalFault PORTAL_BUSY, PORTAL_DOWN or TIMEOUT as for a page; HUMAN_REQUIRED for a refused key, which stops
 * the job without pausing the portal; PORTAL_CHANGED for a redirect
 */
export async function askOfficial(
  official: OfficialInterface,
  request: OfficialRequest,
  signal: AbortSignal,
): Promise<OfficialAnswer> {
  const first = await send(official, request, signal);
  const restMs = first.status === TOO_MANY_REQUESTS ? restOf(first) : null;
  if (restMs === null) return requireAnswer(official, first);
  await delay(restMs, undefined, { signal });
  return requireAnswer(official, await send(official, request, signal));
}

/**
 * Returns how long the interface asks to wait, in milliseconds; null if it does not say, or if the wait is too long.
 */
function restOf({ headers }: OfficialAnswer): number | null {
  const restMs = retryAfterMs(headers.get('retry-after'));
  return restMs !== null && restMs <= limits.officialRestMsMax ? restMs : null;
}

async function send(
  official: OfficialInterface,
  { path, query, headers, timeoutMs }: OfficialRequest,
  signal: AbortSignal,
): Promise<OfficialAnswer> {
  const url = `${official.baseUrl}${path}?${new URLSearchParams(query).toString()}`;
  countAction(official);
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await readBounded(answer, limits.officialAnswerBytesMax);
    return { status: answer.status, headers: answer.headers, text };
  } catch (error) {
    signal.throwIfAborted();
    throw connectionFault(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : '', error);
  }
}

function requireAnswer({ baseUrl }: OfficialInterface, answer: OfficialAnswer): OfficialAnswer {
  const { status, headers } = answer;
  if (status === 401 || status === 403) throw new PortalFault('HUMAN_REQUIRED', portalMessages.keyRefused());
  if (status >= 300 && status < 400) throw strayedFault(urlOf(headers.get('location'), baseUrl));
  refuseOutage(status);
  return answer;
}

/** Returns the target of a redirect, for the fault's message; the configured address if the target is unreadable. */
const urlOf = (location: string | null, baseUrl: string): string =>
  location !== null && URL.canParse(location, baseUrl) ? new URL(location, baseUrl).href : 'about:blank';
