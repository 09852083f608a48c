/** Contract of the mailbox adapter and of the FCR extractor, against the sandbox's mail server. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { closePdfPool } from '#activities/pdf/reading/pool.ts';
import { config } from '#activities/portals/mailbox/config.ts';
import type { Mailbox } from '#activities/portals/mailbox/mailbox.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';
import { expectedResults, extract, outcomeOf, sampleResults, useMailboxes } from './mailbox-fixture.ts';

const openMailbox = useMailboxes();
const sandbox = await startSandbox();
const portal = 'mailbox';
const good = { username: 'padma', password: 'padma1234' };
const known = { search_key: '43680235', from_date: '2026-09-01', to_date: '2026-11-20' };
const usual = { ...config, timeouts: { ...config.timeouts } };

beforeAll(() => {
  config.timeouts.commandMs = 4_000;
});
afterEach(async () => {
  await sandbox.clearFaults();
  const { mailsPerSearchMax, mailBytesMax, describedMailsMax } = usual;
  Object.assign(config, { mailsPerSearchMax, mailBytesMax, describedMailsMax });
});
afterAll(async () => {
  Object.assign(config.timeouts, usual.timeouts);
  await closePdfPool();
});

const open = (login = good): Promise<Mailbox> => openMailbox(sandbox.url(portal), login);
const answersOf = async (wanted: 'description' | 'download'): Promise<number> =>
  (await sandbox.journal(portal)).filter(({ kind }) => kind === wanted).length;
const downloads = (): Promise<number> => answersOf('download');

describe('opening the mailbox', () => {
  const refused = [
    ['a wrong password', { ...good, password: 'wrong' }, 'CREDENTIALS_INVALID'],
    ['a locked account', { username: 'locked', password: 'locked1234' }, 'ACCOUNT_LOCKED'],
    ['an expired password', { username: 'expired', password: 'expired1234' }, 'CREDENTIALS_INVALID'],
    [
      'an account that wants an app password',
      { username: 'otp', password: 'otp1234' },
      'CREDENTIALS_INVALID',
    ],
    ['a login that may not read', { username: 'noperm', password: 'noperm1234' }, 'CREDENTIALS_INVALID'],
  ] as const;
  test.each(refused)('opening the mailbox with %s gives its own outcome', async (_, login, outcome) => {
    await sandbox.seed({ portal });
    expect(await outcomeOf(open(login))).toBe(outcome);
  });

  test('a wrong password is tried only once, so that it locks no account', async () => {
    await sandbox.seed({ portal });
    await outcomeOf(open({ ...good, password: 'wrong' }));
    expect((await sandbox.journal(portal)).map(({ kind }) => kind)).toEqual(['login-refused']);
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'drop-connection', route: 'greeting' }, 'PORTAL_DOWN'],
    [{ kind: 'http503-maintenance', route: 'login' }, 'PORTAL_BUSY'],
    [{ kind: 'drop-connection', route: 'login' }, 'PORTAL_DOWN'],
    [{ kind: 'layout-changed', route: 'login' }, 'PORTAL_CHANGED'],
    [{ kind: 'blank-page', route: 'login' }, 'TIMEOUT'],
  ];
  test.each(faults)('a mailbox that meets %o while it is opened ends as %s', async (fault, outcome) => {
    await sandbox.setFault({ portal, ...fault });
    expect(await outcomeOf(open())).toBe(outcome);
  });
});

test("the sample's rows give exactly the expected values", async () => {
  expect(await sampleResults(await open())).toEqual(expectedResults());
});

test('a PO in two FCRs returns both, the newest first, with the confidence of each value', async () => {
  const { sheets, documents } = await extract(await open(), { ...known, search_key: '4500781223' });
  expect(sheets?.['FCRs']?.map((line) => line['so_no'])).toEqual(['43680234', '43680233']);
  expect(sheets?.['Confidence']).toContainEqual({
    fcr_no: 'FCR1204478',
    attachment: '43680234_FCR.pdf',
    field: 'cartons',
    value: 601,
    confidence: 1,
  });
  expect(documents?.map(({ bytes }) => Buffer.from(bytes.subarray(0, 5)).toString())).toEqual([
    '%PDF-',
    '%PDF-',
  ]);
});

test('a mail that only claims to be from the forwarder is ignored', async () => {
  const { message, sheets } = await extract(await open(), { ...known, search_key: '43680233' });
  expect(message).toEqual('Found FCR1204477.');
  expect(sheets?.['FCRs']).toHaveLength(1);
});

test('mails outside the dates are not opened', async () => {
  const dates = { from_date: '2026-10-07', to_date: '2026-10-31' };
  expect(await extract(await open(), { ...known, ...dates })).toMatchObject({ outcome: 'NOT_FOUND' });
});

test('a part of a number finds nothing', async () => {
  expect(await extract(await open(), { ...known, search_key: '4368023' })).toMatchObject({
    outcome: 'NOT_FOUND',
  });
});

test.each(['description', 'download'] as const)(
  'a session asks for the %s of each mail once for all its rows',
  async (wanted) => {
    await sandbox.seed({ portal });
    const mailbox = await open();
    await extract(mailbox, known);
    const first = await answersOf(wanted);
    await extract(mailbox, { ...known, search_key: '43680236' });
    expect(first).toBeGreaterThan(0);
    expect(await answersOf(wanted)).toBe(first);
  },
);

test('a session that may keep few descriptions asks again, and finds the same mails', async () => {
  await sandbox.seed({ portal });
  config.describedMailsMax = 2;
  const mailbox = await open();
  const first = await extract(mailbox, known);
  expect(await extract(mailbox, known)).toEqual(first);
  expect(first.outcome).toBe('SUCCESS');
});

test('when a search finds more mails than it may open, it opens those that mention the number and reports the rest', async () => {
  await sandbox.seed({ portal });
  config.mailsPerSearchMax = 3;
  const { outcome, message } = await extract(await open(), known);
  expect({ outcome, message }).toEqual({
    outcome: 'SUCCESS',
    message: 'Found FCR1204479. 20 more mails were not looked into; narrow the dates or the sender.',
  });
  expect(await downloads()).toBeLessThanOrEqual(3);
});

test('a mail that is too large is not downloaded', async () => {
  await sandbox.seed({ portal });
  config.mailBytesMax = 1_000;
  expect(await extract(await open(), known)).toMatchObject({
    outcome: 'NOT_FOUND',
    message: saying('more mails were not looked into'),
  });
  expect(await downloads()).toBe(0);
});

test('attachments that are not PDFs give no FCR', async () => {
  await sandbox.setFault({ portal, kind: 'html-instead-of-pdf', route: 'fetch', times: -1 });
  expect(await extract(await open(), known)).toMatchObject({
    outcome: 'REJECTED',
    message: saying('is damaged or is not a PDF'),
  });
});

const faults: [FaultSwitch, string][] = [
  [{ kind: 'http500', route: 'search' }, 'PORTAL_BUSY'],
  [{ kind: 'drop-connection', route: 'search' }, 'PORTAL_DOWN'],
  [{ kind: 'http503-maintenance', route: 'fetch' }, 'PORTAL_BUSY'],
  [{ kind: 'drop-connection', route: 'fetch', skip: 1 }, 'PORTAL_DOWN'],
  [{ kind: 'session-drop', route: 'fetch' }, 'SESSION_EXPIRED'],
  [{ kind: 'layout-changed', route: 'fetch' }, 'PORTAL_CHANGED'],
  [{ kind: 'empty-file', route: 'fetch', skip: 1 }, 'BAD_DOWNLOAD'],
  [{ kind: 'blank-page', route: 'fetch' }, 'TIMEOUT'],
];
test.each(faults)('%o ends the row as %s', async (fault, outcome) => {
  const mailbox = await open();
  await sandbox.setFault({ portal, ...fault });
  expect(await outcomeOf(extract(mailbox, known))).toBe(outcome);
});
