/** The buyer's supplier portal, as a sandbox: sign-in in two steps, orders, packing lists; invoices are in `invoices.ts`. */
import type { Context, Hono } from 'hono';
import type { PortalTools, SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { usualUsers } from '#tests/sandbox/framework/form-login.ts';
import { allInvoices } from './book.ts';
import { packingListPdf } from './documents.ts';
import { at, hosts } from './hosts.ts';
import { mountInvoices, type Guard } from './invoices.ts';
import * as pages from './pages.ts';
import { findOrder, markets, orders } from './seed.ts';
import { mountSignIn, sessionIdOf, toSignIn, userOf } from './signin.ts';

const NOT_PERMITTED = 'You are not permitted to see this page.';

/** Route names by path; a route that files is named after its page. */
const routes: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^\/signin\/(password|code)$/, '$1'],
  [/^\/(signin|sso|signout|home|orders|invoices)$/, '$1'],
  [/^\/orders\/[^/]+\/packing-lists$/, 'packing-lists'],
  [/^\/orders\/[^/]+\/packing-lists\/[^/]+\.pdf$/, 'packing-list-pdf'],
  [/^\/orders\/[^/]+\/packing-lists\/[^/]+$/, 'packing-list'],
  [/^\/invoices\/new$/, 'new'],
  [/^\/invoices\/[^/]+\.(pdf|xml)$/, 'invoice-$1'],
  [/^\/invoices\/[^/]+\/(lines|validate|submit|correct)$/, '$1'],
  [/^\/invoices\/[^/]+$/, 'invoice'],
];

export const hm: SandboxPortal = {
  key: 'hm',
  title: 'Supplier portal of a buyer: orders, e-invoices, packing lists',
  hosts,
  code: '123456',
  users: usualUsers(),
  idleMinutes: 15,
  fileRoutes: ['invoice-pdf', 'invoice-xml', 'packing-list-pdf'],
  routeOf: (c) => {
    const path = c.req.path.replace(/^\/hm/, '');
    const [pattern, name] = routes.find(([pattern]) => pattern.test(path)) ?? [/.*/s, 'other'];
    const route = path.replace(pattern, name);
    return c.req.method === 'POST' ? `${route}.submit` : route;
  },
  isFiling: (c) => ['submit.submit', 'correct.submit'].includes(c.get('route')),
  sessionIdOf,
  mount: (app, tools) => {
    const guard = guardOf(tools);
    app.get('/', (c) => c.redirect(at(c, '/signin')));
    mountSignIn(app, tools);
    app.get('/home', (c) => {
      const user = userOf(c, tools);
      if (!user) return toSignIn(c, tools);
      const mayWork = user.trouble !== 'no-permission';
      return c.html(pages.homePage({ mayWork, changed: tools.shows(c, 'layout-changed') }));
    });
    mountOrders(app, tools, guard);
    mountInvoices(app, tools, guard);
  },
};

function guardOf(tools: PortalTools): Guard {
  return (handler) => (c: Context) => {
    const user = userOf(c, tools);
    if (!user) return toSignIn(c, tools);
    if (user.trouble === 'no-permission') return c.text(NOT_PERMITTED, 403);
    return handler(c, user, { mayWork: true, changed: tools.shows(c, 'layout-changed') });
  };
}

function mountOrders(app: Hono, tools: PortalTools, guard: Guard): void {
  app.get(
    '/orders',
    guard((c, user, visit) => {
      const searched = c.req.query('order_no');
      if (searched === undefined) return c.html(pages.ordersPage(visit, '', undefined));
      const order = findOrder(searched);
      tools.note({ kind: 'lookup', user: user.username, key: searched, result: order?.status ?? 'none' });
      return c.html(pages.ordersPage(visit, searched, searched === '' ? orders : order ? [order] : []));
    }),
  );
  app.get(
    '/orders/:no/packing-lists',
    guard((c, _user, visit) => {
      const order = findOrder(c.req.param('no') ?? '');
      if (!order) return c.text('No orders found.', 404);
      const { market = '', invoice_no: invoiceNo = '' } = c.req.query();
      const listed = tools.asListed(c);
      const lists = markets
        .map(({ code }) => ({
          market: code,
          invoiceNo: invoiceOf(listed, order.no, code),
          isReleased: !order.unreleased.includes(code),
        }))
        .filter((list) => market === '' || list.market === market)
        .filter((list) => invoiceNo === '' || list.invoiceNo === invoiceNo);
      return c.html(pages.packingListsPage(visit, order, { market, invoiceNo, lists }));
    }),
  );
  app.get(
    '/orders/:no/packing-lists/:market',
    guard(async (c, user, visit) => {
      const [, market = '', isPdf] = /^(.+?)(\.pdf)?$/.exec(c.req.param('market') ?? '') ?? [];
      const order = findOrder(c.req.param('no') ?? '');
      if (!order || !markets.some(({ code }) => code === market) || order.unreleased.includes(market))
        return c.text('No packing lists found.', 404);
      if (!isPdf) return c.html(pages.packingListPage(visit, order, market));
      tools.note({ kind: 'download', user: user.username, key: `${order.no} ${market}` });
      return c.body(await packingListPdf(order, market), 200, { 'content-type': 'application/pdf' });
    }),
  );
}

/** The latest invoice that contains the market's goods. */
function invoiceOf(tools: PortalTools, orderNo: string, market: string): string {
  const found = allInvoices(tools).findLast(
    (invoice) =>
      invoice.orderNo === orderNo &&
      invoice.status !== 'DRAFT' &&
      invoice.lines.some((line) => line.market === market),
  );
  return found?.no ?? '';
}
