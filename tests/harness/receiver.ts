/** A customer's own system that receives webhooks: it keeps what it was sent and answers as the test asks. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Received = { path: string; headers: http.IncomingHttpHeaders; body: string };
type Answer = { status: number; body?: string; headers?: Record<string, string> };

/** Use at the top of a file; the receiver is closed when the file ends. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer: (request: Received) => Answer | 'nothing' = () => ({ status: 200 });
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(one);
      const reply = answer(one);
      if (reply === 'nothing') return;
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body ?? '');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** Requests that arrived at a path, oldest first. */
    at: (path: string): Received[] => received.filter((one) => one.path === path),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}
