/**
 * Entry point of the proxy in front of several processes of the API: each request goes to the next one that is ready.
 * PROXY_TARGETS lists their addresses. Answers are passed on as they come, among them those of events. With the files
 * PROXY_KEY_FILE and PROXY_CERTIFICATE_FILE, it also serves HTTPS, where clients can speak HTTP/2.
 */
import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import type net from 'node:net';
import type { Writable } from 'node:stream';
import { ProxyServer } from 'httpxy';
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

type Asked = http.IncomingMessage | http2.Http2ServerRequest;
type Answered = http.ServerResponse | http2.Http2ServerResponse;

const proxy = new ProxyServer<Asked, Answered>({ xfwd: true, proxyTimeout: SILENCE_MS });
/** A request that changes nothing may be asked of another process. */
const isRepeatable = ({ method }: Asked): boolean => method === 'GET' || method === 'HEAD';

async function pass(request: Asked, response: Answered): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await proxy.web(request, response, { target: next() });
      return;
    } catch {
      if (response.headersSent) return void response.destroy();
      if (isRepeatable(request) && tries < TRIES_MAX) continue;
      refuse(response);
      return;
    }
  }
}

function refuse(response: Answered): void {
  response.statusCode = 502;
  response.setHeader('content-type', 'text/plain');
  const body: Writable = response;
  body.end('The application does not answer.');
}

function serve(request: Asked, response: Answered): void {
  for (const each of [request, response] as EventEmitter[]) each.on('error', () => undefined);
  void pass(request, response);
}

/** Uploads and streams of events may take long. */
const limits = { requestTimeout: 0 };
const plain = Object.assign(http.createServer(serve), limits);
const sessions = new Set<http2.ServerHttp2Session>();
const secure = secureServer();

function secureServer(): http2.Http2SecureServer | null {
  const { PROXY_KEY_FILE: key, PROXY_CERTIFICATE_FILE: cert } = process.env;
  if (!key || !cert) return null;
  const server = http2.createSecureServer(
    { key: readFileSync(key), cert: readFileSync(cert), allowHTTP1: true },
    serve,
  );
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  return Object.assign(server, limits);
}

const sockets = await handedSockets();
const listen = (
  server: net.Server,
  socket: net.Server | undefined,
  port: string | undefined,
): Promise<void> =>
  new Promise((resolve) => server.listen(socket ?? { port: Number(port), host: '127.0.0.1' }, resolve));
await Promise.all([
  listen(plain, sockets['http'], process.env['PORT']),
  secure ? listen(secure, sockets['https'], process.env['HTTPS_PORT']) : undefined,
]);
process.send?.('ready');
for (const target of targets) void watch(target);

function stop(): void {
  setTimeout(() => process.exit(0), STOP_MS).unref();
  plain.close(() => process.exit(0));
  plain.closeAllConnections();
  secure?.close();
  for (const session of sessions) session.destroy();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
