/**
 * The proxy of a cluster, by HTTP/1.1 and by HTTP/2: it takes processes in turn, leaves out those that are not ready, and
 * passes uploads, answers and events on at once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeIdentity } from '#temporal/local/certificate.ts';
import { freePort } from '#temporal/local/ports.ts';

type Api = { name: string; isReady: boolean; address: string; server: http.Server };
type Asked = { path: string; upload?: Readable };
type Answer = { status: number; body: Readable };

const UPLOAD_PIECE = Buffer.alloc(1024 * 1024, 'sheet');
const UPLOAD_PIECES = 8;

let proxy: ChildProcess;
let ports: { http: number; https: number };
let ca: Buffer;
let session: http2.ClientHttp2Session;
const folder = mkdtempSync(path.join(tmpdir(), 'chalan-proxy-'));
const apis: Api[] = [];
/** Bytes of uploads that have reached an API. */
let uploaded = 0;
/** An answer of which an API has sent the first half. */
let halfSent: http.ServerResponse | null = null;

function answer(api: Api, request: http.IncomingMessage, response: http.ServerResponse): void {
  switch (request.url) {
    case '/readyz':
      return void response.writeHead(api.isReady ? 200 : 503).end();
    case '/events':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      return void request.on('close', () => response.destroy());
    case '/upload': {
      const digest = createHash('sha256');
      request.on('data', (piece: Buffer) => {
        uploaded += piece.length;
        digest.update(piece);
      });
      return void request.on('end', () => response.end(digest.digest('hex')));
    }
    case '/half':
      halfSent = response;
      return void response.write('The first half');
    case '/forwarded':
      return void response.end(`${request.headers['x-forwarded-proto']} ${request.headers.host}`);
    default:
      return void response.end(api.name);
  }
}

async function startApi(name: string): Promise<Api> {
  const server = http.createServer((request, response) => answer(api, request, response));
  const api: Api = { name, isReady: true, address: '', server };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return api;
}

beforeAll(async () => {
  apis.push(await startApi('one'), await startApi('two'));
  ports = { http: await freePort(), https: await freePort() };
  const identity = await writeIdentity(folder);
  ca = readFileSync(identity.certificate);
  proxy = spawn(process.execPath, ['--import', 'tsx', 'temporal/local/proxy.ts'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(ports.http),
      HTTPS_PORT: String(ports.https),
      PROXY_KEY_FILE: identity.key,
      PROXY_CERTIFICATE_FILE: identity.certificate,
      PROXY_TARGETS: apis.map(({ address }) => address).join(','),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(proxy, 'message');
  session = http2.connect(`https://127.0.0.1:${ports.https}`, { ca });
  await once(session, 'connect');
});
afterAll(async () => {
  session.destroy();
  const ended = once(proxy, 'exit');
  proxy.kill();
  await ended;
  rmSync(folder, { recursive: true });
  for (const { server } of apis) {
    server.closeAllConnections();
    server.close();
  }
});

const byRequest = (
  request: http.ClientRequest,
  upload: Readable | undefined,
): Promise<Answer & { version: string }> =>
  new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (body) =>
      resolve({ status: body.statusCode ?? 0, version: body.httpVersion, body }),
    );
    if (upload) upload.pipe(request);
    else request.end();
  });

const byHttp1 = ({ path: where, upload }: Asked): Promise<Answer> =>
  byRequest(
    http.request({
      host: '127.0.0.1',
      port: ports.http,
      path: where,
      method: upload ? 'POST' : 'GET',
      agent: false,
    }),
    upload,
  );

const byHttp2 = ({ path: where, upload }: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { ':path': where, ':method': upload ? 'POST' : 'GET' };
    const stream = session.request(headers, { endStream: !upload });
    stream.on('error', reject);
    stream.on('response', (answered) => resolve({ status: answered[':status'] ?? 0, body: stream }));
    upload?.pipe(stream);
  });

const clients = [
  ['HTTP/1.1', byHttp1],
  ['HTTP/2', byHttp2],
] as const;

async function names(ask: typeof byHttp1): Promise<Set<string>> {
  const all = new Set<string>();
  for (let asked = 0; asked < 4; asked += 1) all.add(await text((await ask({ path: '/' })).body));
  return all;
}

describe.each(clients)('by %s', (_, ask) => {
  test('requests are shared between the processes that are ready', async () => {
    expect(await names(ask)).toEqual(new Set(['one', 'two']));
    const [first] = apis;
    if (first) first.isReady = false;
    await expect.poll(() => names(ask)).toEqual(new Set(['two']));
    if (first) first.isReady = true;
    await expect.poll(() => names(ask)).toEqual(new Set(['one', 'two']));
  });

  test('an event reaches the browser while its stream is still open', async () => {
    const { body } = await ask({ path: '/events' });
    const [event] = (await once(body, 'data')) as [Buffer];
    expect(event.toString()).toBe('data: first\n\n');
    body.destroy();
  });

  test('a long upload reaches a process while it is being sent, and arrives whole', async () => {
    uploaded = 0;
    const upload = new PassThrough();
    const answered = ask({ path: '/upload', upload });
    const digest = createHash('sha256');
    for (let piece = 1; piece <= UPLOAD_PIECES; piece += 1) {
      upload.write(UPLOAD_PIECE);
      digest.update(UPLOAD_PIECE);
      await expect.poll(() => uploaded).toBe(piece * UPLOAD_PIECE.length);
    }
    upload.end();
    expect(await text((await answered).body)).toBe(digest.digest('hex'));
  });

  test('an answer whose process dies ends as a failure, and the next request is answered', async () => {
    const { body } = await ask({ path: '/half' });
    const [half] = (await once(body, 'data')) as [Buffer];
    expect(half.toString()).toBe('The first half');
    const ended = finished(body, { writable: false });
    halfSent?.destroy();
    await expect(ended).rejects.toThrow();
    expect((await ask({ path: '/' })).status).toBe(200);
  });
});

describe('by HTTPS', () => {
  test('a client that offers HTTP/2 gets it, and the application learns that the connection is encrypted', async () => {
    expect(session.alpnProtocol).toBe('h2');
    const { body } = await byHttp2({ path: '/forwarded' });
    expect(await text(body)).toBe(`https 127.0.0.1:${ports.https}`);
  });

  test('a client that offers HTTP/1.1 alone gets that', async () => {
    const options = { host: 'localhost', port: ports.https, path: '/forwarded', ca, agent: false } as const;
    const { version, body } = await byRequest(https.request(options), undefined);
    expect([version, await text(body)]).toEqual(['1.1', `https localhost:${ports.https}`]);
  });
});

test('a request that a process does not take goes to the other one, and if none takes it, the answer says so', async () => {
  const [first, second] = apis;
  first?.server.close();
  first?.server.closeAllConnections();
  for (const [, ask] of clients) expect(await names(ask)).toEqual(new Set(['two']));
  second?.server.close();
  second?.server.closeAllConnections();
  for (const [name, ask] of clients) expect((await ask({ path: '/' })).status, name).toBe(502);
});
