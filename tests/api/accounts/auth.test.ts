/** Sign-up, verification and sign-in: accounts cannot be enumerated, and trial credits are given once. */
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { seedDemo } from '#prisma/seed.ts';
import { newAddress, startTestApp, type Answer } from '#tests/harness/app.ts';
import { expiredVerificationToken } from '#tests/harness/tokens.ts';

const app = await startTestApp();
const { deps } = app;

/** Everything that a caller can compare, without what differs in every answer. */
const visible = ({ status, body }: Answer) => ({ status, body: { ...body, requestId: '' } });
const trialTransfers = (userId: string) => deps.db.ledgerTransfer.count({ where: { userId, kind: 'trial' } });

describe('login', () => {
  test('a sign-in gets the same answer for an unknown address and for a wrong password', async () => {
    const ana = await app.signUpAndVerify();
    const wrong = await app.post('/api/auth/login', { email: ana.email, password: 'wrong' });
    const unknown = await app.post('/api/auth/login', { email: newAddress(), password: 'wrong' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({
      success: false,
      code: 'LOGIN_FAILED',
      message: 'Invalid email or password.',
    });
    expect(visible(wrong)).toEqual(visible(unknown));
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('a sign-in reveals that the address is unverified only after the correct password', async () => {
    const { email, password } = await app.signUp();
    const stranger = await app.post('/api/auth/login', { email, password: 'wrong' });
    expect(stranger.body['code']).toBe('LOGIN_FAILED');
    const owner = await app.post('/api/auth/login', { email, password });
    expect(owner.status).toBe(403);
    expect(owner.body).toMatchObject({ code: 'EMAIL_NOT_VERIFIED', email });
    expect(owner.body['message']).toContain('Email not verified');
    expect(owner.headers.getSetCookie()).toEqual([]);
  });

  test('a sign-in reveals that the account is suspended only after the correct password', async () => {
    const ana = await app.signUpAndVerify();
    await deps.db.user.update({ where: { id: ana.id }, data: { status: 'suspended' } });
    const stranger = await app.post('/api/auth/login', { email: ana.email, password: 'wrong' });
    expect(stranger.body['code']).toBe('LOGIN_FAILED');
    const owner = await app.post('/api/auth/login', { email: ana.email, password: ana.password });
    expect(owner.status).toBe(403);
    expect(owner.body['code']).toBe('ACCOUNT_SUSPENDED');
    expect(owner.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    {},
    { email: 'ana@example.test' },
    { email: 'no address', password: 'x' },
    { email: { a: 1 }, password: ['x'] },
  ])('a sign-in with the body %j is rejected', async (body) => {
    const answer = await app.post('/api/auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBe('INVALID_INPUT');
  });

  test('a sign-in returns the user with trial credits, and cookies that scripts and other sites cannot use', async () => {
    const ana = await app.signUpAndVerify();
    const answer = await app.post('/api/auth/login', {
      email: ana.email.toUpperCase(),
      password: ana.password,
    });
    const user = answer.body['user'] as User;
    expect(user).toMatchObject({
      email: ana.email,
      name: 'Ana Rahman',
      company: 'Padma Apparels Ltd.',
      credits: 100,
    });
    expect(user).toMatchObject({
      reservedCredits: 0,
      emailVerified: true,
      isAdmin: false,
      status: 'active',
      totalSpent: 0,
    });
    expect(user.lastActivity).not.toBeNull();
    expect(answer.text).not.toMatch(/password|token/i);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^chalan-session=.*HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^chalan-device=.*HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('a sign-in starts a new session and ends the one in the request [sign-in-renews-session]', async () => {
    const ana = await app.signUpAndVerify();
    const again = await app.post('/api/auth/login', { email: ana.email, password: ana.password }, ana.cookie);
    expect(again.status).toBe(200);
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toBeNull();
    expect(await deps.db.session.count({ where: { userId: ana.id } })).toBe(1);
  });
});

describe('a session', () => {
  test('a missing, malformed or forged session cookie identifies nobody [forged-cookie]', async () => {
    const ana = await app.signUpAndVerify();
    const forged = ana.cookie.replace(/.{6}$/, 'AAAAAA');
    for (const cookie of [null, 'chalan-session=x', forged]) {
      expect((await app.get('/api/auth/me', cookie)).body).toEqual({ success: true, user: null });
      expect((await app.get(`/api/users/${ana.id}`, cookie)).body['code']).toBe('UNAUTHENTICATED');
    }
  });

  test('a logout ends the session on the server too [logout-ends-session]', async () => {
    const ana = await app.signUpAndVerify();
    const out = await app.post('/api/auth/logout', {}, ana.cookie);
    expect(out.body).toMatchObject({ success: true });
    expect(out.headers.getSetCookie().join()).toContain('Max-Age=0');
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toBeNull();
    expect((await app.post('/api/auth/logout', {})).status).toBe(200);
  });

  test('a session of a user who was suspended in the meantime opens nothing', async () => {
    const ana = await app.signUpAndVerify();
    await deps.db.user.update({ where: { id: ana.id }, data: { status: 'suspended' } });
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toBeNull();
    const answer = await app.get(`/api/users/${ana.id}`, ana.cookie);
    expect(answer.status).toBe(403);
    expect(answer.body['code']).toBe('ACCOUNT_SUSPENDED');
  });

  test('a session in use is prolonged, and the new cookie is sent along', async () => {
    const ana = await app.signUpAndVerify();
    expect((await app.get('/api/auth/me', ana.cookie)).headers.getSetCookie()).toEqual([]);
    const inTwoDays = new Date(Date.now() + 2 * DAY_MS);
    await deps.db.session.updateMany({ where: { userId: ana.id }, data: { expiresAt: inTwoDays } });
    const answer = await app.get('/api/auth/me', ana.cookie);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^chalan-session=.*Max-Age=604800/),
    ]);
    const { expiresAt } = await deps.db.session.findFirstOrThrow({ where: { userId: ana.id } });
    expect(expiresAt.getTime()).toBeGreaterThan(inTwoDays.getTime());
  });

  test('a session in use ends thirty days after the sign-in, and its cookie is cleared [session-has-a-longest-life]', async () => {
    const ana = await app.signUpAndVerify();
    const signedInBefore = (days: number) =>
      deps.db.session.updateMany({
        where: { userId: ana.id },
        data: { createdAt: new Date(Date.now() - days * DAY_MS) },
      });
    await signedInBefore(29.9);
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).not.toBeNull();
    await signedInBefore(30.1);
    const answer = await app.get('/api/auth/me', ana.cookie);
    expect(answer.body['user']).toBeNull();
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=0');
    expect(await deps.db.session.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('a session ends when its time is over [session-expires]', async () => {
    const ana = await app.signUpAndVerify();
    await deps.db.session.updateMany({
      where: { userId: ana.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toBeNull();
  });
});

describe('register', () => {
  test('registering a taken address gets the same answer, changes nothing, and its owner is notified by mail', async () => {
    const ana = await app.signUpAndVerify();
    const fresh = { name: 'Eve', company: 'Eve', mobile: '1', password: 'eve-password' };
    const taken = await app.post('/api/auth/register', { ...fresh, email: ana.email });
    const free = await app.post('/api/auth/register', { ...fresh, email: newAddress() });
    expect(visible(taken)).toEqual(visible(free));
    expect(taken.body).toEqual({
      success: true,
      message: 'Registration successful! Please check your email to verify your account, then log in.',
    });
    const [newest] = await app.mailsTo(ana.email, 2);
    expect(newest?.subject).toBe('You already have a Chalan account');
    expect(newest?.text).not.toContain('token=');
    expect((await app.post('/api/auth/login', { email: ana.email, password: 'eve-password' })).status).toBe(
      401,
    );
    expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toMatchObject({ name: 'Ana Rahman' });
  });

  test('registering an unverified address again sends another link, and the account takes the password that the owner proves', async () => {
    const { email } = await app.signUp();
    await app.mailsTo(email);
    const { password } = await app.signUp({ email, password: 'another password' });
    expect((await app.mailsTo(email, 2))[0]?.subject).toBe('Verify your email address');
    await app.post('/api/auth/verify-email', { token: await app.tokenFor(email, 2), password });
    expect(await app.signIn(email, password)).toContain('chalan-session=');
  });

  test('simultaneous registrations of one address make one account', async () => {
    const email = newAddress();
    await Promise.all([1, 2, 3].map(() => app.signUp({ email })));
    expect(await deps.db.user.count({ where: { email } })).toBe(1);
    expect(await deps.db.account.count({ where: { user: { email } } })).toBe(1);
  });

  test('a registration never takes a role, a status or credits from the caller', async () => {
    const email = newAddress();
    const request = { isAdmin: true, status: 'vip', emailVerified: true, credits: 9_999, id: 'chosen' };
    const person = { name: 'Eve', company: 'Eve', mobile: '1', password: 'eve-password', email };
    expect((await app.post('/api/auth/register', { ...person, ...request })).status).toBe(200);
    const user = await deps.db.user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({ isAdmin: false, status: 'active', emailVerified: false });
    expect(user.id).not.toBe('chosen');
  });

  test.each([
    ['password', '12345', 'Password must be at least 6 characters long.'],
    ['email', 'ana', 'Please enter a valid email address.'],
    ['name', '  ', 'Name is required'],
    ['company', '', 'Company is required'],
    ['mobile', '', 'Mobile is required'],
    ['name', 'x'.repeat(121), 'Name can have 120 characters at most'],
    ['company', 'x'.repeat(121), 'Company can have 120 characters at most'],
    ['mobile', '+880 1712 345678, 01812 345678', 'Mobile can have 20 characters at most'],
  ])('a registration rejects the %s %j', async (field, value, message) => {
    const person = {
      name: 'Ana',
      company: 'Ana',
      mobile: '1',
      password: 'secret password',
      email: newAddress(),
    };
    const answer = await app.post('/api/auth/register', { ...person, [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', message });
  });
});

describe('verification', () => {
  test('a verification link that the platform did not sign is rejected [foreign-verification-link]', async () => {
    const { email } = await app.signUp();
    const token = await app.tokenFor(email);
    for (const wrong of ['x', 'a.b.c', token.slice(0, -4), `${token}AAAA`]) {
      const answer = await app.post('/api/auth/verify-email', { token: wrong });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        code: 'INVALID_VERIFICATION_LINK',
        message: 'Invalid verification link.',
      });
    }
    const missing = await app.post('/api/auth/verify-email', {});
    expect(missing.body['code']).toBe('INVALID_INPUT');
  });

  test('a verification link is rejected after 24 hours, and the answer holds the address for a new link [verification-link-expires]', async () => {
    const { email } = await app.signUp();
    const token = await expiredVerificationToken(deps, email);
    const answer = await app.post('/api/auth/verify-email', { token });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'VERIFICATION_LINK_EXPIRED', email });
    expect(answer.body['message']).toContain('expired');
    expect((await deps.db.user.findUniqueOrThrow({ where: { email } })).emailVerified).toBe(false);
  });

  test('a verification link gives the trial credits once, however often it is opened at the same time', async () => {
    const { email } = await app.signUp();
    const token = await app.tokenFor(email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.post('/api/auth/verify-email', { token })));
    answers.push(await app.post('/api/auth/verify-email', { token }));
    for (const answer of answers)
      expect(answer.body).toMatchObject({ success: true, email, user: { email } });
    const { id } = await deps.db.user.findUniqueOrThrow({ where: { email } });
    expect(await trialTransfers(id)).toBe(1);
  });

  test('opening the verification link again gives trial credits that a crashed process did not give', async () => {
    const { email } = await app.signUp();
    const { id } = await deps.db.user.update({ where: { email }, data: { emailVerified: true } });
    await app.post('/api/auth/verify-email', { token: await app.tokenFor(email) });
    expect(await trialTransfers(id)).toBe(1);
  });

  test('an unverified account has no trial credits', async () => {
    const { email } = await app.signUp();
    const { id } = await deps.db.user.findUniqueOrThrow({ where: { email } });
    expect(await trialTransfers(id)).toBe(0);
  });

  test('a request for another verification mail gets the same answer whether or not the account exists', async () => {
    const { email } = await app.signUp();
    const ana = await app.signUpAndVerify();
    await app.mailsTo(email);
    const known = await app.post('/api/auth/resend-verification', { email });
    const unknown = await app.post('/api/auth/resend-verification', { email: newAddress() });
    const verified = await app.post('/api/auth/resend-verification', { email: ana.email });
    expect(known.body['message']).toBe('Verification email sent! Please check your inbox (and spam folder).');
    expect(visible(known)).toEqual(visible(unknown));
    expect(visible(known)).toEqual(visible(verified));
    expect((await app.mailsTo(email, 2)).map((mail) => mail.subject)).toEqual(
      Array(2).fill('Verify your email address'),
    );
    expect(await app.mailsTo(ana.email)).toHaveLength(1);
  });
});

test('the demo seed can run again without adding anything', async () => {
  await seedDemo(deps);
  await seedDemo(deps);
  const demo = await app.post('/api/auth/login', { email: 'demo@chalan.test', password: 'demo1234' });
  expect(demo.body['user']).toMatchObject({ credits: 500, isAdmin: false, emailVerified: true });
  const admin = await app.post('/api/auth/login', { email: 'admin@chalan.test', password: 'admin1234' });
  expect(admin.body['user']).toMatchObject({ credits: 999_999, isAdmin: true, emailVerified: true });
});
