/** Requests of one client by HTTP/2, all on one connection: `const { fetch, end } = await openHttp2(address, ca)`. */
import { once } from 'node:events';
import http2 from 'node:http2';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Fetch } from '#temporal/local/customer.ts';

export type Http2 = {
  fetch: Fetch;
  /** False when the server has ended the connection. */
  isOpen: () => boolean;
  end: () => void;
};

const withoutBody = new Set([204, 304]);

/** `ca` is the certificate to trust. Throws if the server does not speak HTTP/2. */
export async function openHttp2(address: string, ca: Buffer): Promise<Http2> {
  const session = http2.connect(address, { ca });
  await once(session, 'connect');
  if (session.alpnProtocol !== 'h2') throw new Error(`${address} speaks ${session.alpnProtocol}.`);
  session.on('error', () => undefined);
  return {
    isOpen: () => !session.closed && !session.destroyed,
    end: () => session.destroy(),
    fetch: async (place, init) => {
      const request = new Request(place, init);
      const { pathname, search } = new URL(request.url);
      const headers = {
        ...Object.fromEntries(request.headers),
        ':method': request.method,
        ':path': pathname + search,
      };
      const stream = session.request(headers, { endStream: request.body === null });
      const answered = once(stream, 'response') as Promise<[http2.IncomingHttpHeaders]>;
      if (request.body) stream.end(Buffer.from(await request.arrayBuffer()));
      const [answer] = await answered;
      const status = Number(answer[':status']);
      return new Response(
        withoutBody.has(status) ? null : (Readable.toWeb(stream) as ReadableStream<Uint8Array>),
        {
          status,
          headers: headersOf(answer),
        },
      );
    },
  };
}

function headersOf(answer: http2.IncomingHttpHeaders): [string, string][] {
  return Object.entries(answer)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]));
}
