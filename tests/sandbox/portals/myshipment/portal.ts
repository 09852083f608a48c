/** MyShipment, as a sandbox: login, a search by six kinds of numbers, a list, and the milestones of each shipment. */
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { cookieLogin, usualUsers } from '#tests/sandbox/framework/form-login.ts';
import { factTable, page, type Html } from '#tests/sandbox/framework/html.ts';
import type { SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { findShipment, searchShipments, type Shipment } from './seed.ts';

const COOKIE = 'MYSHIP_SESSION';
const types = ['HBL', 'MBL', 'PO', 'SO', 'CONTAINER', 'INVOICE'];
const login = cookieLogin({
  key: 'myshipment',
  title: 'MyShipment',
  cookie: COOKIE,
  home: '/myshipment/track',
});

export const myshipment: SandboxPortal = {
  key: 'myshipment',
  title: 'MyShipment: shipment visibility',
  code: '123456',
  users: usualUsers(),
  idleMinutes: 20,
  fileRoutes: [],
  routeOf: (c) => {
    const route = /\/myshipment\/(login|otp|logout|track|shipment)/.exec(c.req.path)?.[1] ?? 'other';
    return c.req.method === 'POST' ? `${route}.submit` : route;
  },
  sessionIdOf: (c) => getCookie(c, COOKIE),
  mount: (app, tools) => {
    login.mount(app, tools);
    app.get('/track', (c) => {
      const user = login.user(c, tools);
      if (!user) return login.refuse(c, tools);
      const { type = '', q = '' } = c.req.query();
      const changed = tools.shows(c, 'layout-changed');
      if (user.trouble === 'no-permission')
        return c.html(frame(html`<p class="alert" role="alert">You have no permission to track.</p>`));
      if (!q) return c.html(frame(searchForm(changed)));
      const found = searchShipments(type, q.trim().toUpperCase());
      tools.note({ kind: 'lookup', user: user.username, key: `${type} ${q}`, result: String(found.length) });
      return c.html(frame(html`${searchForm(changed)}${results(found, changed)}`));
    });
    app.get('/shipment/:so', (c) => {
      if (!login.user(c, tools)) return login.refuse(c, tools);
      const shipment = findShipment(c.req.param('so'));
      if (!shipment) return c.html(frame(html`<p class="alert" role="alert">Shipment not found.</p>`), 404);
      return c.html(frame(shipmentPage(shipment, tools.shows(c, 'layout-changed'))));
    });
  },
};

function frame(body: Html) {
  return page(
    'MyShipment',
    html`<nav><a href="/myshipment/track">Track</a><a href="/myshipment/logout">Log out</a></nav>
      ${body}`,
  );
}

function searchForm(changed: boolean) {
  return html`<h1>Track</h1>
    <form method="get" action="/myshipment/track">
      <label for="type">${changed ? 'Kind' : 'Search by'}</label>
      <select id="${changed ? 'kind' : 'type'}" name="type">
        ${types.map((type) => html`<option value="${type}">${type}</option>`)}
      </select>
      <label for="q">${changed ? 'Text' : 'Number'}</label>
      <input id="${changed ? 'text' : 'q'}" name="q" />
      <button type="submit">Search</button>
    </form>`;
}

function results(found: Shipment[], changed: boolean) {
  if (found.length === 0) return html`<p class="alert" role="alert">No shipment found.</p>`;
  return html`<table id="${changed ? 'list' : 'shipments'}">
    <thead>
      <tr>
        <th>SO</th>
        <th>PO</th>
        <th>HBL</th>
      </tr>
    </thead>
    <tbody>
      ${found.map(
        ({ so, po, hbl }) =>
          html`<tr>
            <td><a href="/myshipment/shipment/${so}">${so}</a></td>
            <td>${po}</td>
            <td>${hbl}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function shipmentPage(shipment: Shipment, changed: boolean) {
  const facts: [string, string][] = [
    ['SO', shipment.so],
    ['HBL', shipment.hbl],
    ['MBL', shipment.mbl],
    ['PO', shipment.po],
    ['Shipper', shipment.shipper],
    ['Buyer', shipment.buyer],
    ['Cartons', shipment.cartons],
    ['CBM', shipment.cbm],
    ['Gross Weight', shipment.grossWeight],
    ['T/S Port', shipment.transshipment],
    ['Feeder Vessel', shipment.feeder],
    ['Mother Vessel', shipment.mother],
    ['Container', shipment.container],
  ];
  return html`<h1>Shipment ${shipment.so}</h1>
    ${factTable(changed ? 'facts2' : 'facts', facts)}
    <h2>Milestones</h2>
    <table id="milestones">
      <thead>
        <tr>
          <th>Milestone</th>
          <th>Date</th>
          <th>Place</th>
          <th>Status</th>
        </tr>
      </thead>
      <tbody>
        ${shipment.milestones.map(
          ({ name, date, place, done }) =>
            html`<tr>
              <td>${name}</td>
              <td>${date}</td>
              <td>${place}</td>
              <td>${done ? 'Done' : 'Planned'}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
