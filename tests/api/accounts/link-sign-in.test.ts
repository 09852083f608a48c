/** The mailed link verifies, and signs in the browser that registered: once, and nobody else. */
import { describe, expect, test } from 'vitest';
import { newAddress, startTestApp, type Answer } from '#tests/harness/app.ts';
import { expiredVerificationToken } from '#tests/harness/tokens.ts';
import { provePasskey } from '#tests/factories.ts';

const app = await startTestApp();
const { db } = app.deps;

const person = { name: 'Ana Rahman', company: 'Padma Apparels Ltd.', password: 'correct horse' };
const mobile = () => `+88017${String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, '0')}`;
const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const isSession = (cookie: string): boolean => /^(__Host-)?chalan-session=/.test(cookie);

/** A browser that has registered the address: its cookies. */
async function registered(email: string, given: Partial<typeof person> = {}): Promise<string> {
  const answer = await app.post('/api/auth/register', { ...person, mobile: mobile(), email, ...given });
  expect(answer.status).toBe(200);
  return cookiesOf(answer);
}

const open = (token: string, cookie: string | null, password?: string): Promise<Answer> =>
  app.post('/api/auth/verify-email', { token, ...(password === undefined ? {} : { password }) }, cookie);

async function expectSignedIn(answer: Answer, email: string): Promise<string> {
  expect(answer).toMatchObject({ status: 200, body: { email, signedIn: true } });
  const cookie = cookiesOf(answer);
  expect((await app.get('/api/auth/me', cookie)).body['user']).toMatchObject({ email, emailVerified: true });
  return cookie;
}

function expectVerifiedOnly(answer: Answer): void {
  expect(answer).toMatchObject({ status: 200, body: { signedIn: false } });
  expect(answer.headers.getSetCookie().filter(isSession)).toEqual([]);
}

describe('the link in the browser that registered', () => {
  test('a link signs in the browser that registered the account, once', async () => {
    const email = newAddress();
    const browser = await registered(email);
    const token = await app.tokenFor(email);
    await expectSignedIn(await open(token, browser), email);
    expectVerifiedOnly(await open(token, browser));
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email } });
    expect(await db.session.count({ where: { userId } })).toBe(1);
  });

  test('of many openings at once only one signs in', async () => {
    const email = newAddress();
    const browser = await registered(email);
    const token = await app.tokenFor(email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => open(token, browser)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.filter(({ body }) => body['signedIn'] === true)).toHaveLength(1);
  });

  test('a scanner that opens the link in the mail uses up nothing', async () => {
    const email = newAddress();
    const browser = await registered(email);
    const token = await app.tokenFor(email);
    expectVerifiedOnly(await open(token, null));
    await expectSignedIn(await open(token, browser), email);
  });

  test('a new sign-in by the link is no new device to report, and its trial credits are there', async () => {
    const email = newAddress();
    const browser = await registered(email);
    const cookie = await expectSignedIn(await open(await app.tokenFor(email), browser), email);
    expect((await app.get('/api/auth/me', cookie)).body['user']).toMatchObject({ credits: 100 });
    expect(await app.mailsTo(email)).toHaveLength(1);
  });

  test('a second registration with the same password signs in by the last mail, as by the first', async () => {
    const email = newAddress();
    await registered(email);
    const browser = await registered(email, { name: 'Ana R.' });
    await expectSignedIn(await open(await app.tokenFor(email, 2), browser), email);
  });
});

describe('the link elsewhere', () => {
  test('another browser is not signed in: the address may have been registered by somebody else', async () => {
    const email = newAddress();
    await registered(email);
    expectVerifiedOnly(await open(await app.tokenFor(email), null));
    const other = await registered(newAddress());
    expectVerifiedOnly(await open(await app.tokenFor(email), other));
  });

  test('a person who is signed in stays signed in to the same account', async () => {
    const ana = await app.signUpAndVerify();
    const email = newAddress();
    const browser = await registered(email);
    expectVerifiedOnly(await open(await app.tokenFor(email), `${browser}; ${ana.cookie}`));
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toMatchObject({ email: ana.email });
  });

  test('an address that two people registered needs a password, which then signs in its registrant', async () => {
    const email = newAddress();
    const first = await registered(email);
    const second = await registered(email, { password: 'battery staple' });
    const token = await app.tokenFor(email, 2);
    for (const browser of [first, second])
      expect(await open(token, browser)).toMatchObject({
        status: 409,
        body: { code: 'REGISTRATION_PASSWORD_NEEDED' },
      });
    await expectSignedIn(await open(token, null, 'battery staple'), email);
    // The registrant who lost is signed in by no link.
    expectVerifiedOnly(await open(token, first));
  });

  test('a registration of a taken address sets a cookie that looks the same and proves nothing', async () => {
    const ana = await app.signUpAndVerify();
    const before = await db.session.count({ where: { userId: ana.id } });
    const [taken, free] = [await registered(ana.email), await registered(newAddress())];
    expect(taken.replace(/=.*/, '')).toBe(free.replace(/=.*/, ''));
    expect(taken).toHaveLength(free.length);
    const proof = await registered(ana.email);
    expect(proof).not.toBe(taken);
    expect(await db.session.count({ where: { userId: ana.id } })).toBe(before);
  });

  test.each([
    ['an account that was signed in before', { lastActivity: new Date() }],
    ['a suspended account', { status: 'suspended' }],
    ['an administrator', { isAdmin: true }],
  ])('the link does not sign in to %s', async (_, data) => {
    const email = newAddress();
    const browser = await registered(email);
    const token = await app.tokenFor(email);
    await db.user.update({ where: { email }, data });
    expectVerifiedOnly(await open(token, browser));
  });

  test('the link does not sign in to an account that has a second factor', async () => {
    const email = newAddress();
    const browser = await registered(email);
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    await provePasskey(db, id);
    expectVerifiedOnly(await open(await app.tokenFor(email), browser));
  });

  test('an expired link does not sign in, even if the address was verified in time', async () => {
    const email = newAddress();
    const browser = await registered(email);
    await db.user.update({ where: { email }, data: { emailVerified: true } });
    expectVerifiedOnly(await open(await expiredVerificationToken(app.deps, email), browser));
  });

  test('a password that was reset meanwhile makes the link of the registration worthless', async () => {
    const email = newAddress();
    const browser = await registered(email);
    const token = await app.tokenFor(email);
    expectVerifiedOnly(await open(token, null));
    await app.post('/api/auth/forgot-password', { email });
    await app.post('/api/auth/reset-password', {
      token: await app.tokenFor(email, 2),
      newPassword: 'tea and jute and rice',
    });
    expectVerifiedOnly(await open(token, browser));
  });
});
