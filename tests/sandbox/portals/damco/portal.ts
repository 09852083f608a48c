/** The forwarder's portal, as a sandbox: ADFS login, and two applications inside a frame. */
import type { PortalTools, SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { usualUsers } from '#tests/sandbox/framework/form-login.ts';
import { mountBookings } from './bookings.ts';
import { mountDocuments } from './documents.ts';
import { hosts } from './hosts.ts';
import { applicationsPage, type Guard } from './pages.ts';
import { mountReceipts } from './receipts.ts';
import { frameSource, mountLogin, sessionIdOf, toLogin, userOf } from './signin.ts';

const NOT_PERMITTED = 'You are not permitted to see this page.';

/** Route names by path; `.submit` is appended for a POST. */
const routes: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^\/adfs\/ls$/, 'login'],
  [/^\/(otp|signin|sso|logout)$/, '$1'],
  [/^\/ShipperPortalWeb\/sso$/, 'booking-sso'],
  [/^\/Applications$/, 'home'],
  [/^\/Applications\/(shipper|documentmanagement)$/, '$1'],
  [/^\/ShipperPortalWeb\/SearchAction\.action$/, 'search-po'],
  [/^\/ShipperPortalWeb\/BookAction\.action$/, 'book'],
  [/^\/ShipperPortalWeb\/SaveAction\.action$/, 'save'],
  [/^\/ShipperPortalWeb\/SearchSOAction\.action$/, 'search-so'],
  [/^\/ShipperPortalWeb\/BookingAction\.action$/, 'booking'],
  [/^\/ShipperPortalWeb\/print\/.*$/, 'booking-pdf'],
  [/^\/ShipperPortalWeb\/FcrAction\.action$/, 'fcr'],
  [/^\/ShipperPortalWeb\/CreateFcrAction\.action$/, 'fcr-new'],
  [/^\/ShipperPortalWeb\/FcrDetailAction\.action$/, 'fcr-detail'],
  [/^\/ShipperPortalWeb\/fcr\/.*$/, 'fcr-pdf'],
  [/^\/DocumentManagement\/search$/, 'documents'],
  [/^\/DocumentManagement\/(upload|stage|confirm)$/, '$1'],
];

export const damco: SandboxPortal = {
  key: 'damco',
  title: 'Forwarder: bookings, cargo receipts, documents',
  hosts,
  code: '4321123456',
  users: usualUsers(),
  idleMinutes: 20,
  fileRoutes: ['booking-pdf', 'fcr-pdf'],
  routeOf: (c) => {
    const path = c.req.path.replace(/^\/damco/, '');
    const [pattern, name] = routes.find(([pattern]) => pattern.test(path)) ?? [/.*/s, 'other'];
    const route = path.replace(pattern, name);
    return c.req.method === 'POST' ? `${route}.submit` : route;
  },
  isFiling: (c) => ['save.submit', 'fcr-new.submit', 'confirm.submit'].includes(c.get('route')),
  sessionIdOf,
  mount: (app, tools) => {
    const guard = guardOf(tools);
    mountLogin(app, tools);
    app.get('/Applications', (c) => {
      const user = userOf(c, tools);
      if (!user) return toLogin(c, tools);
      return c.html(applicationsPage({ c, user, changed: tools.shows(c, 'layout-changed') }, ''));
    });
    app.get(
      '/Applications/shipper',
      guard((visit) =>
        visit.c.html(applicationsPage(visit, frameSource(visit.c, '/ShipperPortalWeb/SearchAction.action'))),
      ),
    );
    app.get(
      '/Applications/documentmanagement',
      guard((visit) =>
        visit.c.html(applicationsPage(visit, frameSource(visit.c, '/DocumentManagement/search'))),
      ),
    );
    mountBookings(app, tools, guard);
    mountReceipts(app, tools, guard);
    mountDocuments(app, tools, guard);
  },
};

function guardOf(tools: PortalTools): Guard {
  return (handler) => (c) => {
    const user = userOf(c, tools);
    if (!user) return toLogin(c, tools);
    if (user.trouble === 'no-permission') return c.text(NOT_PERMITTED, 403);
    return handler({ c, user, changed: tools.shows(c, 'layout-changed') });
  };
}
