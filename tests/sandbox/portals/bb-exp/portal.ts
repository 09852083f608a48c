/** Online EXP of Bangladesh Bank, as a sandbox: login, menu, search by EXP number, printed form; filings are in `filings.ts`. */
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { PortalTools, SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { sessionId, type Session } from '#tests/sandbox/framework/sessions.ts';
import type { User } from '#tests/sandbox/framework/users.ts';
import { expNumber } from './fields.ts';
import { acceptFiling, files, lookUp, showFiling } from './filings.ts';
import * as pages from './pages.ts';
import { PAGE, urlOf } from './pages.ts';
import { expForm } from './report.ts';
import { users } from './users.ts';

const COOKIE = 'ORA_WWV_APP_112';
const OTP_ANSWER = '123456';

const INVALID = 'Invalid Login Credentials';
const LOCKED = 'Account locked. Try again after 30 minutes or contact the Help Desk.';
const ENDED = 'Your session has ended.';
const NOT_AUTHORIZED_PAGE = 'You are not authorized to access this page.';

const routeNames: Record<string, string> = {
  [PAGE.home]: 'home',
  [PAGE.profile]: 'profile',
  [PAGE.issue]: 'issue',
  [PAGE.correction]: 'correction',
  [PAGE.duplicate]: 'duplicate',
  [PAGE.list]: 'list',
  [PAGE.search]: 'search',
  [PAGE.report]: 'report',
  [PAGE.login]: 'login',
  [PAGE.otp]: 'otp',
  [PAGE.password]: 'password',
};

export const bbExp: SandboxPortal = {
  key: 'bb-exp',
  title: 'Bangladesh Bank: Online EXP',
  users,
  code: '123456',
  idleMinutes: 20,
  fileRoutes: ['pdf'],
  routeOf: async (c) => {
    if (c.req.path.endsWith('/PRINT_REPORT')) return 'pdf';
    if (c.req.path.endsWith('/logout')) return 'logout';
    if (c.req.path.endsWith('/f')) return routeNames[pageRequest(c).pageId] ?? 'other';
    if (c.req.method !== 'POST') return 'other';
    return `${routeNames[(await submitted(c)).p_flow_step_id ?? ''] ?? 'other'}.submit`;
  },
  isFiling: async (c) => c.req.method === 'POST' && files(await submitted(c)),
  sessionIdOf: async (c) => {
    if (c.req.method === 'POST') return (await submitted(c)).p_instance;
    return c.req.query('p_instance') ?? c.req.query('p_session') ?? pageRequest(c).session;
  },
  mount: (app, tools) => {
    app.get('/', (c) => c.redirect(`/bb-exp/ords/${urlOf(PAGE.login, '')}`));
    app.get('/ords/f', (c) => showPage(c, tools));
    app.post('/ords/wwv_flow.accept', (c) => accept(c, tools));
    app.get('/ords/PRINT_REPORT', (c) => printReport(c, tools));
    mountLogout(app, tools);
  },
};

/** `f?p=app:page:session:request:debug:clear:items:values`. */
function pageRequest(c: Context): { pageId: string; session: string; items: Record<string, string> } {
  // Split before decoding, because a value may contain a colon or a comma.
  const parts = (/[?&]p=([^&]*)/.exec(c.req.url)?.[1] ?? '').split(':');
  const [, pageId = PAGE.login, session = '', , , , names = '', values = ''] = parts;
  const list = values.split(',').map(decodeURIComponent);
  const items = names ? names.split(',').map((name, n) => [name, list[n] ?? '']) : [];
  return {
    pageId: pageId || PAGE.login,
    session,
    items: Object.fromEntries(items) as Record<string, string>,
  };
}

async function submitted(c: Context): Promise<Record<string, string | undefined>> {
  return (await c.req.parseBody()) as Record<string, string | undefined>;
}

/** The session in the address, which must match the one in the cookie. */
function alive(
  c: Context,
  tools: PortalTools,
  id: string | undefined,
): { session: Session; user: User } | undefined {
  const session = tools.sessions.find(id, getCookie(c, COOKIE) ?? '');
  const user = session && tools.users.find(session.user);
  return session && user ? { session, user } : undefined;
}

function toLogin(c: Context, tools: PortalTools, id: string | undefined): Response {
  const words = tools.sessions.takeLogoutNotice(id) ?? ENDED;
  return c.redirect(urlOf(PAGE.login, sessionId(), { P101_MESSAGE: words }));
}

function showPage(c: Context, tools: PortalTools): Response | Promise<Response> {
  const { pageId, session: id, items } = pageRequest(c);
  if (pageId === PAGE.login) {
    const isCaptchaRepeated = items['P101_CAPTCHA'] === 'Y';
    const layout = {
      changed: tools.shows(c, 'layout-changed'),
      captcha: isCaptchaRepeated || tools.shows(c, 'captcha-on'),
    };
    return c.html(pages.loginPage(id || sessionId(), items['P101_MESSAGE'] ?? '', layout));
  }
  if (pageId === PAGE.otp) return c.html(pages.otpPage(id, items['P102_MESSAGE'] ?? ''));
  if (pageId === PAGE.password) return c.html(pages.passwordPage(id));
  const here = alive(c, tools, id);
  if (!here) return toLogin(c, tools, id);
  const visit: pages.Visit = {
    session: id,
    user: here.user.username,
    mayTransact: here.user.trouble !== 'no-permission',
    changed: tools.shows(c, 'layout-changed'),
  };
  if (pageId === PAGE.home) return c.html(pages.homePage(visit));
  if (pageId === PAGE.profile) return c.html(pages.profilePage(visit, here.user.scope ?? []));
  if (!visit.mayTransact) return c.html(pages.messagePage(visit, NOT_AUTHORIZED_PAGE));
  const listed = tools.asListed(c);
  if (pageId === PAGE.search) return c.html(searched(listed, visit, here.user, items));
  const filing = showFiling(listed, pageId, items, visit, here.user);
  if (filing) return c.html(filing);
  if (pageId !== PAGE.report) return c.html(pages.messagePage(visit, `Page ${pageId} does not exist.`), 404);
  const { P93_AD_CODE: adCode = '', P93_SERIAL: serial = '', P93_YEAR: year = '' } = items;
  const exp = lookUp(listed, here.user, { adCode, serial, year });
  return c.html(typeof exp === 'string' ? pages.messagePage(visit, exp) : pages.reportPage(visit, exp));
}

function searched(tools: PortalTools, visit: pages.Visit, user: User, items: Record<string, string>) {
  const { P92_AD_CODE: adCode = '', P92_SERIAL: serial = '', P92_YEAR: year = '' } = items;
  const search = { adCode, serial, year };
  if (!adCode && !serial && !year) return pages.searchPage(visit, search, undefined);
  const found = lookUp(tools, user, search);
  const result = typeof found === 'string' ? found : found.status;
  tools.note({ kind: 'lookup', user: user.username, key: expNumber(search), result });
  return pages.searchPage(visit, search, found);
}

async function accept(c: Context, tools: PortalTools): Promise<Response> {
  const body = await submitted(c);
  const id = body['p_instance'];
  switch (body['p_flow_step_id']) {
    case PAGE.login:
      return logIn(c, tools, body);
    case PAGE.otp:
      return body['P102_OTP'] === OTP_ANSWER
        ? signIn(c, tools, 'otp')
        : c.redirect(urlOf(PAGE.otp, id ?? '', { P102_MESSAGE: 'The code is not right.' }));
    case PAGE.password:
      return c.redirect(urlOf(PAGE.password, id ?? ''));
    case PAGE.search: {
      if (!alive(c, tools, id)) return toLogin(c, tools, id);
      const { P92_AD_CODE = '', P92_SERIAL = '', P92_YEAR = '' } = body;
      return c.redirect(urlOf(PAGE.search, id ?? '', { P92_AD_CODE, P92_SERIAL, P92_YEAR }));
    }
    default: {
      const here = alive(c, tools, id);
      if (!here) return toLogin(c, tools, id);
      return acceptFiling(c, tools, { body, user: here.user }) ?? c.text('Bad request', 400);
    }
  }
}

function logIn(c: Context, tools: PortalTools, body: Record<string, string | undefined>): Response {
  const { P101_USERNAME: username = '', P101_PASSWORD: password = '', P101_CAPTCHA: captcha } = body;
  const fresh = sessionId();
  const refuse = (words: string, result: string): Response => {
    tools.note({ kind: 'login-refused', user: username, result });
    const captchaAgain: Record<string, string> = result === 'captcha' ? { P101_CAPTCHA: 'Y' } : {};
    return c.redirect(urlOf(PAGE.login, fresh, { P101_MESSAGE: words, ...captchaAgain }));
  };
  if (captcha !== undefined && captcha !== pages.CAPTCHA_ANSWER) {
    return refuse('The characters do not match the picture.', 'captcha');
  }
  const check = tools.users.check(username, password);
  if (check.result !== 'ok') return refuse(check.result === 'locked' ? LOCKED : INVALID, check.result);
  if (check.user.trouble === 'expired-password') return c.redirect(urlOf(PAGE.password, fresh));
  if (check.user.trouble === 'otp') return c.redirect(urlOf(PAGE.otp, fresh));
  return signIn(c, tools, username);
}

function signIn(c: Context, tools: PortalTools, username: string): Response {
  const session = tools.sessions.open(username);
  setCookie(c, COOKIE, session.cookie, { path: '/bb-exp/ords', httpOnly: true });
  tools.note({ kind: 'login', user: username });
  return c.redirect(urlOf(PAGE.home, session.id));
}

async function printReport(c: Context, tools: PortalTools): Promise<Response> {
  const { p_instance: id, p_ad_code: adCode = '', p_serial: serial = '', p_year: year = '' } = c.req.query();
  const here = alive(c, tools, id);
  if (!here) return toLogin(c, tools, id);
  const exp = lookUp(tools.asListed(c), here.user, { adCode, serial, year });
  if (typeof exp === 'string') return c.text(exp, 404);
  tools.note({ kind: 'download', user: here.user.username, key: expNumber(exp) });
  const bytes = await expForm(exp);
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'content-type': 'application/pdf' });
}

function mountLogout(app: Hono, tools: PortalTools): void {
  app.get('/ords/logout', (c) => {
    const here = alive(c, tools, c.req.query('p_session'));
    if (here) {
      tools.sessions.drop(here.session.id);
      tools.note({ kind: 'logout', user: here.user.username });
    }
    return c.redirect(urlOf(PAGE.login, sessionId(), { P101_MESSAGE: 'You have logged out.' }));
  });
}
