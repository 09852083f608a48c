/** Puts portals, faults, clock and control API together into one app. */
import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { controlRoutes } from './control.ts';
import { faultyAnswer, takeFault, type Fault } from './faults.ts';
import { page } from './html.ts';
import type { PortalTools, SandboxPortal } from './portal.ts';
import { createSessions } from './sessions.ts';
import { emptyPortalState, type PortalState, type Store } from './store.ts';
import { createUsers } from './users.ts';

declare module 'hono' {
  interface ContextVariableMap {
    route: string;
    committed: boolean;
  }
}

export function createSandbox(portals: readonly SandboxPortal[], store: Store): Hono {
  const app = new Hono();
  app.get('/', (c) => c.html(indexPage(portals)));
  app.route('/__control', controlRoutes(portals, store));
  for (const portal of portals) app.route(`/${portal.key}`, portalRoutes(portal, store));
  return app;
}

function portalRoutes(portal: SandboxPortal, store: Store): Hono {
  const app = new Hono();
  const tools = portalTools(portal, store);
  const requestOf = (c: Context) => ({
    portal: portal.key,
    route: c.get('route'),
    isFile: portal.fileRoutes.includes(c.get('route')),
  });
  app.use('*', async (c, next) => {
    c.set('route', await portal.routeOf(c));
    const before = takeFault(store.state.faults, requestOf(c), { afterCommit: false });
    const spoilt = before && (await strike(c, before));
    store.changed();
    if (spoilt) return spoilt;
    await next();
    if (!c.get('committed')) return undefined;
    const after = takeFault(store.state.faults, requestOf(c), { afterCommit: true });
    const lost = after && (await strike(c, after));
    if (lost) c.res = lost;
    return undefined;
  });
  portal.mount(app, {
    ...tools,
    shows: (c, kind) => takeFault(store.state.faults, requestOf(c), { shown: kind }) !== undefined,
  });
  return app;

  async function strike(c: Context, fault: Fault): Promise<Response | undefined> {
    if (fault.kind === 'session-drop') tools.sessions.drop(await portal.sessionIdOf(c));
    return faultyAnswer(c, fault);
  }
}

export function portalTools(portal: SandboxPortal, store: Store): Omit<PortalTools, 'shows'> {
  // Read anew each time: a seed replaces the whole object.
  const state = (): PortalState => (store.state.portals[portal.key] ??= emptyPortalState());
  const nowMs = (): number => Date.now() + store.state.clockOffsetMs;
  const at = (): string => new Date(nowMs()).toISOString();
  return {
    now: () => new Date(nowMs()),
    users: createUsers(portal.users, state, nowMs),
    sessions: createSessions(state, nowMs, portal.idleMinutes),
    records: () => state().records,
    note: (entry) => store.append({ at: at(), portal: portal.key, ...entry }),
    commit: (c, key, record, user, naturalKey = key) => {
      state().records[key] = record;
      store.append({ at: at(), portal: portal.key, kind: 'commit', user, key: naturalKey });
      for (const fault of store.state.faults) if (fault.portal === portal.key) fault.fromCommit = false;
      store.saveNow();
      c.set('committed', true);
    },
  };
}

function indexPage(portals: readonly SandboxPortal[]) {
  return page(
    'SANDBOX',
    html`<h1>SANDBOX</h1>
      <p>Invented portals with invented data, for development and tests. None of them is real.</p>
      <ul>
        ${portals.map((portal) => html`<li><a href="/${portal.key}/">${portal.title}</a></li>`)}
      </ul>`,
  );
}
