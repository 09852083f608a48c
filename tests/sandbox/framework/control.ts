/** The control API, outside every portal's own addresses: faults, clock, seed, journal and state. */
import { Hono } from 'hono';
import { z } from 'zod';
import { faultBody } from './faults.ts';
import type { SandboxPortal } from './portal.ts';
import { forgetPractice } from './practice.ts';
import { emptyPortalState, type Store } from './store.ts';

const JOURNAL_PAGE_MAX = 50_000;

export const clockBody = z.union([
  z.object({ advanceMs: z.number().int() }),
  z.object({ now: z.iso.datetime() }),
  z.object({ reset: z.literal(true) }),
]);
const seedBody = z.object({
  portal: z.string().optional(),
  /** Records that differ from the portal's own seed. */
  records: z.record(z.string(), z.unknown()).default({}),
  settings: z.object({ singleSession: z.boolean().default(false) }).default({ singleSession: false }),
});

export function moveClock(state: { clockOffsetMs: number }, change: z.infer<typeof clockBody>): void {
  if ('advanceMs' in change) state.clockOffsetMs += change.advanceMs;
  else state.clockOffsetMs = 'now' in change ? Date.parse(change.now) - Date.now() : 0;
}

export function controlRoutes(portals: readonly SandboxPortal[], store: Store): Hono {
  const app = new Hono();
  const { state } = store;
  app.onError((error, c) => c.json({ error: error.message }, 400));

  app.post('/faults', async (c) => {
    const fault = faultBody.parse(await c.req.json());
    if (!portals.some((portal) => portal.key === fault.portal))
      throw new Error(`No portal "${fault.portal}".`);
    state.faults.push(fault);
    store.saveNow();
    return c.json(fault, 201);
  });
  app.delete('/faults', (c) => {
    const kind = c.req.query('kind');
    const kept = state.faults.filter((fault) => kind !== undefined && fault.kind !== kind);
    state.faults.splice(0, state.faults.length, ...kept);
    store.holds.releaseAll(kind);
    store.saveNow();
    return c.body(null, 204);
  });

  app.post('/clock', async (c) => {
    const change = clockBody.parse(await c.req.json());
    moveClock(state, change);
    store.saveNow();
    return c.json({ now: new Date(Date.now() + state.clockOffsetMs).toISOString() });
  });

  /**
   * Resets the portals to their first day: no session, failed try, changed record, journal entry or fault, and real
   * time.
   */
  app.post('/seed', async (c) => {
    const body = seedBody.parse(await c.req.json().catch(() => ({})));
    for (const { key } of portals.filter((portal) => !body.portal || portal.key === body.portal)) {
      forgetPractice(state, key);
      // Each portal has records of its own, which it changes.
      const { records, settings } = structuredClone({ records: body.records, settings: body.settings });
      state.portals[key] = { ...emptyPortalState(), records, settings };
    }
    state.faults.length = 0;
    state.clockOffsetMs = 0;
    store.clearJournal();
    // Held requests belong to sessions that are gone: they are refused now, and store nothing in the new state.
    store.holds.releaseAll();
    store.saveNow();
    return c.body(null, 204);
  });

  app.get('/journal', (c) => {
    const portal = c.req.query('portal');
    const entries = store.journal.filter((entry) => !portal || entry.portal === portal);
    return c.json({ entries: entries.slice(-JOURNAL_PAGE_MAX) });
  });
  app.get('/state', (c) =>
    c.json({
      ...state,
      now: new Date(Date.now() + state.clockOffsetMs).toISOString(),
      journalEntries: store.journal.length,
      held: store.holds.list(),
    }),
  );
  return app;
}
