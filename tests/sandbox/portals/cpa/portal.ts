/** Container look-up of Chattogram port, as a sandbox: a public form and a page with two tables. */
import { html } from 'hono/html';
import { factTable, page } from '#tests/sandbox/framework/html.ts';
import type { SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { findVisit, type Visit } from './seed.ts';

const RESULT = '/cpa/pcs/container/result';

export const cpa: SandboxPortal = {
  key: 'cpa',
  title: 'Chattogram Port: container location',
  users: [],
  idleMinutes: 20,
  fileRoutes: [],
  routeOf: (c) => {
    if (c.req.path.endsWith('/result')) return 'result';
    return c.req.path.endsWith('/container') ? 'form' : 'other';
  },
  sessionIdOf: () => undefined,
  mount: (app, tools) => {
    app.get('/', (c) => c.redirect('/cpa/pcs/container'));
    app.get('/pcs/container', (c) => c.html(formPage(tools.shows(c, 'layout-changed'))));
    app.post('/pcs/container/result', async (c) => {
      const { containerNo = '' } = await c.req.parseBody<Record<string, string>>();
      const container = containerNo.trim().toUpperCase();
      const visit = findVisit(container);
      tools.note({ kind: 'lookup', user: '', key: container, result: visit ? 'found' : 'none' });
      return c.html(visit ? resultPage(container, visit, tools.shows(c, 'layout-changed')) : emptyPage());
    });
  },
};

function formPage(changed: boolean) {
  const name = changed ? 'Unit' : 'Container No';
  return page(
    'Container Location',
    html`<h1>Container Location</h1>
      <form method="post" action="${RESULT}">
        <label for="${changed ? 'unit' : 'containerNo'}">${name}</label>
        <input id="${changed ? 'unit' : 'containerNo'}" name="containerNo" />
        <button type="submit">Search</button>
      </form>`,
  );
}

function resultPage(container: string, { location, details }: Visit, changed: boolean) {
  const pairs = Object.entries(details);
  return page(
    'Container Location',
    html`<h1>Container Location</h1>
      <table id="${changed ? 'unitTable' : 'locationTable'}">
        <thead>
          <tr>
            <th>Container No</th>
            <th>${changed ? 'Whereabouts' : 'Location Description'}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>${container}</td>
            <td>${location}</td>
          </tr>
        </tbody>
      </table>
      <h2>Detail Information</h2>
      ${factTable('detailTable', pairs)}
      <p><a href="/cpa/pcs/container">Back</a></p>`,
  );
}

function emptyPage() {
  return page(
    'Container Location',
    html`<h1>Container Location</h1>
      <p class="alert" role="alert">NO CONTAINER FOUND</p>
      <p><a href="/cpa/pcs/container">Back</a></p>`,
  );
}
