/**
 * The mail about a message of the contact form: it is sent only to the team, whatever is typed, and never makes the
 * form fail.
 */
import { beforeEach, expect, test } from 'vitest';
import type { Mail } from '#api/adapters/mailer.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { startSmtpReceiver } from '#tests/harness/smtp-receiver.ts';
import { until } from '#tests/harness/until.ts';

const support = 'support@chalan.test';
const MAIL_MS = 10_000;
const smtp = await startSmtpReceiver();
const app = await startTestApp({ env: { SMTP_URL: smtp.url, SUPPORT_EMAIL: support } });
const withoutServer = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', SUPPORT_EMAIL: support } });
const sent: Mail[] = [];
const withoutAddress = await startTestApp({
  deps: { mailer: { send: async (mail) => void sent.push(mail) } },
});
beforeEach(() => app.deps.db.rateLimit.deleteMany());

const letter = {
  name: 'Rahim Uddin',
  email: 'rahim@example.test',
  company: 'Padma Apparels Ltd.',
  subject: 'sales',
  message: 'How much is one EXP?\n.\nBcc: eve@example.test',
};
const sendTo = (to: typeof app, change: object = {}) => to.post('/api/contact', { ...letter, ...change });
const kept = (where: typeof app) => where.deps.db.contactMessage.count();

/** The unfolded headers and the text of the only mail since the last call. */
async function received() {
  await until('the mail', () => smtp.received.length > 0, MAIL_MS);
  const mail = smtp.received.splice(0)[0] ?? { from: '', to: [], lines: [] };
  const end = mail.lines.indexOf('');
  const headers = mail.lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ').split('\n');
  return { ...mail, headers, text: mail.lines.slice(end + 1).join('\n') };
}

test('the contact form succeeds and stores the message even if the mail server is unavailable', async () => {
  expect(await sendTo(withoutServer)).toMatchObject({ status: 200, body: { success: true } });
  expect(await kept(withoutServer)).toBe(1);
});

test('a message is stored and mailed to nobody if the team has no address', async () => {
  expect(await sendTo(withoutAddress)).toMatchObject({ status: 200, body: { success: true } });
  expect(await kept(withoutAddress)).toBe(1);
  expect(sent).toEqual([]);
});

test('a message of a bot is mailed to nobody', async () => {
  expect(await sendTo(app, { website: 'https://spam.example' })).toMatchObject({ status: 200 });
  await sendTo(app, { message: 'The next one' });
  expect((await received()).text).toContain('The next one');
});

test('the team gets a message as it was written, and replies go to its author', async () => {
  await sendTo(app);
  const { to, headers, text } = await received();
  expect(to).toEqual([`<${support}>`]);
  expect(headers).toContain('Reply-To: Rahim Uddin <rahim@example.test>');
  expect(headers).toContain('Subject: Contact form: sales');
  expect(text).toContain(
    'Rahim Uddin <rahim@example.test>\nPadma Apparels Ltd.\n\nHow much is one EXP?\n.\nBcc',
  );
});

test.each([
  'Rahim" <eve@example.test>, "',
  'Rahim <eve@example.test>, x',
  'Rahim, eve@example.test',
  'Rahim =?utf-8?Q?=0D=0ABcc:_eve@example.test?=',
  'রহিম উদ্দিন',
])('a name never becomes an address or a header: %s', async (name) => {
  expect(await sendTo(app, { name })).toMatchObject({ status: 200 });
  const { from, to, headers } = await received();
  expect(from).not.toContain('eve');
  expect(to).toEqual([`<${support}>`]);
  const names = headers.map((line) => line.split(':')[0]?.toLowerCase());
  expect(names.filter((header) => header === 'reply-to')).toHaveLength(1);
  expect(names).not.toContain('bcc');
  expect(names).not.toContain('cc');
  const [replyTo = ''] = headers.filter((line) => line.startsWith('Reply-To: '));
  // Outside of quotation marks there is one address.
  expect(replyTo.replace(/"(\\.|[^"\\])*"/g, '').match(/[\w.]+@[\w.]+/g)).toEqual(['rahim@example.test']);
});
