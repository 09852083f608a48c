/**
 * A portal session reaches the host and port of its portal, at an address that was checked, and nothing of the own
 * network.
 */
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listenOnMachine } from '#activities/browser/network.ts';
import { createDestinations, type ReachedHost } from '#activities/browser/destinations.ts';
import { openEgress, type Egress } from '#activities/browser/egress.ts';
import type { Lookup } from '#api/adapters/checked-addresses.ts';

const SUCCEEDED = 0;
const REFUSED = 2;
const HTTPS = 443;

const server = net.createServer((client) => client.end('reached'));
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as net.AddressInfo);
});
afterAll(() => void server.close());

let egress: Egress | undefined;
afterEach(() => egress?.close());

const looked: string[] = [];
const at =
  (...addresses: string[]): Lookup =>
  async (hostname) => {
    looked.push(hostname);
    return addresses.map((address) => ({ address, family: net.isIP(address) }));
  };

/** Asks the egress of a portal for a connection, as Chromium does, and returns the reply code of SOCKS 5. */
async function replyTo(
  { portal, hosts = [], lookup }: { portal: string; hosts?: readonly ReachedHost[]; lookup: Lookup },
  host: string,
  toPort: number,
): Promise<number | undefined> {
  egress = await openEgress(createDestinations(portal, hosts, lookup), listenOnMachine);
  const client = net.connect(Number(new URL(egress.address).port), '127.0.0.1');
  const next = async (): Promise<Buffer> => ((await once(client, 'data')) as [Buffer])[0];
  client.write(Buffer.from([5, 1, 0]));
  await next();
  const name = Buffer.from(host);
  const ends = Buffer.from([toPort >> 8, toPort & 0xff]);
  client.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, ends]));
  const reply = await next();
  client.destroy();
  return reply[1];
}

describe('portals with a name', () => {
  const portal = 'https://portal.test';

  test.each([
    ['the metadata of a cloud', ['169.254.169.254']],
    ['this machine', ['127.0.0.1']],
    ['this machine by IPv6', ['::1']],
    ['a private network', ['10.1.2.3']],
    ['a private network among public addresses', ['8.8.8.8', '192.168.1.1']],
    ['nothing', []],
  ])('is not reached while it resolves to %s', async (_where, addresses) => {
    expect(await replyTo({ portal, lookup: at(...addresses) }, 'portal.test', HTTPS)).toBe(REFUSED);
  });

  test('a portal’s name is not looked up for another port or another name', async () => {
    looked.length = 0;
    const lookup = at('8.8.8.8');
    expect(await replyTo({ portal, lookup }, 'portal.test', 5432)).toBe(REFUSED);
    expect(await replyTo({ portal, lookup }, 'other.test', HTTPS)).toBe(REFUSED);
    expect(looked).toEqual([]);
  });
});

describe('portals of the own network', () => {
  test('a portal of the own network is reached by its address, at its port only', async () => {
    const given = { portal: `http://127.0.0.1:${port}`, lookup: at('127.0.0.1') };
    expect(await replyTo(given, '127.0.0.1', port)).toBe(SUCCEEDED);
    expect(await replyTo({ ...given, portal: 'http://127.0.0.1:9' }, '127.0.0.1', port)).toBe(REFUSED);
  });

  test('a portal of the own network is reached by a name without a dot, at the address of its only look-up', async () => {
    looked.length = 0;
    const given = { portal: `http://portal:${port}`, lookup: at('127.0.0.1') };
    expect(await replyTo(given, 'PORTAL', port)).toBe(SUCCEEDED);
    expect(looked).toEqual(['portal']);
  });
});

describe('portals on several hosts', () => {
  const portal = 'https://portal.test';

  test('each of its hosts is reached at its own port, by a name under localhost without a look-up', async () => {
    looked.length = 0;
    const hosts = [{ url: `http://auth.portal.localhost:${port}`, role: 'sign-in' as const }];
    const given = { portal, hosts, lookup: at('8.8.8.8') };
    expect(await replyTo(given, 'auth.portal.localhost', port)).toBe(SUCCEEDED);
    expect(await replyTo(given, 'auth.portal.localhost', HTTPS)).toBe(REFUSED);
    expect(await replyTo(given, 'other.portal.localhost', port)).toBe(REFUSED);
    expect(looked).toEqual([]);
  });

  test.each(['sign-in', 'work', 'load'] as const)(
    'a host for %s is not reached while it resolves to a private network',
    async (role) => {
      const given = { portal, hosts: [{ url: 'https://auth.test', role }], lookup: at('10.1.2.3') };
      expect(await replyTo(given, 'auth.test', HTTPS)).toBe(REFUSED);
    },
  );
});
