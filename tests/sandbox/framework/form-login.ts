/** The login of a portal with a session cookie: a form, a page for a code, and a refusal for each user's `trouble`. */
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { page, type Html } from './html.ts';
import type { PortalTools } from './portal.ts';
import type { User } from './users.ts';

const CODE = '123456';

export type CookieLogin = {
  /** Also the path of the cookie. */
  key: string;
  title: string;
  cookie: string;
  home: string;
  /** The form's label for the user name. */
  nameLabel?: string;
  /** Further fields of its forms, such as a token. */
  hidden?: (c: Context) => Html;
};

export type CookieSession = {
  mount: (app: Hono, tools: PortalTools) => void;
  /** The user of the request; if undefined, `refuse` redirects to the login. */
  user: (c: Context, tools: PortalTools) => User | undefined;
  refuse: (c: Context, tools: PortalTools) => Response;
};

export function cookieLogin(given: CookieLogin): CookieSession {
  const { key, title, cookie, home, nameLabel = 'User name', hidden } = given;
  const login = `/${key}/login`;
  const say = (c: Context, words: string): Response =>
    c.redirect(`${login}?message=${encodeURIComponent(words)}`);
  const signIn = (c: Context, tools: PortalTools, username: string): Response => {
    const session = tools.sessions.open(username);
    setCookie(c, cookie, session.id, { path: `/${key}`, httpOnly: true });
    tools.note({ kind: 'login', user: username });
    return c.redirect(home);
  };
  return {
    user: (c, tools) => {
      const session = tools.sessions.find(getCookie(c, cookie));
      return session && tools.users.find(session.user);
    },
    refuse: (c, tools) =>
      say(c, tools.sessions.takeLogoutNotice(getCookie(c, cookie)) ?? 'Your session has ended.'),
    mount: (app, tools) => {
      app.get('/', (c) => c.redirect(login));
      app.get('/login', (c) =>
        c.html(
          loginPage(title, login, c.req.query('message') ?? '', {
            nameLabel: tools.shows(c, 'layout-changed') ? 'Account' : nameLabel,
            hidden: hidden?.(c),
          }),
        ),
      );
      app.post('/login', async (c) => {
        const { username = '', password = '' } = await c.req.parseBody<Record<string, string>>();
        const refuse = (words: string, result: string): Response => {
          tools.note({ kind: 'login-refused', user: username, result });
          return say(c, words);
        };
        const check = tools.users.check(username, password);
        if (check.result === 'locked') return refuse('Account locked for 30 minutes.', 'locked');
        if (check.result !== 'ok') return refuse('Invalid user name or password.', check.result);
        if (check.user.trouble === 'expired-password')
          return refuse('Your password has expired. Please change your password.', 'expired');
        if (check.user.trouble === 'otp')
          return c.redirect(`/${key}/otp?user=${encodeURIComponent(username)}`);
        return signIn(c, tools, username);
      });
      app.get('/otp', (c) =>
        c.html(
          codePage(title, `/${key}/otp`, c.req.query('message') ?? '', {
            user: c.req.query('user') ?? '',
            hidden: hidden?.(c),
          }),
        ),
      );
      app.post('/otp', async (c) => {
        const { code = '', user = '' } = await c.req.parseBody<Record<string, string>>();
        if (code !== CODE)
          return c.redirect(
            `/${key}/otp?user=${encodeURIComponent(user)}&message=${encodeURIComponent('The code is not right.')}`,
          );
        return signIn(c, tools, user);
      });
      app.get('/logout', (c) => {
        const id = getCookie(c, cookie);
        const session = tools.sessions.find(id);
        if (session) tools.note({ kind: 'logout', user: session.user });
        tools.sessions.drop(id);
        return say(c, 'You have logged out.');
      });
    },
  };
}

type Parts = { hidden: Html | undefined };

function loginPage(
  title: string,
  action: string,
  message: string,
  { nameLabel, hidden = html`` }: Parts & { nameLabel: string },
) {
  return page(
    title,
    html`<h1>${title}</h1>
      ${message ? html`<div class="alert" role="alert">${message}</div>` : ''}
      <form method="post" action="${action}">
        ${hidden}
        <p>
          <label for="username">${nameLabel}</label>
          <input
            id="${nameLabel === 'Account' ? 'account' : 'username'}"
            name="username"
            autocomplete="username"
          />
        </p>
        <p>
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" />
        </p>
        <button type="submit">Log in</button>
      </form>`,
  );
}

function codePage(
  title: string,
  action: string,
  message: string,
  { user, hidden = html`` }: Parts & { user: string },
) {
  return page(
    title,
    html`<h1>${title}</h1>
      ${message ? html`<div class="alert" role="alert">${message}</div>` : ''}
      <form method="post" action="${action}">
        ${hidden}
        <input type="hidden" name="user" value="${user}" />
        <p>
          <label for="code">One-time code</label>
          <input id="code" name="code" autocomplete="one-time-code" />
        </p>
        <button type="submit">Verify</button>
      </form>`,
  );
}

/** The users that every portal with a login has (portals.md 2.1). */
export function usualUsers(): User[] {
  const exporters = Array.from({ length: 20 }, (_, n) => `exporter${String(n + 1).padStart(2, '0')}`);
  return [
    { username: 'chalan', password: 'chalan1234' },
    { username: 'padma', password: 'padma1234' },
    { username: 'nordic', password: 'nordic1234' },
    { username: 'locked', password: 'locked1234', trouble: 'locked' },
    { username: 'expired', password: 'expired1234', trouble: 'expired-password' },
    { username: 'otp', password: 'otp1234', trouble: 'otp' },
    { username: 'noperm', password: 'noperm1234', trouble: 'no-permission' },
    ...exporters.map((username) => ({ username, password: 'exporter1234' })),
  ];
}
