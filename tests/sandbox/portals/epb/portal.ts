/** EPB export tracker, as a sandbox: login by e-mail with a form token, SOO records with two PDFs each, receipts. */
import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { cookieLogin, usualUsers } from '#tests/sandbox/framework/form-login.ts';
import type { Html } from '#tests/sandbox/framework/html.ts';
import { pairsPdf } from '#tests/sandbox/framework/pdf.ts';
import type { PortalTools, SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import type { User } from '#tests/sandbox/framework/users.ts';
import * as pages from './pages.ts';
import { refusalOf, refusalOfFiles } from './rules.ts';
import { allRecords, countries, newRecordId, type Soo } from './seed.ts';

const COOKIE = 'EPB_SESSION';
const TOKEN_COOKIE = 'EPB_TOKEN';
const TOKEN_FIELD = '_token';
const RECEIPT_DAY = '2026-06-30';

const login = cookieLogin({
  key: 'epb',
  title: 'EPB Export Tracker',
  cookie: COOKIE,
  home: '/epb/rex/soo',
  nameLabel: 'E-mail',
  hidden: tokenField,
});

const routes: readonly [RegExp, string][] = [
  [/\/login$/, 'login'],
  [/\/otp$/, 'otp'],
  [/\/logout$/, 'logout'],
  [/\/rex\/soo$/, 'list'],
  [/\/rex\/soo\/create$/, 'create'],
  [/\/receipt\.pdf$/, 'receipt'],
  [/\/rex\/soo\/[^/]+$/, 'record'],
  [/\/rex\/importers$/, 'importers'],
];

export const epb: SandboxPortal = {
  key: 'epb',
  title: 'EPB: export tracker, REX / SOO',
  // The part of the address before the @ is accepted too.
  code: '123456',
  users: usualUsers().flatMap((user) => [user, { ...user, username: `${user.username}@exporter.test` }]),
  idleMinutes: 30,
  fileRoutes: ['receipt'],
  routeOf: (c) => {
    const route = routes.find(([path]) => path.test(c.req.path))?.[1] ?? 'other';
    return c.req.method === 'POST' ? `${route}.submit` : route;
  },
  isFiling: (c) => c.get('route') === 'create.submit',
  sessionIdOf: (c) => getCookie(c, COOKIE),
  mount: (app, tools) => {
    app.use('*', async (c, next) => {
      if (c.req.method !== 'POST' || (await hasToken(c))) return next();
      return c.html(
        pages.frame({ mayFile: false }, pages.alertBox('This page has expired. Please reload.')),
        403,
      );
    });
    login.mount(app, tools);
    app.get('/countries.json', (c) => c.json(countries.map(({ id, code, name }) => ({ id, code, name }))));
    mountRecords(app, tools);
  },
};

/** The browser's token, which a form must send back. */
function tokenField(c: Context): Html {
  const token = getCookie(c, TOKEN_COOKIE) ?? randomUUID();
  setCookie(c, TOKEN_COOKIE, token, { path: '/epb', httpOnly: true });
  return html`<input type="hidden" name="${TOKEN_FIELD}" value="${token}" />`;
}

async function hasToken(c: Context): Promise<boolean> {
  const token = (await c.req.parseBody())[TOKEN_FIELD];
  return typeof token === 'string' && token === getCookie(c, TOKEN_COOKIE);
}

const companyOf = ({ username }: User): string => username.replace(/@.*$/, '');

function mountRecords(app: Hono, tools: PortalTools): void {
  type Page = (c: Context, user: User, visit: pages.Visit) => Response | Promise<Response>;
  const behindLogin =
    (show: Page) =>
    (c: Context): Response | Promise<Response> => {
      const user = login.user(c, tools);
      if (!user) return login.refuse(c, tools);
      const mayFile = user.trouble !== 'no-permission';
      if (!mayFile) return c.html(pages.frame({ mayFile }, html`<h1>Welcome</h1>`));
      return show(c, user, { mayFile, changed: tools.shows(c, 'layout-changed') });
    };
  const ownRecords = (c: Context, user: User): Soo[] =>
    allRecords(tools.asListed(c).records()).filter(({ company }) => company === companyOf(user));
  const ownRecord = (c: Context, user: User): Soo | undefined =>
    ownRecords(c, user).find(({ id }) => id === c.req.param('id'));

  app.get(
    '/rex/soo',
    behindLogin((c, user, visit) => {
      const invoice = (c.req.query('invoice') ?? '').trim();
      const found = ownRecords(c, user).filter(({ invoiceNo }) =>
        invoiceNo.toUpperCase().includes(invoice.toUpperCase()),
      );
      if (invoice)
        tools.note({ kind: 'lookup', user: user.username, key: invoice, result: String(found.length) });
      return c.html(pages.listPage(visit, found, invoice));
    }),
  );
  app.get(
    '/rex/soo/create',
    behindLogin((c, _, visit) => c.html(pages.createPage(visit, tokenField(c), {}, ''))),
  );
  app.post(
    '/rex/soo/create',
    behindLogin((c, user, visit) => fileSoo(c, tools, user, visit)),
  );
  app.get(
    '/rex/soo/:id',
    behindLogin((c, user, visit) => {
      const soo = ownRecord(c, user);
      if (!soo) return c.html(pages.frame(visit, pages.alertBox('No such record.')), 404);
      return c.html(pages.recordPage(visit, soo, c.req.query('recorded') === '1'));
    }),
  );
  app.get(
    '/rex/soo/:id/receipt.pdf',
    behindLogin(async (c, user, visit) => {
      const soo = ownRecord(c, user);
      if (!soo) return c.html(pages.frame(visit, pages.alertBox('No such record.')), 404);
      tools.note({ kind: 'download', user: user.username, key: soo.id });
      const bytes = await pairsPdf(`Receipt ${soo.id}`, pages.factsOf(soo), RECEIPT_DAY);
      return c.body(bytes, 200, { 'content-type': 'application/pdf' });
    }),
  );
  app.get(
    '/rex/importers',
    behindLogin((c, _, visit) => c.html(pages.importersPage(visit))),
  );
}

async function fileSoo(c: Context, tools: PortalTools, user: User, visit: pages.Visit): Promise<Response> {
  const body = await c.req.parseBody();
  const text = (name: string): string => {
    const value = body[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const file = (name: string): File | null => {
    const value = body[name];
    return value instanceof File ? value : null;
  };
  const invoicePdf = file('invoicePdf');
  const blPdf = file('blPdf');
  const given: Omit<Soo, 'id'> = {
    company: companyOf(user),
    importerId: text('importerId'),
    countryId: text('countryId'),
    blNo: text('blNo'),
    invoiceNo: text('invoiceNo'),
    value: text('value'),
    currency: text('currency'),
    invoiceDate: text('invoiceDate'),
    blDate: text('blDate'),
    hsCode: text('hsCode'),
    quantity: text('quantity'),
    unit: text('unit'),
    originCriterion: text('originCriterion'),
    rexNo: text('rexNo'),
    documents: [invoicePdf?.name ?? '', blPdf?.name ?? ''],
  };
  const uploads = [
    { label: 'Invoice PDF', file: invoicePdf },
    { label: 'B/L PDF', file: blPdf },
  ];
  const refusedFile = await refusalOfFiles(uploads);
  // No await from here to the commit: of two requests with the same invoice the second is refused.
  const records = allRecords(tools.records());
  const refusal = refusedFile ?? refusalOf(given, records);
  if (refusal) return c.html(pages.createPage(visit, tokenField(c), given, refusal));
  const soo: Soo = { id: newRecordId(given.invoiceNo, records), ...given };
  tools.commit(c, soo.id, soo, user.username, `${soo.company}|${soo.invoiceNo}|${soo.blNo}`);
  return c.redirect(`/epb/rex/soo/${soo.id}?recorded=1`, 303);
}
