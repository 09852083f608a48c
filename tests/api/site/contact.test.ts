/** The contact form: what is refused, how many messages an hour, who reads them, and how their status may change. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messageStatuses, nextStatuses } from '#contracts/site/contact-rules.ts';
import type { ContactMessage } from '#contracts/calls/site-answers.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp({ env: { TRUSTED_PROXIES: '1' } });
const { db } = app.deps;
const { points: messagesAnHour } = rateLimits.contactMessage;
let admin: Account;
let ana: Account;
let addresses = 0;
const newIp = () => `198.51.100.${(addresses += 1)}`;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
});
beforeEach(() => db.contactMessage.deleteMany());

const letter = {
  name: 'Rahim Uddin',
  email: 'rahim@example.test',
  company: 'Padma Apparels Ltd.',
  subject: 'sales',
  message: 'How much is one EXP?\nWe issue 200 a month.',
};
const send = (change: object = {}, ip = newIp(), cookie: string | null = null) =>
  app.request('/api/contact', {
    json: { ...letter, ...change },
    cookie,
    headers: { 'x-forwarded-for': ip },
  });
const kept = () => db.contactMessage.findMany({ orderBy: { submittedAt: 'asc' } });
const read = (query = '', cookie: string | null = admin.cookie) =>
  app.get(`/api/contact-messages${query}`, cookie);
const found = async (query: string) => {
  const { body } = await read(query);
  return { total: body['total'], names: (body['messages'] as ContactMessage[]).map(({ name }) => name) };
};
const setStatus = (id: string, status: string, cookie = admin.cookie) =>
  app.request(`/api/contact-messages/${id}/status`, { method: 'PATCH', json: { status }, cookie });

describe('a message of the contact form', () => {
  test.each([
    [{ name: '' }, 'Name is required'],
    [{ name: undefined }, 'Name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'rahim' }, 'Please enter a valid email address.'],
    [{ email: 'a@b.test\nBcc: c@d.test' }, 'Please enter a valid email address.'],
    [{ subject: 'complaint' }, 'Please choose a subject.'],
    [{ subject: undefined }, 'Please choose a subject.'],
    [{ message: ' \n ' }, 'Message is required'],
    [{ message: 'a\u0000b' }, "Message has characters that can't be used"],
    [{ name: 'a\nb' }, 'Name must be a single line of text'],
  ])('a message with %j is rejected and not stored', async (change, message) => {
    expect(await send(change)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message } });
    expect(await kept()).toEqual([]);
  });

  test('a message that is too long is rejected and not stored', async () => {
    const message = 'Message can have 5000 characters at most';
    expect(await send({ message: 'x'.repeat(5_001) })).toMatchObject({ status: 400, body: { message } });
    expect(await kept()).toEqual([]);
  });

  test('a message is stored as it was written, and the answer says how many more can be sent', async () => {
    const { company: _, ...withoutCompany } = letter;
    expect(await send()).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Your message was sent successfully. We answer within 24 hours.',
        remainingSubmissions: messagesAnHour - 1,
      },
    });
    expect(await send({ ...withoutCompany, company: undefined })).toMatchObject({ status: 200 });
    expect(await kept()).toMatchObject([
      { ...letter, status: 'new' },
      { ...withoutCompany, company: '' },
    ]);
  });

  test('a message of a bot that fills in every field is dropped with a normal answer', async () => {
    const answer = await send({ website: 'https://spam.example' });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await kept()).toEqual([]);
  });

  test('messages are limited per hour and address, and the refusal says so', async () => {
    const ip = newIp();
    for (let left = messagesAnHour - 1; left >= 0; left -= 1)
      expect((await send({}, ip)).body['remainingSubmissions']).toBe(left);
    const refused = await send({}, ip);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_REQUESTS',
        message: 'You have sent 5 messages within an hour. Please try again later.',
        remainingSubmissions: 0,
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await kept()).toHaveLength(messagesAnHour);
    expect(await send({}, newIp())).toMatchObject({ status: 200 });
    expect(await send({}, ip, ana.cookie)).toMatchObject({ status: 200 });
  });
});

describe('the list of messages', () => {
  test('the list of messages is for administrators only', async () => {
    expect(await read('', null)).toMatchObject({ status: 401 });
    expect(await read('', ana.cookie)).toMatchObject({ status: 403 });
  });

  test('the list of messages is filtered by status and by words in any field, and paged with the newest first', async () => {
    for (const name of ['Rahim', 'Karim', 'Salma'])
      await send({ name, company: name === 'Salma' ? '100% Cotton' : 'Padma' });
    const [first] = await kept();
    await setStatus(first?.id ?? '', 'resolved');
    expect(await found('')).toEqual({ total: 3, names: ['Salma', 'Karim', 'Rahim'] });
    expect(await found('?limit=1&offset=1')).toEqual({ total: 3, names: ['Karim'] });
    expect(await found('?status=new')).toEqual({ total: 2, names: ['Salma', 'Karim'] });
    expect(await found('?status=resolved')).toEqual({ total: 1, names: ['Rahim'] });
    expect(await found('?search=KARIM')).toEqual({ total: 1, names: ['Karim'] });
    expect(await found('?search=100%25')).toEqual({ total: 1, names: ['Salma'] });
    expect(await found('?search=one%20exp')).toMatchObject({ total: 3 });
    expect(await found('?search=nobody')).toEqual({ total: 0, names: [] });
    expect(await read('?limit=101')).toMatchObject({ status: 400 });
  });

  test('the list of messages is searched however the letters of a Bengali word are encoded', async () => {
    const [oneLetter, letterAndDot] = ['নি\u09DFম', 'নি\u09AF\u09BCম'];
    await send({ message: oneLetter });
    await send({ message: letterAndDot });
    for (const word of [oneLetter, letterAndDot])
      expect(await found(`?search=${encodeURIComponent(word)}`)).toMatchObject({ total: 2 });
  });
});

describe('the status of a message', () => {
  const pairs = messageStatuses.flatMap((from) => messageStatuses.map((to) => [from, to] as const));

  test.each(pairs)(
    'a message changes from %s to %s only if the specification allows it [status-steps]',
    async (from, to) => {
      await send();
      const [message] = await kept();
      const id = message?.id ?? '';
      await db.contactMessage.update({ where: { id }, data: { status: from } });
      const allowed = from === to || nextStatuses[from].includes(to);
      expect(await setStatus(id, to)).toMatchObject(
        allowed
          ? { status: 200, body: { success: true } }
          : { status: 409, body: { code: 'MESSAGE_TRANSITION' } },
      );
      expect(await kept()).toMatchObject([{ status: allowed ? to : from }]);
      const entries = await db.auditEntry.findMany({ where: { subject: `contact/${id}` } });
      if (!allowed || from === to) expect(entries).toEqual([]);
      else
        expect(entries).toMatchObject([
          { adminId: admin.id, before: { status: from }, after: { status: to } },
        ]);
    },
  );

  test('the allowed changes of status are those of the specification', () => {
    expect(nextStatuses).toEqual({ new: ['read', 'resolved'], read: ['resolved'], resolved: ['new'] });
  });

  test('only an administrator can change the status of a message, and only of an existing one', async () => {
    await send();
    const [message] = await kept();
    expect(await setStatus(message?.id ?? '', 'read', ana.cookie)).toMatchObject({ status: 403 });
    expect(await setStatus('5b8e7c1e-6f4b-4d58-9a37-6c2c4f0f8a11', 'read')).toMatchObject({ status: 404 });
    expect(await setStatus(message?.id ?? '', 'deleted')).toMatchObject({ status: 400 });
  });
});

test('an administrator deletes a message for good, and the audit log names nobody', async () => {
  await send();
  await send({ name: 'Salma' });
  const [message] = await kept();
  const path = `/api/contact-messages/${message?.id}`;
  const remove = (cookie: string) =>
    app.request(path, { method: 'DELETE', json: { reason: 'Asked by mail' }, cookie });
  expect(await remove(ana.cookie)).toMatchObject({ status: 403 });
  expect(await remove(admin.cookie)).toMatchObject({ status: 200 });
  expect(await kept()).toMatchObject([{ name: 'Salma' }]);
  expect(await remove(admin.cookie)).toMatchObject({ status: 404 });
  const entries = await db.auditEntry.findMany({ where: { subject: `contact/${message?.id}` } });
  expect(entries).toMatchObject([
    { adminId: admin.id, action: 'contact message deleted', reason: 'Asked by mail', after: null },
  ]);
  expect(JSON.stringify(entries)).not.toContain(letter.email);
});
