/** One POST on a real socket: what was certainly never sent, what may have arrived, and what is too large. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { post } from '#api/adapters/bkash/http.ts';
import { freePort } from '#temporal/local/ports.ts';

/** Long enough for a busy machine, where a test expects something else than the end of the time. */
const TIMEOUT_MS = 20_000;
const SHORT_TIMEOUT_MS = 300;
const send = (url: string, headers: Record<string, string> = {}, timeoutMs = TIMEOUT_MS) =>
  post(globalThis.fetch, url, { headers, body: { a: '1' } }, timeoutMs);

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server on a TCP port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
const serve = (handle: RequestListener): Promise<string> => listen(createServer(handle));

describe('a request', () => {
  it('a request counts as never sent if nobody listens or the host name does not exist', async () => {
    expect(await send(`http://127.0.0.1:${await freePort()}/`)).toEqual({
      kind: 'unreachable',
      reason: 'ECONNREFUSED',
    });
    expect(await send('http://bkash.invalid/')).toMatchObject({ kind: 'unreachable' });
  });

  it('a request counts as lost if the connection ends before or within its answer', async () => {
    const dropped = await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy())));
    expect(await send(dropped)).toMatchObject({ kind: 'lost' });
    const half = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"paymentID"', () => response.destroy());
    });
    expect(await send(half)).toMatchObject({ kind: 'lost' });
  });

  it('a request counts as lost if no answer, or only its beginning, arrives in time', async () => {
    const silent = await serve((_request, response) => onTestFinished(() => void response.destroy()));
    expect(await send(silent, {}, SHORT_TIMEOUT_MS)).toEqual({ kind: 'lost', reason: 'TimeoutError' });
    const slow = await serve((_request, response) => {
      response.writeHead(200).write('{');
      onTestFinished(() => void response.destroy());
    });
    expect(await send(slow, {}, SHORT_TIMEOUT_MS)).toMatchObject({ kind: 'lost', reason: 'TimeoutError' });
  });

  it('a request counts as lost if its answer never ends', async () => {
    const endless = await serve((_request, response) => {
      const more = (): void => void (response.destroyed || response.write('x'.repeat(16_384), more));
      more();
    });
    expect(await send(endless)).toEqual({ kind: 'lost', reason: 'the answer is too large' });
  });

  it('a request does not follow a redirect with its secrets', async () => {
    let visits = 0;
    const elsewhere = await serve((_request, response) => {
      visits += 1;
      response.end('{}');
    });
    const redirecting = await serve((_request, response) =>
      response.writeHead(307, { location: elsewhere }).end(),
    );
    expect(await send(redirecting, { authorization: 'token' })).toMatchObject({
      kind: 'answer',
      status: 307,
    });
    expect(visits).toBe(0);
  });

  it('a request is a POST of JSON and returns the answer with any status', async () => {
    const echoing = await serve((request, response) => {
      const { method, headers } = request;
      request
        .setEncoding('utf8')
        .once('data', (body: string) =>
          response.writeHead(503).end(JSON.stringify({ method, type: headers['content-type'], body })),
        );
    });
    expect(await send(echoing)).toEqual({
      kind: 'answer',
      status: 503,
      text: '{"method":"POST","type":"application/json","body":"{\\"a\\":\\"1\\"}"}',
    });
  });
});
