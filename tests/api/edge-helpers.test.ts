/** The development helpers: available on the development stack, and absent everywhere else. */
import { describe, expect, test } from 'vitest';
import { newAddress, startTestApp } from '#tests/harness/app.ts';

const address = { NODE_ENV: 'production', APP_URL: 'https://chalan.example' };
const production = await startTestApp({ env: { ...address, CHALAN_EMBEDDED: 'true' } });
const ordinary = await startTestApp();
const oneMachine = await startTestApp({
  env: { CHALAN_EMBEDDED: 'true', TEMPORAL_UI_URL: 'http://127.0.0.1:8233' },
});
const helpers = ['/api/dev/info', '/api/dev/mailbox', '/dev/mailbox'];

describe('in production', () => {
  test('development helpers do not exist in production, even if the one-machine stack is requested [no-development-helpers]', async () => {
    for (const path of ['/api/dev/info', '/api/dev/mailbox'])
      expect((await production.get(path)).status).toBe(404);
    expect((await production.get('/dev/mailbox')).text).not.toContain('Mailbox – Chalan');
  });

  test('the session cookie in production is bound to its host and to https [session-cookie]', async () => {
    const ana = await production.signUpAndVerify();
    const login = await production.post('/api/auth/login', { email: ana.email, password: ana.password });
    const [cookie] = login.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-chalan-session=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(cookie).not.toContain('Domain');
    expect((await production.get('/api/auth/me', ana.cookie)).body['user']).toMatchObject({
      email: ana.email,
    });
  });
});

test('a server that is not the one-machine stack has no development helpers', async () => {
  for (const path of ['/api/dev/info', '/api/dev/mailbox'])
    expect((await ordinary.get(path)).status).toBe(404);
});

describe('on the one-machine stack', () => {
  test('the development helpers of the one-machine stack say where its parts are', async () => {
    for (const path of helpers) expect((await oneMachine.get(path)).status).toBe(200);
    expect((await oneMachine.get('/api/dev/info')).body).toEqual({
      success: true,
      temporalUi: 'http://127.0.0.1:8233',
      sandbox: null,
      mailbox: 'http://localhost:3000/dev/mailbox',
    });
  });

  test('the development mailbox shows the mails of an address with their links, and runs nothing in them', async () => {
    const { email } = await oneMachine.signUp();
    await oneMachine.mailsTo(email);
    const subject = '<script>alert(1)</script>';
    await oneMachine.deps.mailer.send({
      to: newAddress(),
      subject,
      text: 'http://x.test/"onclick="a <b>',
      html: subject,
    });
    const listed = (await oneMachine.get(`/api/dev/mailbox?to=${email}`)).body['messages'] as Record<
      string,
      unknown
    >[];
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ to: email, subject: 'Verify your email address' });
    expect(listed[0]?.['links']).toEqual([
      expect.stringMatching(/^http:\/\/localhost:3000\/verify-email\?token=/),
    ]);
    const page = (await oneMachine.get('/dev/mailbox')).text;
    expect(page).toContain('development helper');
    expect(page).toContain('<a href="http://localhost:3000/verify-email?token=');
    expect(page).not.toMatch(/<script|"onclick|<b>/);
  });
});
