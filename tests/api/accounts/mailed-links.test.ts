/** Links that an administrator mails to a user: the answer and the audit log claim a mail only if one has left. */
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
/** Another process of the same platform, whose mail server is gone. */
const withoutMail = await startTestApp({
  env: { SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_URL: app.env.DATABASE_URL },
});
const { db } = app.deps;
const reason = 'Asked for by phone';
const newPassword = 'a new password';
let admin: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});

/** A user who has registered, and has the mail of the registration. */
async function registered(): Promise<{ id: string; email: string; password: string }> {
  const { email, password } = await app.signUp();
  await app.mailsTo(email);
  const { id } = await db.user.findUniqueOrThrow({ where: { email } });
  return { id, email, password };
}
const send = (id: string, path: string, by = app) =>
  by.post(`/api/admin/users/${id}/${path}`, { reason }, admin.cookie);
const actions = async (id: string) =>
  (await db.auditEntry.findMany({ where: { subject: `user/${id}` } })).map(({ action }) => action);

describe('a link that an administrator mails', () => {
  test.each(['resend-verification', 'reset-password'])(
    'a mail of %s that the mail server does not take is reported as failed, and the audit log has no entry',
    async (path) => {
      const { id } = await registered();
      expect(await send(id, path, withoutMail)).toMatchObject({
        status: 503,
        body: {
          success: false,
          code: 'UNAVAILABLE',
          message: 'The mail server did not accept the email. Please try again in a moment.',
        },
      });
      expect(await actions(id)).toEqual([]);
    },
  );

  test('a verification link is refused for a user who has verified the address meanwhile', async () => {
    const ana = await app.signUpAndVerify();
    expect(await send(ana.id, 'resend-verification')).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_VERIFIED' },
    });
    expect(await actions(ana.id)).toEqual([]);
  });

  test('a verification link verifies the address', async () => {
    const { id, email, password } = await registered();
    expect(await send(id, 'resend-verification')).toMatchObject({ status: 200 });
    const token = await app.tokenFor(email, 2);
    expect((await app.post('/api/auth/verify-email', { token })).status).toBe(200);
    await app.signIn(email, password);
    expect(await actions(id)).toEqual(['verification mail sent']);
  });

  test('a reset link sets a new password once', async () => {
    const ana = await app.signUpAndVerify();
    expect(await send(ana.id, 'reset-password')).toMatchObject({ status: 200 });
    const token = await app.tokenFor(ana.email, 2);
    const reset = () => app.post('/api/auth/reset-password', { token, newPassword });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    await app.signIn(ana.email, newPassword);
    expect(await actions(ana.id)).toEqual(['password reset mail sent']);
  });
});
