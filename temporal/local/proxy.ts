/**
 * Entry point of the proxy in front of several processes of the API: each request goes to the next one that is ready.
 * PROXY_TARGETS lists their addresses. Answers are passed on as they come, among them those of events.
 */
import http from 'node:http';
import { createProxyServer } from 'httpxy';
import { handedSockets } from '#api/adapters/handed-sockets.ts';

const LOOK_MS = 1_000;
/** A process that does not say in this time that it is ready gets no requests. */
const READY_TIMEOUT_MS = 2_000;
const TRIES_MAX = 2;
const STOP_MS = 2_000;
/** An answer in which nothing moves for this long is given up; events say something more often. */
const SILENCE_MS = 60_000;

const targets = (process.env['PROXY_TARGETS'] ?? '').split(',').filter(Boolean);
const ready = new Set<string>(targets);
let turn = 0;

async function look(target: string): Promise<void> {
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
  const response = await fetch(`${target}/readyz`, { signal }).catch(() => null);
  await response?.body?.cancel().catch(() => undefined);
  if (response?.ok) ready.add(target);
  else ready.delete(target);
}

async function watch(target: string): Promise<void> {
  for (;;) {
    await look(target);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref());
  }
}

/** Returns the next process that is ready; any if none is, because its own answer says more than ours. */
function next(): string | undefined {
  const from = ready.size > 0 ? targets.filter((target) => ready.has(target)) : targets;
  turn += 1;
  return from[turn % from.length];
}

const proxy = createProxyServer({ xfwd: true, proxyTimeout: SILENCE_MS });
/** A request that changes nothing may be asked of another process. */
const isRepeatable = ({ method }: http.IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await proxy.web(request, response, { target: next() });
      return;
    } catch {
      if (response.headersSent) return void response.destroy();
      if (isRepeatable(request) && tries < TRIES_MAX) continue;
      response.writeHead(502, { 'content-type': 'text/plain' }).end('The application does not answer.');
      return;
    }
  }
}

const server = http.createServer((request, response) => {
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  void pass(request, response);
});
// Uploads and streams of events may take long.
server.requestTimeout = 0;
const { http: socket } = await handedSockets();
server.listen(socket ?? { port: Number(process.env['PORT']), host: '127.0.0.1' }, () =>
  process.send?.('ready'),
);
for (const target of targets) void watch(target);

function stop(): void {
  setTimeout(() => process.exit(0), STOP_MS).unref();
  server.close(() => process.exit(0));
  server.closeAllConnections();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
