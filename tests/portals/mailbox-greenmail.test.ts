/** The mailbox adapter and the FCR extractor on a third-party mail server; skipped where Java is not installed. */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lookup } from '#api/adapters/checked-addresses.ts';
import { createMailReach } from '#activities/sessions/mail-reach.ts';
import { closePdfPool } from '#activities/pdf/reading/pool.ts';
import { greenmailJar, startGreenmail } from '#tests/harness/greenmail.ts';
import { authorityFile } from '#tests/sandbox/portals/mailbox/imap/identity.ts';
import { messages } from '#tests/sandbox/portals/mailbox/messages.ts';
import { expectedResults, extract, outcomeOf, sampleResults, useMailboxes } from './mailbox-fixture.ts';

const START_MS = 120_000;
const good = { username: 'padma', password: 'padma1234' };
const known = { search_key: '43680235', from_date: '2026-09-01', to_date: '2026-11-20' };

const openMailbox = useMailboxes();
const jar = await greenmailJar();
const closing: net.Server[] = [];
let port = 0;
let tlsPort = 0;
const address = (): string => `imap://127.0.0.1:${port}`;

/** The test's own client, beside the adapter's. */
async function withClient<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const auth = { user: good.username, pass: good.password };
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    doSTARTTLS: false,
    auth,
    logger: false,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
}

/** Forwards everything until the server has begun to send a mail, then cuts both sides. */
async function cuttingProxy(): Promise<number> {
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    let isCut = false;
    near.on('data', (bytes) => {
      isCut ||= bytes.includes('BODY.PEEK[]');
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!isCut) return void near.write(bytes);
      near.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => near.destroy());
      far.destroy();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  closing.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      resolve(typeof at === 'object' && at ? at.port : 0);
    });
  });
}

describe.runIf(jar)('on GreenMail', () => {
  beforeAll(async () => {
    ({ port, tlsPort } = await startGreenmail(jar ?? '', good));
    await withClient(async (client) => {
      for (const { raw, mail } of await messages()) await client.append('INBOX', raw, [], new Date(mail.at));
    });
  }, START_MS);
  afterAll(async () => {
    for (const server of closing) server.close();
    await closePdfPool();
  });

  test('a wrong password gives CREDENTIALS_INVALID', async () => {
    const opening = openMailbox(address(), { ...good, password: 'wrong' });
    expect(await outcomeOf(opening)).toBe('CREDENTIALS_INVALID');
  });

  test('a mailbox is read with TLS by the name that the certificate has, and by no other', async () => {
    const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const authorities = readFileSync(authorityFile, 'utf8');
    const reach = createMailReach({ allowsPrivate: true, lookup, authorities });
    const at = (host: string) => openMailbox(null, { ...good, server: { ...server, host } }, reach);
    const server = { port: tlsPort, security: 'tls' } as const;
    expect(await extract(await at('mail.padma.test'), known)).toMatchObject({ outcome: 'SUCCESS' });
    expect(await outcomeOf(at('mail.other.test'))).toBe('CREDENTIALS_INVALID');
  });

  test('a server that cannot be reached gives PORTAL_DOWN', async () => {
    expect(await outcomeOf(openMailbox('imap://127.0.0.1:1', good))).toBe('PORTAL_DOWN');
  });

  test('a connection that breaks within a mail gives PORTAL_DOWN, and a new connection works', async () => {
    const mailbox = await openMailbox(`imap://127.0.0.1:${await cuttingProxy()}`, good);
    expect(await outcomeOf(extract(mailbox, known))).toBe('PORTAL_DOWN');
    expect(mailbox.isOpen()).toBe(false);
    expect(await extract(await openMailbox(address(), good), known)).toMatchObject({ outcome: 'SUCCESS' });
  });

  test('the sample gives exactly the expected rows, and every mail stays unread', async () => {
    expect(await sampleResults(await openMailbox(address(), good))).toEqual(expectedResults());
    const flags = await withClient(async (client) => {
      await client.mailboxOpen('INBOX', { readOnly: true });
      const mails = await client.fetchAll('1:*', { flags: true });
      return mails.map((mail) => mail.flags?.has('\\Seen'));
    });
    expect(flags).toEqual((await messages()).map(() => false));
  });
});
