/**
 * Sign-in to the permit system: zone, login id and password, and a code if the user has one. A session belongs to one
 * zone.
 */
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { page } from '#tests/sandbox/framework/html.ts';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import type { User } from '#tests/sandbox/framework/users.ts';
import { dropDown, form, nameOf, readState, submitButton, textBox, type View } from './aspnet.ts';
import { zones } from './fields.ts';

const COOKIE = 'ASP.NET_SessionId';
const CODE = '123456';
const VISITOR = 'visitor';
const TITLE = 'BEPZA Online Permit System';
export const LOGIN = '/bepza/Account/Login';

export const sessionIdOf = (c: Context): string | undefined => getCookie(c, COOKIE);

/** A session's user is the login id together with its zone. */
export function visitorOf(
  c: Context,
  tools: PortalTools,
): { user: User; zone: string; account: string; sessionId: string } | undefined {
  const session = tools.sessions.find(sessionIdOf(c));
  const [username = '', zone = ''] = session?.user.split('@') ?? [];
  const user = tools.users.find(username);
  return session && user && { user, zone, account: session.user, sessionId: session.id };
}

export function toSignIn(c: Context, tools: PortalTools): Response {
  return say(
    c,
    tools.sessions.takeLogoutNotice(sessionIdOf(c)) ?? 'Your session has expired. Please log in again.',
  );
}

const say = (c: Context, message: string): Response =>
  c.redirect(`${LOGIN}?${new URLSearchParams({ message })}`);

const alertOf = (c: Context) => {
  const words = c.req.query('message') ?? '';
  return words ? html`<div class="alert" role="alert">${words}</div>` : html``;
};

export function mountSignIn(app: Hono, tools: PortalTools): void {
  app.get('/Account/Login', (c) => {
    const view: View = { c, owner: VISITOR, changed: tools.shows(c, 'layout-changed') };
    const fields = html`${dropDown(view, 'ddlZone', 'Zone', { choices: zones })}
    ${textBox(view, 'txtLoginId', 'Login ID')} ${textBox(view, 'txtPassword', 'Password', '', 'password')}
    ${submitButton(view, 'btnLogin', 'Login')}`;
    return c.html(
      page(
        TITLE,
        html`<h1>${TITLE}</h1>
          ${alertOf(c)}${form(view, fields)}`,
      ),
    );
  });
  app.post('/Account/Login', (c) => checkPassword(c, tools));

  app.get('/Account/Code', (c) => {
    const view: View = { c, owner: VISITOR, changed: false };
    const { account = '' } = c.req.query();
    const fields = html`<input type="hidden" name="account" value="${account}" />
      ${textBox(view, 'txtCode', 'One-time code')} ${submitButton(view, 'btnVerify', 'Verify')}`;
    return c.html(
      page(
        TITLE,
        html`<h1>${TITLE}</h1>
          ${alertOf(c)}${form(view, fields)}`,
      ),
    );
  });
  app.post('/Account/Code', async (c) => {
    const sent = await sentBy(c);
    if (!sent) return say(c, 'The page has expired.');
    const account = sent['account'] ?? '';
    if (sent[nameOf('txtCode')] === CODE) return signIn(c, tools, account);
    const words = new URLSearchParams({ account, message: 'The code is not right.' });
    return c.redirect(`/bepza/Account/Code?${words}`);
  });

  app.get('/Account/Logout', (c) => {
    const visitor = visitorOf(c, tools);
    if (visitor) tools.note({ kind: 'logout', user: visitor.account });
    tools.sessions.drop(sessionIdOf(c));
    return say(c, 'You have logged out.');
  });
}

/** Null for a form without the page's own view state. */
async function sentBy(c: Context): Promise<Record<string, string> | null> {
  const sent = await c.req.parseBody<Record<string, string>>();
  return readState({ c, owner: VISITOR, changed: false }, sent['__VIEWSTATE'] ?? '') && sent;
}

async function checkPassword(c: Context, tools: PortalTools): Promise<Response> {
  const sent = await sentBy(c);
  if (!sent) return say(c, 'The page has expired.');
  const zone = sent[nameOf('ddlZone')] ?? '';
  const username = sent[nameOf('txtLoginId')] ?? '';
  const account = `${username}@${zone}`;
  const refuse = (words: string, result: string): Response => {
    tools.note({ kind: 'login-refused', user: account, result });
    return say(c, words);
  };
  if (!zones.includes(zone)) return say(c, 'Select your zone.');
  const check = tools.users.check(username, sent[nameOf('txtPassword')] ?? '');
  if (check.result === 'locked') return refuse('Your login ID is locked for 30 minutes.', 'locked');
  if (check.result !== 'ok') return refuse('Invalid login ID or password.', check.result);
  if (check.user.trouble === 'expired-password') return refuse('Your password has expired.', 'expired');
  if (check.user.trouble === 'otp')
    return c.redirect(`/bepza/Account/Code?${new URLSearchParams({ account })}`);
  return signIn(c, tools, account);
}

function signIn(c: Context, tools: PortalTools, account: string): Response {
  const session = tools.sessions.open(account);
  setCookie(c, COOKIE, session.id, { path: '/bepza', httpOnly: true });
  tools.note({ kind: 'login', user: account });
  return c.redirect('/bepza/Home');
}
