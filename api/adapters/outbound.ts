/**
 * Sends requests to addresses that customers enter: each host is looked up once, refused unless it is public, and
 * called at exactly the address that was checked.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Env } from '#api/env.ts';
import {
  AddressRefused,
  checkedAddresses,
  lookupAll,
  type Address,
  type Lookup,
} from './checked-addresses.ts';
import { retryAfterMs } from './http-answers.ts';
import { integrationMessages } from '#contracts/integrations/messages.ts';

/** `retryAfterMs` is how long the receiver asks to be left alone; null if it does not say so. */
export type OutboundAnswer = { status: number; text: string; retryAfterMs: number | null };
type Request = { headers: Record<string, string>; body: string | Uint8Array; timeoutMs: number };
export type Outbound = {
  /** Throws AddressRefused if the address must not be called. */
  check: (url: string) => Promise<void>;
  /** Does not follow redirects. Throws AddressRefused, or an error with the reason why no response arrived. */
  post: (url: string, request: Request & { answerBytesMax: number }) => Promise<OutboundAnswer>;
};

export function createOutbound(
  env: Pick<Env, 'NODE_ENV' | 'WEBHOOKS_TO_PRIVATE'>,
  lookup: Lookup = lookupAll,
): Outbound {
  const target = async (text: string): Promise<{ url: URL; address: Address }> => {
    const url = new URL(text);
    const isSecure = url.protocol === 'https:';
    if (!isSecure && (env.NODE_ENV === 'production' || url.protocol !== 'http:'))
      throw new AddressRefused(integrationMessages.addressNotHttps());
    if (url.username !== '' || url.password !== '')
      throw new AddressRefused(integrationMessages.addressHasLogin());
    const allowsPrivate = env.WEBHOOKS_TO_PRIVATE;
    const [address] = await checkedAddresses(url.hostname, { allowsPrivate, lookup });
    return { url, address };
  };
  return {
    check: async (text) => void (await target(text)),
    post: async (text, { headers, body, timeoutMs, answerBytesMax }) => {
      const { url, address } = await target(text);
      const answer = await send(url, address, { headers, body, timeoutMs });
      return {
        status: answer.statusCode ?? 0,
        text: await readSome(answer, answerBytesMax),
        retryAfterMs: retryAfterMs(answer.headers['retry-after']),
      };
    },
  };
}

/**
 * Connects to the address that was checked, even if the name resolves differently by now (DNS rebinding). TLS still
 * verifies the name.
 */
function send(
  url: URL,
  { address, family }: Address,
  { headers, body, timeoutMs }: Request,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // Covers the whole exchange, including reading the response.
        signal: AbortSignal.timeout(timeoutMs),
        lookup: (_hostname, options, done) => {
          if (options.all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      },
      resolve,
    );
    call.on('error', (error) =>
      reject(isTimeout(error) ? new Error(`No answer within ${timeoutMs / 1_000} s.`) : error),
    );
    // An answer that switches protocols (101) closes the connection without any other event.
    call.on('close', () => reject(new Error('The connection ended without an answer.')));
    call.end(body);
  });
}

const isTimeout = (error: Error): boolean => error.name === 'AbortError' || error.name === 'TimeoutError';

/** Returns the beginning of the response and does not read the rest. A response that breaks off still counts. */
async function readSome(answer: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      chunks.push(part.subarray(0, bytesMax - bytes));
      bytes += part.byteLength;
      if (bytes >= bytesMax) break;
    }
  } catch {
    // Only the status matters.
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks).toString('utf8');
}
