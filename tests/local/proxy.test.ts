/** The proxy of a cluster: it takes processes in turn, leaves out those that are not ready, and passes events on at once. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#temporal/local/ports.ts';

type Api = { name: string; isReady: boolean; address: string; server: http.Server };

let proxy: ChildProcess;
let origin: string;
const apis: Api[] = [];

async function startApi(name: string): Promise<Api> {
  const server = http.createServer((request, response) => {
    if (request.url === '/readyz') return void response.writeHead(api.isReady ? 200 : 503).end();
    if (request.url !== '/events') return void response.end(name);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: first\n\n');
    request.on('close', () => response.destroy());
  });
  const api: Api = { name, isReady: true, address: '', server };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return api;
}

beforeAll(async () => {
  apis.push(await startApi('one'), await startApi('two'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  proxy = spawn(process.execPath, ['--import', 'tsx', 'temporal/local/proxy.ts'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PROXY_TARGETS: apis.map(({ address }) => address).join(','),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(proxy, 'message');
});
afterAll(async () => {
  const ended = once(proxy, 'exit');
  proxy.kill();
  await ended;
  for (const { server } of apis) {
    server.closeAllConnections();
    server.close();
  }
});

const answers = async (count: number): Promise<Set<string>> => {
  const all = new Set<string>();
  for (let asked = 0; asked < count; asked += 1) all.add(await (await fetch(origin)).text());
  return all;
};

test('requests are shared between the processes that are ready', async () => {
  expect(await answers(4)).toEqual(new Set(['one', 'two']));
  const [first] = apis;
  if (first) first.isReady = false;
  await expect.poll(() => answers(4)).toEqual(new Set(['two']));
  if (first) first.isReady = true;
  await expect.poll(() => answers(4)).toEqual(new Set(['one', 'two']));
});

test('an event reaches the browser while its stream is still open', async () => {
  const stop = new AbortController();
  const response = await fetch(`${origin}/events`, { signal: stop.signal });
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value as Uint8Array)).toBe('data: first\n\n');
  stop.abort();
});

test('a request that a process does not take goes to the other one, and if none takes it, the answer says so', async () => {
  const [first, second] = apis;
  first?.server.close();
  first?.server.closeAllConnections();
  expect(await answers(4)).toEqual(new Set(['two']));
  second?.server.close();
  second?.server.closeAllConnections();
  expect((await fetch(origin)).status).toBe(502);
});
