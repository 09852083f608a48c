/** Requests to addresses that customers enter: never into the platform's own network, whatever the name resolves to. */
import { once } from 'node:events';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { Lookup } from '#api/adapters/checked-addresses.ts';
import { createOutbound } from '#api/adapters/outbound.ts';
import { isPublicAddress } from '#api/adapters/outbound-addresses.ts';
import { startReceiver } from '#tests/harness/receiver.ts';
import { createIdentity } from './bkash/self-signed.ts';

const receiver = await startReceiver();
const request = { headers: {}, body: '{}', timeoutMs: 2_000, answerBytesMax: 1_024 };
const at =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const open = { NODE_ENV: 'test', WEBHOOKS_TO_PRIVATE: true } as const;
const closed = { NODE_ENV: 'test', WEBHOOKS_TO_PRIVATE: false } as const;
const production = { NODE_ENV: 'production', WEBHOOKS_TO_PRIVATE: false } as const;

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('the address %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '103.4.145.245', '172.32.0.1', '2606:4700:4700::1111'])(
    'the address %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('nothing is sent', () => {
  const check = (url: string, lookup: Lookup, env: Parameters<typeof createOutbound>[0] = closed) =>
    createOutbound(env, lookup).check(url);

  it.each([
    ['to this machine', at('127.0.0.1')],
    ['to a name with one private address among public ones', at('8.8.8.8', '10.0.0.1')],
    ['to the cloud’s metadata', at('169.254.169.254')],
    ['to an IPv4 address that is written as IPv6', at('::ffff:10.0.0.1')],
  ])('nothing is sent %s', async (_, lookup) => {
    await expect(check('https://hook.example.test/', lookup)).rejects.toThrow('private network');
  });

  it('nothing is sent without TLS in production, with a password in the address, or to an unknown host', async () => {
    await expect(check('http://hook.example.test/', at('8.8.8.8'), production)).rejects.toThrow('https://');
    await expect(check('https://a:b@hook.example.test/', at('8.8.8.8'))).rejects.toThrow('password');
    await expect(check('https://hook.example.test/', at())).rejects.toThrow('was not found');
    await expect(check('http://[::1]:80/', at('::1'))).rejects.toThrow('private network');
    await expect(check('https://hook.example.test/', at('8.8.8.8'), production)).resolves.toBeUndefined();
  });

  it('nothing is sent to this machine by a name or number that the system resolves', async () => {
    const outbound = createOutbound(closed);
    for (const host of ['localhost', '127.1', '2130706433', '0x7f.1', '[::ffff:7f00:1]'])
      await expect(outbound.post(`http://${host}:${receiver.port}/none`, request), host).rejects.toThrow();
    expect(receiver.at('/none')).toEqual([]);
  });
});

describe('a request', () => {
  it('a request goes to the address that was looked up once, even if the name changes its address [address-is-fixed]', async () => {
    const lookup = vi
      .fn<Lookup>()
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      .mockResolvedValue([{ address: '192.0.2.1', family: 4 }]);
    const url = `http://rebound.example.test:${receiver.port}/pinned`;
    expect(await createOutbound(open, lookup).post(url, request)).toMatchObject({ status: 200 });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(receiver.at('/pinned')[0]?.headers.host).toBe(`rebound.example.test:${receiver.port}`);
  });

  it('a request follows no redirect, reads a limited answer and gives up on silence [no-redirect-no-flood]', async () => {
    const outbound = createOutbound(open);
    receiver.answerWith(({ path }) => {
      if (path === '/silent') return 'nothing';
      if (path === '/long') return { status: 200, body: 'x'.repeat(1_000_000) };
      return { status: 302, headers: { location: receiver.url('/secret') } };
    });
    expect(await outbound.post(receiver.url('/moved'), request)).toMatchObject({ status: 302 });
    expect(receiver.at('/secret')).toEqual([]);
    expect((await outbound.post(receiver.url('/long'), request)).text).toHaveLength(request.answerBytesMax);
    const hurried = { ...request, timeoutMs: 300 };
    await expect(outbound.post(receiver.url('/silent'), hurried)).rejects.toThrow('No answer within 0.3 s.');
  });

  it.each([
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      'The connection ended without an answer.',
    ],
    ['closes the connection', '', /hang up|ECONNRESET/],
  ])('a request fails when its receiver %s without an answer', async (_, text, failure) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(text));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = createOutbound(open).post(`http://127.0.0.1:${port}/`, request);
    await expect(sent).rejects.toThrow(failure);
    server.close();
  });

  it('a TLS request names the host and is not sent to a server without a valid certificate [tls-name-is-checked]', async () => {
    const { privateKey, certificate } = createIdentity({
      from: new Date(Date.now() - DAY_MS),
      to: new Date(Date.now() + DAY_MS),
    });
    const asked: string[] = [];
    let requests = 0;
    const server = https.createServer(
      {
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        cert: certificate,
        SNICallback: (name, done) => {
          asked.push(name);
          done(null);
        },
      },
      () => {
        requests += 1;
      },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = createOutbound(open, at('127.0.0.1')).post(`https://hook.example.test:${port}/`, request);
    await expect(sent).rejects.toThrow(/self-signed/);
    server.close();
    expect(asked).toEqual(['hook.example.test']);
    expect(requests).toBe(0);
  });
});
