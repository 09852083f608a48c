/** A forgotten password: the link works once, for an hour, and ends every session. */
import { describe, expect, test } from 'vitest';
import { newAddress, startTestApp, type Answer } from '#tests/harness/app.ts';

const app = await startTestApp();
const withoutMail = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
const { deps } = app;
const newPassword = 'a new password';
const visible = ({ status, body }: Answer) => ({ status, body: { ...body, requestId: '' } });

/** The registration's mail is the first one. */
async function resetToken(email: string, mails = 2): Promise<string> {
  await app.post('/api/auth/forgot-password', { email });
  return app.tokenFor(email, mails);
}

test('a request for a reset link gets the same answer for a known and an unknown address', async () => {
  const ana = await app.signUpAndVerify();
  const known = await app.post('/api/auth/forgot-password', { email: ana.email });
  const unknown = await app.post('/api/auth/forgot-password', { email: newAddress() });
  expect(known.body['message']).toBe('Password reset instructions have been sent to your email address.');
  expect(visible(known)).toEqual(visible(unknown));
});

test('an unavailable mail server does not reveal which addresses are known', async () => {
  const email = newAddress();
  const person = { name: 'Ana', company: 'Ana', mobile: '1', password: 'a password', email };
  expect((await withoutMail.post('/api/auth/register', person)).status).toBe(200);
  const known = await withoutMail.post('/api/auth/forgot-password', { email });
  const unknown = await withoutMail.post('/api/auth/forgot-password', { email: newAddress() });
  expect(visible(known)).toEqual(visible(unknown));
});

describe('the reset link', () => {
  test('a reset link works once, even for two clicks at the same time [link-works-once]', async () => {
    const ana = await app.signUpAndVerify();
    const token = await resetToken(ana.email);
    const resets = await Promise.all(
      ['first password', 'second password'].map((password) =>
        app.post('/api/auth/reset-password', { token, newPassword: password }),
      ),
    );
    expect(resets.map((answer) => answer.status).sort()).toEqual([200, 400]);
    const again = await app.post('/api/auth/reset-password', { token, newPassword });
    expect(again.body).toMatchObject({
      code: 'INVALID_RESET_TOKEN',
      message: 'Invalid or missing reset token',
    });
  });

  test('a reset link works for an hour [link-expires]', async () => {
    const ana = await app.signUpAndVerify();
    const token = await resetToken(ana.email);
    const { id, expiresAt } = await deps.db.verification.findFirstOrThrow({ where: { value: ana.id } });
    const minutes = (expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThanOrEqual(60);
    await deps.db.verification.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
    const answer = await app.post('/api/auth/reset-password', { token, newPassword });
    expect(answer.body['code']).toBe('INVALID_RESET_TOKEN');
    expect(await app.signIn(ana.email, ana.password)).toContain('chalan-session=');
  });

  test('a reset link is not stored in the database in its mailed form', async () => {
    const ana = await app.signUpAndVerify();
    const token = await resetToken(ana.email);
    expect(JSON.stringify(await deps.db.verification.findMany())).not.toContain(token);
  });

  test('a reset link ends every session and every other open link, and the owner is notified', async () => {
    const ana = await app.signUpAndVerify();
    const other = await app.signIn(ana.email, ana.password);
    const earlier = await resetToken(ana.email);
    const token = await resetToken(ana.email, 3);
    expect((await app.post('/api/auth/reset-password', { token, newPassword })).body['success']).toBe(true);
    for (const cookie of [ana.cookie, other])
      expect((await app.get('/api/auth/me', cookie)).body['user']).toBeNull();
    const late = await app.post('/api/auth/reset-password', {
      token: earlier,
      newPassword: 'stolen password',
    });
    expect(late.body['code']).toBe('INVALID_RESET_TOKEN');
    expect((await app.post('/api/auth/login', { email: ana.email, password: ana.password })).status).toBe(
      401,
    );
    expect((await app.mailsTo(ana.email, 4))[0]?.subject).toBe('Your password was changed');
    expect(await app.signIn(ana.email, newPassword)).toContain('chalan-session=');
  });

  test('a reset link is not used up by a password that is too short', async () => {
    const ana = await app.signUpAndVerify();
    const token = await resetToken(ana.email);
    const short = await app.post('/api/auth/reset-password', { token, newPassword: '12345' });
    expect(short.body).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Password must be at least 6 characters long.',
    });
    expect((await app.post('/api/auth/reset-password', { token, newPassword })).status).toBe(200);
  });
});
