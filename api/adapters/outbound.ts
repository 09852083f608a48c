/**
 * Sends requests to addresses that customers enter: each host is looked up once, refused unless it is public, and
 * called at exactly the address that was checked.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Env } from '#api/env.ts';
import { isPublicAddress } from './outbound-addresses.ts';
import { integrationMessages } from '#contracts/integrations/messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';

type Address = { address: string; family: number };
export type Lookup = (hostname: string) => Promise<Address[]>;

/** The address must not be called; `said` is shown to the customer. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly said: Message;

  constructor(said: Message) {
    super(english(said));
    this.said = said;
  }
}

export type OutboundAnswer = { status: number; text: string };
export type Outbound = {
  /** Throws AddressRefused if the address must not be called. */
  check: (url: string) => Promise<void>;
  /** Does not follow redirects. Throws AddressRefused, or an error with the reason why no response arrived. */
  post: (
    url: string,
    request: { headers: Record<string, string>; body: string; timeoutMs: number; answerBytesMax: number },
  ) => Promise<OutboundAnswer>;
};

const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true });
const LOOKUP_MS = 5_000;

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
    const found = await within(LOOKUP_MS, lookup(hostOf(url))).catch(() => []);
    const [address] = found;
    if (!address) throw new AddressRefused(integrationMessages.hostNotFound({ host: url.hostname }));
    // A single private address is enough to refuse: a later lookup could return that one.
    if (!env.WEBHOOKS_TO_PRIVATE && !found.every((one) => isPublicAddress(one.address)))
      throw new AddressRefused(integrationMessages.addressPrivate());
    return { url, address };
  };
  return {
    check: async (text) => void (await target(text)),
    post: async (text, { headers, body, timeoutMs, answerBytesMax }) => {
      const { url, address } = await target(text);
      const answer = await send(url, address, { headers, body, timeoutMs });
      return { status: answer.statusCode ?? 0, text: await readSome(answer, answerBytesMax) };
    },
  };
}

/** Returns the host name without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Connects to the address that was checked, even if the name resolves differently by now (DNS rebinding). TLS still
 * verifies the name.
 */
function send(
  url: URL,
  { address, family }: Address,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
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

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It took too long.')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
