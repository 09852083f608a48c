/** A lien bank's cash incentive desk, as a sandbox: claims by scheme and EXP, calculated and submitted in steps. */
import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { cookieLogin, usualUsers, type CookieSession } from '#tests/sandbox/framework/form-login.ts';
import { pairsPdf } from '#tests/sandbox/framework/pdf.ts';
import type { PortalTools, SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import type { User } from '#tests/sandbox/framework/users.ts';
import { findScheme, newClaimNo, type Claim, type Items, type SchemeCode } from './claims.ts';
import * as pages from './pages.ts';
import { calculate, refusalOfClaim, refusalOfStep, type DeskSettings } from './rules.ts';
import { seededClaims } from './seed.ts';

const COOKIE = 'INCENTIVE_DESK';
const SETTINGS = 'settings';

const routes: readonly [RegExp, string][] = [
  [/\/login$/, 'login'],
  [/\/otp$/, 'otp'],
  [/\/logout$/, 'logout'],
  [/\/claims$/, 'claims'],
  [/\/claims\/[^/]+\.pdf$/, 'claim-pdf'],
  [/\/claims\/[^/]+$/, 'claim'],
];

/** A desk of one bank, with users, sessions and claims of its own. */
function incentiveDesk({ key, title, hosts }: Pick<SandboxPortal, 'key' | 'title' | 'hosts'>): SandboxPortal {
  const login = cookieLogin({
    key,
    title: 'Cash incentive desk',
    cookie: COOKIE,
    home: `/${key}/claims`,
    nameLabel: 'User ID',
  });
  return {
    key,
    title,
    ...(hosts ? { hosts } : {}),
    code: '123456',
    users: usualUsers(),
    idleMinutes: 20,
    fileRoutes: ['claim-pdf'],
    routeOf: async (c) => {
      const isPost = c.req.method === 'POST';
      // All steps of a new claim have one address.
      if (c.req.path.endsWith('/claims/new')) return isPost ? `${(await fieldsOf(c))['step']}.submit` : 'new';
      const route = routes.find(([path]) => path.test(c.req.path))?.[1] ?? 'other';
      return isPost ? `${route}.submit` : route;
    },
    isFiling: (c) => c.get('route') === 'submit.submit',
    sessionIdOf: (c) => getCookie(c, COOKIE),
    mount: (app, tools) => {
      login.mount(app, tools);
      mountClaims(app, tools, { login, root: `/${key}` });
    },
  };
}

export const bankCi = incentiveDesk({ key: 'bank-ci', title: 'Lien bank: cash incentive desk' });

/** The desk of another bank, on a host of its own. */
export const deltaBank = incentiveDesk({
  key: 'bank-ci-delta',
  title: 'Delta Bank: cash incentive desk',
  hosts: { address: 'desk.delta-bank.localhost', others: [] },
});

async function fieldsOf(c: Context): Promise<Record<string, string>> {
  const fields = Object.entries(await c.req.parseBody());
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  );
}

const settingsOf = (tools: PortalTools): DeskSettings => tools.records()[SETTINGS] ?? {};

function claimsOf(tools: PortalTools, { username }: User): Claim[] {
  const filed = Object.entries(tools.records()).filter(([key]) => key !== SETTINGS);
  return [...seededClaims, ...filed.map(([, claim]) => claim as Claim)].filter(
    ({ account }) => account === username,
  );
}

type Handler = (c: Context, user: User, visit: pages.Visit) => Response | Promise<Response>;

