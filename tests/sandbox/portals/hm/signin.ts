/**
 * Sign-in to the supplier portal: the user name, then the password on a separate page, and a code if the user has one.
 * It leads to the portal with a ticket, because its host may be another one.
 */
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import type { User } from '#tests/sandbox/framework/users.ts';
import { at } from './hosts.ts';
import { input, signInPage } from './pages.ts';

const COOKIE = 'HM_SUPPLIER';
const CODE = '123456';

type Words = { user?: string; message?: string };

function lead(c: Context, step: string, words: Words): Response {
  return c.redirect(`${at(c, `/signin${step}`)}?${new URLSearchParams(words)}`);
}

async function formOf(c: Context): Promise<Record<string, string>> {
  return await c.req.parseBody<Record<string, string>>();
}

export const sessionIdOf = (c: Context): string | undefined => getCookie(c, COOKIE);

export function userOf(c: Context, tools: PortalTools): User | undefined {
  const session = tools.sessions.find(sessionIdOf(c));
  return session && tools.users.find(session.user);
}

export function toSignIn(c: Context, tools: PortalTools): Response {
  const message =
    tools.sessions.takeLogoutNotice(sessionIdOf(c)) ?? 'Your session has ended. Please sign in again.';
  return lead(c, '', { message });
}

export function mountSignIn(app: Hono, tools: PortalTools): void {
  app.get('/signin', (c) => {
    const changed = tools.shows(c, 'layout-changed');
    const step = {
      title: 'Sign in',
      action: '/hm/signin',
      words: c.req.query('message') ?? '',
      button: 'Next',
    };
    return c.html(
      signInPage(step, html`${changed ? input('account', 'Account') : input('username', 'User name')}`),
    );
  });
  // The portal does not reveal before the password step whether the user exists.
  app.post('/signin', async (c) => {
    const { username = '' } = await formOf(c);
    return lead(c, '/password', { user: username });
  });

  app.get('/signin/password', (c) => {
    const { user = '', message = '' } = c.req.query();
    const [name, label] = tools.shows(c, 'layout-changed') ? ['secret', 'Secret'] : ['password', 'Password'];
    const fields = html`<p>${user}</p>
      <input type="hidden" name="user" value="${user}" />${input(name, label, '', 'password')}`;
    const step = {
      title: 'Enter password',
      action: '/hm/signin/password',
      words: message,
      button: 'Sign in',
    };
    return c.html(signInPage(step, fields));
  });
  app.post('/signin/password', async (c) => checkPassword(c, tools, await formOf(c)));

  app.get('/signin/code', (c) => {
    const { user = '', message = '' } = c.req.query();
    const fields = html`<input type="hidden" name="user" value="${user}" />${input('code', 'One-time code')}`;
    const step = { title: 'Enter the code', action: '/hm/signin/code', words: message, button: 'Verify' };
    return c.html(signInPage(step, fields));
  });
  app.post('/signin/code', async (c) => {
    const { user = '', code = '' } = await formOf(c);
    return code === CODE
      ? signIn(c, tools, user)
      : lead(c, '/code', { user, message: 'The code is not right.' });
  });

  app.get('/sso', (c) => {
    const [id, cookie = ''] = (c.req.query('ticket') ?? '').split('.');
    const session = tools.sessions.find(id, cookie);
    if (!session) return toSignIn(c, tools);
    setCookie(c, COOKIE, session.id, { path: '/hm', httpOnly: true });
    return c.redirect('/hm/home');
  });
  app.get('/signout', (c) => {
    const user = userOf(c, tools);
    if (user) tools.note({ kind: 'logout', user: user.username });
    tools.sessions.drop(sessionIdOf(c));
    return lead(c, '', { message: 'You have signed out.' });
  });
}

function checkPassword(
  c: Context,
  tools: PortalTools,
  { user = '', password = '' }: Record<string, string>,
): Response {
  const refuse = (message: string, result: string): Response => {
    tools.note({ kind: 'login-refused', user, result });
    return lead(c, '/password', { user, message });
  };
  const check = tools.users.check(user, password);
  if (check.result === 'locked') return refuse('Your account is locked for 30 minutes.', 'locked');
  if (check.result !== 'ok') return refuse('The user name or password is incorrect.', check.result);
  if (check.user.trouble === 'expired-password') return refuse('Your password has expired.', 'expired');
  if (check.user.trouble === 'otp') return lead(c, '/code', { user });
  return signIn(c, tools, user);
}

function signIn(c: Context, tools: PortalTools, username: string): Response {
  const session = tools.sessions.open(username);
  tools.note({ kind: 'login', user: username });
  return c.redirect(`${at(c, '/sso')}?${new URLSearchParams({ ticket: `${session.id}.${session.cookie}` })}`);
}
