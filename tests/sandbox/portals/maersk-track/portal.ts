/**
 * The carrier's tracking, as a sandbox: a public page that requests the shipment as JSON and draws it by script, and the
 * official interface with the same shipments.
 */
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { page } from '#tests/sandbox/framework/html.ts';
import type { SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { answerEvents } from './events.ts';
import { findTracking } from './seed.ts';

/** Draws the JSON; the number comes from the address. */
const script = raw(`<script>
(async () => {
  const number = location.pathname.split('/').pop();
  const answer = await fetch(location.pathname.replace('/tracking/', '/api/tracking/'));
  const box = document.getElementById('result');
  if (answer.status === 404) { box.innerHTML = '<p role="alert" class="alert">No results found for ' + number + '</p>'; return; }
  if (!answer.ok) { box.innerHTML = '<p role="alert" class="alert">Something went wrong. Please try again later.</p>'; return; }
  const shipment = await answer.json();
  const rows = shipment.containers.flatMap((container) => container.locations.flatMap((place) => place.events.map((event) =>
    [container.container_num, place.city, event.activity, event.event_time, event.event_time_type, event.vessel_name])));
  const table = document.createElement('table');
  table.id = 'events';
  for (const cells of rows) {
    const line = table.insertRow();
    for (const cell of cells) line.insertCell().textContent = cell;
  }
  box.replaceChildren(table);
})();
</script>`);

export const maerskTrack: SandboxPortal = {
  key: 'maersk-track',
  title: 'Carrier: track a shipment',
  users: [],
  idleMinutes: 20,
  fileRoutes: [],
  routeOf: (c) => {
    if (c.req.path.endsWith('/track-and-trace-private/events')) return 'events';
    if (c.req.path.includes('/api/tracking/')) return 'api';
    return c.req.path.includes('/tracking/') ? 'tracking' : 'other';
  },
  sessionIdOf: () => undefined,
  mount: (app, tools) => {
    app.get('/', (c) => c.redirect('/maersk-track/tracking/MRKU5295187'));
    app.get('/tracking/:number', (c) => {
      const number = c.req.param('number');
      const body = html`<h1>Tracking ${number}</h1>
        <div id="result">Loading …</div>`;
      return c.html(page('Tracking', body, script));
    });
    app.get('/track-and-trace-private/events', (c) => answerEvents(c, tools));
    app.get('/api/tracking/:number', (c: Context) => {
      const number = (c.req.param('number') ?? '').toUpperCase();
      const tracking = findTracking(number);
      tools.note({ kind: 'lookup', user: '', key: number, result: tracking ? 'found' : 'none' });
      if (!tracking) return c.json({ error: 'No results found' }, 404);
      return c.json(tools.shows(c, 'layout-changed') ? { shipment: tracking } : tracking);
    });
  },
};
