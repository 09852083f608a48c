/** Login to the forwarder's portal: the ADFS form, and a page for PIN and one-time code if the user has one. */
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { page, type Html } from '#tests/sandbox/framework/html.ts';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import type { User } from '#tests/sandbox/framework/users.ts';

const COOKIE = 'MYDAMCO';
const LOGIN = '/damco/adfs/ls';
/** PIN 4321, followed by the code that the token shows. */
const PASSCODE = '4321123456';
const control = (name: string): string => `ctl00_ContentPlaceHolder1_${name}`;

export const sessionIdOf = (c: Context): string | undefined => getCookie(c, COOKIE);

export function userOf(c: Context, tools: PortalTools): User | undefined {
  const session = tools.sessions.find(sessionIdOf(c));
  return session && tools.users.find(session.user);
}

function lead(c: Context, address: string, words: Record<string, string>): Response {
  return c.redirect(`${address}?${new URLSearchParams(words)}`);
}

export function toLogin(c: Context, tools: PortalTools): Response {
  const message =
    tools.sessions.takeLogoutNotice(sessionIdOf(c)) ?? 'Your session has ended. Please log in again.';
  return lead(c, LOGIN, { message });
}

const errorLabel = (words: string): Html | '' =>
  words ? html`<span class="alert" id="${control('ErrorTextLabel')}">${words}</span>` : '';

const input = (id: string, label: string, type = 'text'): Html =>
  html`<p>
    <label for="${id}">${label}</label><input id="${id}" name="${id}" type="${type}" autocomplete="off" />
  </p>`;

function loginPage(words: string, changed: boolean): Html {
  const name = changed ? 'account' : control('UsernameTextBox');
  return page(
    'myDamco login',
    html`<h1>Sign in</h1>
      ${errorLabel(words)}
      <form method="post" action="${LOGIN}">
        ${input(name, changed ? 'Account' : 'Username')}
        ${input(control('PasswordTextBox'), 'Password', 'password')}
        <button type="submit" id="${control('SubmitButton')}">Sign In</button>
      </form>`,
  );
}

function passcodePage(user: string, words: string): Html {
  return page(
    'myDamco passcode',
    html`<h1>Passcode</h1>
      ${errorLabel(words)}
      <form method="post" action="/damco/otp">
        <input type="hidden" name="user" value="${user}" />
        ${input('passcode_otp', 'PIN and one-time code')}
        <button type="submit">Continue</button>
      </form>`,
  );
}

async function formOf(c: Context): Promise<Record<string, string>> {
  return await c.req.parseBody<Record<string, string>>();
}

export function mountLogin(app: Hono, tools: PortalTools): void {
  app.get('/', (c) => c.redirect(LOGIN));
  app.get('/adfs/ls', (c) =>
    c.html(loginPage(c.req.query('message') ?? '', tools.shows(c, 'layout-changed'))),
  );
  app.post('/adfs/ls', async (c) => {
    const { [control('UsernameTextBox')]: user = '', [control('PasswordTextBox')]: password = '' } =
      await formOf(c);
    return checkPassword(c, tools, user.trim(), password);
  });
  app.get('/otp', (c) => c.html(passcodePage(c.req.query('user') ?? '', c.req.query('message') ?? '')));
  app.post('/otp', async (c) => {
    const { user = '', passcode_otp: passcode = '' } = await formOf(c);
    return passcode === PASSCODE
      ? signIn(c, tools, user)
      : lead(c, '/damco/otp', { user, message: 'The passcode is not right.' });
  });
  app.get('/logout', (c) => {
    const user = userOf(c, tools);
    if (user) tools.note({ kind: 'logout', user: user.username });
    tools.sessions.drop(sessionIdOf(c));
    return lead(c, LOGIN, { message: 'You have logged out.' });
  });
}

function checkPassword(c: Context, tools: PortalTools, user: string, password: string): Response {
  const refuse = (message: string, result: string): Response => {
    tools.note({ kind: 'login-refused', user, result });
    return lead(c, LOGIN, { message });
  };
  const check = tools.users.check(user, password);
  if (check.result === 'locked')
    return refuse('Authentication Failed. Your account is locked for 30 minutes.', 'locked');
  if (check.result !== 'ok') return refuse('Authentication Failed', check.result);
  if (check.user.trouble === 'expired-password') return refuse('Your password has expired.', 'expired');
  if (check.user.trouble === 'otp') return lead(c, '/damco/otp', { user });
  return signIn(c, tools, user);
}

function signIn(c: Context, tools: PortalTools, username: string): Response {
  const session = tools.sessions.open(username);
  setCookie(c, COOKIE, session.id, { path: '/damco', httpOnly: true });
  tools.note({ kind: 'login', user: username });
  return c.redirect('/damco/Applications');
}