function mountClaims(
  app: Hono,
  tools: PortalTools,
  { login, root }: { login: CookieSession; root: string },
): void {
  const behindLogin =
    (show: Handler) =>
    (c: Context): Response | Promise<Response> => {
      const user = login.user(c, tools);
      if (!user) return login.refuse(c, tools);
      const mayClaim = user.trouble !== 'no-permission';
      if (!mayClaim) return c.html(pages.frame({ root, mayClaim }, html`<h1>Welcome</h1>`));
      return show(c, user, { root, mayClaim, changed: tools.shows(c, 'layout-changed') });
    };

  app.get(
    '/claims',
    behindLogin((c, user, visit) => {
      const exp = (c.req.query('exp') ?? '').trim();
      const found = claimsOf(tools.asListed(c), user).filter(
        ({ items }) => exp === '' || items['expNo'] === exp,
      );
      if (exp) tools.note({ kind: 'lookup', user: user.username, key: exp, result: String(found.length) });
      return c.html(pages.listPage(visit, found, exp));
    }),
  );
  app.get(
    '/claims/new',
    behindLogin((c, _user, visit) => c.html(pages.schemePage(visit, { scheme: '', items: {}, words: '' }))),
  );
  app.post(
    '/claims/new',
    behindLogin((c, user, visit) => takeStep(c, tools, user, visit)),
  );
  app.get(
    '/claims/:no',
    behindLogin(async (c, user, visit) => {
      const [, no, isPdf] = /^(.+?)(\.pdf)?$/.exec(c.req.param('no') ?? '') ?? [];
      const claim = claimsOf(tools.asListed(c), user).find((candidate) => candidate.no === no);
      if (!claim) return c.html(pages.frame(visit, pages.alertBox('No such claim.')), 404);
      if (!isPdf) return c.html(pages.claimPage(visit, claim, c.req.query('submitted') === '1'));
      tools.note({ kind: 'download', user: user.username, key: claim.no });
      const facts = pages.factsOf(claim).map(([label, value]) => [label, latin(value)] as const);
      const bytes = await pairsPdf(`Cash incentive claim ${claim.no}`, facts, claim.day);
      return c.body(bytes, 200, { 'content-type': 'application/pdf' });
    }),
  );
}

/** The plain PDF supports no other characters. */
const latin = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

async function takeStep(c: Context, tools: PortalTools, user: User, visit: pages.Visit): Promise<Response> {
  const { step = '', scheme: code = '', ...items } = await fieldsOf(c);
  const scheme = findScheme(code)?.code;
  if (!scheme)
    return c.html(pages.schemePage(visit, { scheme: '', items, words: 'Scheme must not be empty.' }));
  const show = (form: 'shipment' | 'certificates', words = '') =>
    c.html(pages.itemsPage(visit, form, { scheme, items, words }));
  if (step === 'scheme') return show('shipment');
  const badShipment = refusalOfStep('shipment', items);
  if (badShipment) return show('shipment', badShipment);
  if (step === 'shipment') return show('certificates');
  // No await from here to the commit, so that no other request can come between the check and the write.
  const claims = claimsOf(tools, user);
  const asked = { scheme, items, claims, today: tools.now() };
  const refusal = refusalOfStep('certificates', items) ?? refusalOfClaim(asked);
  if (refusal) return show('certificates', refusal);
  const calculation = calculate(scheme, items, settingsOf(tools));
  if (!calculation)
    return show('certificates', `No incentive is announced for shipments of ${items['blDate']}.`);
  if (step !== 'submit')
    return c.html(pages.calculationPage(visit, { scheme, items, words: '' }, calculation));
  return submit(c, tools, { root: visit.root, user, scheme, items, calculation });
}

/** Accepts any number of claims for one EXP: the adapter is responsible for filing only one. */
function submit(
  c: Context,
  tools: PortalTools,
  given: { root: string; user: User; scheme: SchemeCode; items: Items; calculation: Claim['calculation'] },
): Response {
  const { root, user, scheme, items, calculation } = given;
  const expNo = items['expNo'] ?? '';
  const claim: Claim = {
    no: newClaimNo(scheme, expNo, claimsOf(tools, user)),
    account: user.username,
    scheme,
    items,
    calculation,
    day: tools.now().toISOString().slice(0, 10),
    status: 'Submitted',
  };
  tools.commit(
    c,
    `${user.username}:${claim.no}`,
    claim,
    user.username,
    `${user.username}|${scheme}|${expNo}`,
  );
  return c.redirect(`${root}/claims/${claim.no}?submitted=1`, 303);
}
