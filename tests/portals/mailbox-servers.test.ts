/** Mail servers that customers name: reached with TLS only, by a name that the certificate proves, and never inside. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Lookup } from '#api/adapters/checked-addresses.ts';
import { createMailReach } from '#activities/sessions/mail-reach.ts';
import { closePdfPool } from '#activities/pdf/reading/pool.ts';
import type { MailServer } from '#contracts/portals/mail-servers.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { authorityFile } from '#tests/sandbox/portals/mailbox/imap/identity.ts';
import { extract, outcomeOf, useMailboxes } from './mailbox-fixture.ts';

const openMailbox = useMailboxes();
const sandbox = await startSandbox();
const portal = 'mailbox';
const good = { username: 'padma', password: 'padma1234' };
const known = { search_key: '43680235', from_date: '2026-09-01', to_date: '2026-11-20' };
const authorities = readFileSync(authorityFile, 'utf8');
const NAME = 'mail.padma.test';

/** The names of the test's servers lead to this machine. */
const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
const inside = { allowsPrivate: true, authorities, lookup };
const open = (server: MailServer, reach: Parameters<typeof createMailReach>[0] = inside, login = good) =>
  openMailbox(null, { ...login, server }, createMailReach(reach));
const logins = async (): Promise<string[]> =>
  (await sandbox.journal(portal)).map(({ kind }) => kind).filter((kind) => kind.startsWith('login'));

afterAll(closePdfPool);

describe('a mail server that a customer names', () => {
  test.each(['tls', 'starttls', 'plain'] as const)(
    'a mailbox is read with %s by its password',
    async (security) => {
      const mailbox = await open(sandbox.mailServer(NAME, security));
      expect(await extract(mailbox, known)).toMatchObject({ outcome: 'SUCCESS' });
    },
  );

  test.each(['tls', 'starttls'] as const)(
    'with %s, a certificate of another name is refused before the login is sent',
    async (security) => {
      await sandbox.seed({ portal });
      const opening = open(sandbox.mailServer('mail.other.test', security));
      await expect(opening).rejects.toMatchObject({
        outcome: 'CREDENTIALS_INVALID',
        message:
          'The certificate of the mail server is not valid for mail.other.test, so nothing was sent to it. Check the name of the server in Portal Access.',
      });
      expect(await logins()).toEqual([]);
    },
  );

  test('a certificate of an authority that nobody trusts is refused before the login is sent', async () => {
    await sandbox.seed({ portal });
    const { authorities: _, ...publicOnly } = inside;
    expect(await outcomeOf(open(sandbox.mailServer(NAME, 'tls'), publicOnly))).toBe('CREDENTIALS_INVALID');
    expect(await logins()).toEqual([]);
  });

  test('a server without STARTTLS gets no login if STARTTLS was chosen', async () => {
    await sandbox.seed({ portal });
    const { port } = sandbox.mailServer(NAME, 'plain');
    await expect(open({ host: NAME, port, security: 'starttls' })).rejects.toMatchObject({
      outcome: 'CREDENTIALS_INVALID',
      message: 'The mail server offers no encryption, so the login was not sent to it.',
    });
    expect(await logins()).toEqual([]);
  });

  test('a wrong password is the outcome of the login', async () => {
    const wrong = { ...good, password: 'wrong' };
    expect(await outcomeOf(open(sandbox.mailServer(NAME, 'tls'), inside, wrong))).toBe('CREDENTIALS_INVALID');
  });

  test('without encryption, nothing is sent unless the operator allows it', async () => {
    await sandbox.seed({ portal });
    const reach = { ...inside, allowsPrivate: false };
    await expect(open(sandbox.mailServer(NAME, 'plain'), reach)).rejects.toMatchObject({
      outcome: 'CREDENTIALS_INVALID',
      message: 'The login would be sent without encryption. Choose TLS or STARTTLS in Portal Access.',
    });
    expect(await logins()).toEqual([]);
  });

  test.each(['127.0.0.1', '10.0.0.5', '169.254.169.254', '192.168.1.1', '::1', 'fe80::1', 'fd00::1'])(
    'a server whose name leads to %s is not connected to [mail-server-is-checked]',
    async (address) => {
      await sandbox.seed({ portal });
      const to: Lookup = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
      const reach = { authorities, allowsPrivate: false, lookup: to };
      await expect(open(sandbox.mailServer(NAME, 'tls'), reach)).rejects.toMatchObject({
        outcome: 'CREDENTIALS_INVALID',
        message: 'The mail server of this login cannot be used: The address belongs to a private network.',
      });
      expect(await logins()).toEqual([]);
    },
  );

  test('a name is looked up once, so that a later answer cannot lead the connection elsewhere [mail-server-is-looked-up-once]', async () => {
    let lookups = 0;
    const changing: Lookup = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
    };
    const mailbox = await open(sandbox.mailServer(NAME, 'tls'), { ...inside, lookup: changing });
    expect(mailbox.isOpen()).toBe(true);
    expect(lookups).toBe(1);
  });

  test('a name that is not found waits like a server that is down', async () => {
    const nowhere: Lookup = async () => [];
    const opening = open(sandbox.mailServer(NAME, 'tls'), { ...inside, lookup: nowhere });
    expect(await outcomeOf(opening)).toBe('PORTAL_DOWN');
  });
});

test('a login without a server cannot be used where none is configured', async () => {
  await expect(openMailbox(null, good)).rejects.toMatchObject({
    outcome: 'CREDENTIALS_INVALID',
    message: 'This login names no mail server. Open it in Portal Access and enter the server.',
  });
});
