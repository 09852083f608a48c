/**
 * Login to the forwarder's portal: the ADFS form, and a page for PIN and one-time code if the user has one. The sign-in
 * host sends the browser back with a form that submits itself; the portal gives each of its hosts a cookie of its own.
 */
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html, raw } from 'hono/html';
import { page, type Html } from '#tests/sandbox/framework/html.ts';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import type { User } from '#tests/sandbox/framework/users.ts';
import { areSeveral, at } from './hosts.ts';

const COOKIE = 'MYDAMCO';
const LOGIN = '/adfs/ls';
const PASSCODE_PAGE = '/otp';
const SHIPPER = '/ShipperPortalWeb/SearchAction.action';
const DOCUMENTS = '/DocumentManagement/search';
/** PIN 4321, followed by the code that the token shows. */
const PASSCODE = '4321123456';
const control = (name: string): string => `ctl00_ContentPlaceHolder1_${name}`;

export const sessionIdOf = (c: Context): string | undefined => getCookie(c, COOKIE);

export function userOf(c: Context, tools: PortalTools): User | undefined {
  const session = tools.sessions.find(sessionIdOf(c));
  return session && tools.users.find(session.user);
}

function lead(c: Context, path: string, words: Record<string, string>): Response {
  return c.redirect(`${at(c, path)}?${new URLSearchParams(words)}`);
}

const setSession = (c: Context, id: string): void =>
  setCookie(c, COOKIE, id, { path: '/damco', httpOnly: true });

/** What proves to another host that a session exists. */
type Ticket = { id: string; cookie: string };
const ticketOf = ({ id, cookie }: Ticket): string => `${id}.${cookie}`;

/** Returns the id of the session that the ticket proves. */
function sessionOf(tools: PortalTools, ticket: string): string | undefined {
  const [id, cookie = ''] = ticket.split('.');
  return tools.sessions.find(id, cookie)?.id;
}

/** The address of a frame's first page. Where the applications have a host of their own, it leads there with a ticket. */
export const frameSource = (c: Context, to: typeof SHIPPER | typeof DOCUMENTS): string =>
  areSeveral(c) ? `${at(c, '/sso')}?${new URLSearchParams({ to })}` : at(c, to);

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
      <form method="post" action="/damco${LOGIN}">
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
      <form method="post" action="/damco${PASSCODE_PAGE}">
        <input type="hidden" name="user" value="${user}" />
        ${input('passcode_otp', 'PIN and one-time code')}
        <button type="submit">Continue</button>
      </form>`,
  );
}

/** The page that sends the browser from the sign-in host to the portal. */
const passingPage = (action: string, ticket: string): Html =>
  html`<!doctype html>
    <title>Working...</title>
    <form method="post" name="hiddenform" action="${action}">
      <input type="hidden" name="wa" value="wsignin1.0" />
      <input type="hidden" name="wresult" value="${ticket}" />
      <noscript
        ><p>Script is disabled.</p>
        <button type="submit">Submit</button></noscript
      >
    </form>
    <script>
      ${raw("window.setTimeout('document.forms[0].submit()', 0)")};
    </script>`;

async function formOf(c: Context): Promise<Record<string, string>> {
  return await c.req.parseBody<Record<string, string>>();
}

export function mountLogin(app: Hono, tools: PortalTools): void {
  app.get('/', (c) => lead(c, LOGIN, { wa: 'wsignin1.0' }));
  // No other page may show the sign-in host in a frame.
  app.use('/adfs/*', async (c, next) => {
    await next();
    c.header('X-Frame-Options', 'DENY');
  });
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
      : lead(c, PASSCODE_PAGE, { user, message: 'The passcode is not right.' });
  });
  app.post('/signin', async (c) => {
    const { wresult = '' } = await formOf(c);
    const id = sessionOf(tools, wresult);
    if (id === undefined) return toLogin(c, tools);
    setSession(c, id);
    return c.redirect(at(c, '/Applications'));
  });
  app.get('/sso', (c) => {
    const session = tools.sessions.find(sessionIdOf(c));
    if (!session) return toLogin(c, tools);
    return lead(c, '/ShipperPortalWeb/sso', { ticket: ticketOf(session), to: c.req.query('to') ?? '' });
  });
  app.get('/ShipperPortalWeb/sso', (c) => {
    const { ticket = '', to } = c.req.query();
    const id = sessionOf(tools, ticket);
    if (id === undefined) return toLogin(c, tools);
    setSession(c, id);
    return c.redirect(at(c, to === DOCUMENTS ? DOCUMENTS : SHIPPER));
  });
  app.get('/logout', (c) => {
    const user = userOf(c, tools);
    if (user) tools.note({ kind: 'logout', user: user.username });
    tools.sessions.drop(sessionIdOf(c));
    return lead(c, LOGIN, { message: 'You have logged out.' });
  });
}

function checkPassword(
  c: Context,
  tools: PortalTools,
  user: string,
  password: string,
): Response | Promise<Response> {
  const refuse = (message: string, result: string): Response => {
    tools.note({ kind: 'login-refused', user, result });
    return lead(c, LOGIN, { message });
  };
  const check = tools.users.check(user, password);
  if (check.result === 'locked')
    return refuse('Authentication Failed. Your account is locked for 30 minutes.', 'locked');
  if (check.result !== 'ok') return refuse('Authentication Failed', check.result);
  if (check.user.trouble === 'expired-password') return refuse('Your password has expired.', 'expired');
  if (check.user.trouble === 'otp') return lead(c, PASSCODE_PAGE, { user });
  return signIn(c, tools, user);
}

function signIn(c: Context, tools: PortalTools, username: string): Response | Promise<Response> {
  const session = tools.sessions.open(username);
  tools.note({ kind: 'login', user: username });
  return c.html(passingPage(at(c, '/signin'), ticketOf(session)));
}
