/** Relays between the parts of a cluster: what each kind of failing network does to connections, and how they heal. */
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openRelay, type Relay } from '#temporal/local/relay.ts';

const echo = net.createServer((socket) => {
  socket.on('error', () => undefined);
  socket.pipe(socket);
});
let relay: Relay;
let arrived = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  relay = await openRelay(echo.address() as net.AddressInfo);
});
beforeEach(() => {
  relay.become({ kind: 'open' });
  arrived = '';
});
afterAll(async () => {
  await relay.close();
  echo.close();
});

async function connect(): Promise<net.Socket> {
  const socket = net.connect(relay.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => (arrived += chunk.toString()));
  await once(socket, 'connect');
  return socket;
}
const closing = (socket: net.Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));
/** What the relay does not hold has arrived when as much has come back without it. */
async function roundTrip(): Promise<void> {
  const direct = net.connect((echo.address() as net.AddressInfo).port, '127.0.0.1');
  direct.write('there and back');
  await once(direct, 'data');
  direct.destroy();
}
const untilArrived = (text: string): Promise<void> => expect.poll(() => arrived).toBe(text);

test('an open relay passes everything on in its order', async () => {
  const socket = await connect();
  const words = Array.from({ length: 50 }, (_, index) => `${index},`);
  for (const word of words) socket.write(word);
  await untilArrived(words.join(''));
  const closed = closing(socket);
  socket.end();
  await closed;
});

test('a slow relay passes everything on later', async () => {
  const socket = await connect();
  relay.become({ kind: 'slow', ms: 20 });
  socket.write('slowly');
  await untilArrived('slowly');
  socket.destroy();
});

test('a partitioned relay holds everything, and passes it on when it heals', async () => {
  const socket = await connect();
  relay.become({ kind: 'partitioned' });
  socket.write('held');
  const other = await connect();
  await roundTrip();
  expect(arrived).toBe('');
  relay.become({ kind: 'open' });
  await untilArrived('held');
  socket.destroy();
  other.destroy();
});

test('a half-open relay accepts connections, answers nothing, and resets them when it heals', async () => {
  relay.become({ kind: 'half-open' });
  const socket = await connect();
  const closed = closing(socket);
  socket.write('lost');
  await roundTrip();
  expect(arrived).toBe('');
  relay.become({ kind: 'open' });
  await closed;
  expect(arrived).toBe('');
});

test('a relay that resets ends connections that are open, and new ones', async () => {
  const socket = await connect();
  const closed = closing(socket);
  relay.become({ kind: 'reset' });
  await closed;
  const next = net.connect(relay.port, '127.0.0.1');
  const [error] = (await once(next, 'error').catch((reason: unknown) => [reason])) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNRESET');
});
