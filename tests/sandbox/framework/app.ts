/** Combines portals, faults, clock and control API in one app. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { controlRoutes } from './control.ts';
import {
  cutConnection,
  endFreeze,
  faultyAnswer,
  freezeOf,
  isGone,
  isKind,
  rebuiltPage,
  spoilsAnswer,
  spoilsCommit,
  takeFault,
  type Fault,
  type FaultyRequest,
} from './faults.ts';
import { isServedHere } from './hosts.ts';
import { page } from './html.ts';
import { listedRecords, noteVisit, unlist, type Unlisted, type Viewer } from './listing.ts';
import type { PortalTools, SandboxPortal } from './portal.ts';
import { handledFor, recordsIn } from './practice.ts';
import { createSessions } from './sessions.ts';
import { emptyPortalState, type PortalState, type Store } from './store.ts';
import { createUsers } from './users.ts';

declare module 'hono' {
  interface ContextVariableMap {
    route: string;
    session: string | undefined;
    /** When the request arrived, on the sandbox's clock. */
    requestedAt: string;
    committed: boolean;
    /** The change that this request stored and that look-ups do not show yet. */
    unlisted: Unlisted | undefined;
  }
}

export function createSandbox(portals: readonly SandboxPortal[], store: Store): Hono {
  // A portal's address ends with a slash, as that of a host does.
  const app = new Hono({ strict: false });
  app.get('/', (c) => c.html(indexPage(portals)));
  app.route('/__control', controlRoutes(portals, store));
  for (const portal of portals) app.route(`/${portal.key}`, portalRoutes(portal, store));
  return app;
}

const requestOf = (portal: SandboxPortal, c: Context): FaultyRequest => ({
  portal: portal.key,
  route: c.get('route'),
  isFile: portal.fileRoutes.includes(c.get('route')),
});

const viewerOf = (c: Context): Viewer => ({ session: c.get('session'), url: new URL(c.req.url).href });

function portalRoutes(portal: SandboxPortal, store: Store): Hono {
  const app = new Hono();
  const { faults } = store.state;
  const tools = portalTools(portal, store);
  const wait = (c: Context, { kind }: Fault, ms: number): Promise<void> =>
    store.holds.wait({ portal: portal.key, route: c.get('route'), kind }, ms);

  app.use('*', async (c, next) => {
    if (!isServedHere(portal.hosts, c, c.req.path.slice(`/${portal.key}`.length)))
      return c.text('This host does not serve the page.', 404);
    c.set('requestedAt', tools.now().toISOString());
    if (c.req.method === 'POST' && !(await isRead(c))) return RESPONSE_ALREADY_SENT;
    c.set('route', await portal.routeOf(c));
    c.set('session', await portal.sessionIdOf(c));
    if (await isForgotten(c)) return RESPONSE_ALREADY_SENT;
    const before = takeFault(faults, requestOf(portal, c), spoilsAnswer);
    const spoilt = before && (await strike(c, before));
    store.changed();
    if (spoilt) return spoilt;
    const cut = await storeLate(c);
    noteVisit(stateOf(portal, store), viewerOf(c));
    await handledFor(stateOf(portal, store).sessions[c.get('session') ?? '']?.user, next);
    const lost = (await spoilCommit(c)) ?? cut;
    if (lost) c.res = lost;
    else await rebuild(c);
    return undefined;
  });
  portal.mount(app, tools);
  return app;

  /** Waits while the portal is frozen; true if the request only asked for a page and its client has disconnected. */
  async function isForgotten(c: Context): Promise<boolean> {
    const freeze = freezeOf(faults, requestOf(portal, c), Date.now());
    if (!freeze) return false;
    await wait(c, freeze.fault, freeze.untilMs - Date.now());
    endFreeze(faults, freeze.fault);
    return c.req.method !== 'POST' && isGone(c);
  }

  async function strike(c: Context, fault: Fault): Promise<Response | undefined> {
    if (fault.kind === 'session-drop') tools.sessions.drop(c.get('session'));
    return faultyAnswer(c, fault, (ms) => wait(c, fault, ms));
  }

  /**
   * Delays the storing of a filing, whether or not its client has disconnected; returns the answer if the connection
   * was cut.
   */
  async function storeLate(c: Context): Promise<Response | undefined> {
    if (!(await portal.isFiling?.(c))) return undefined;
    const fault = takeFault(faults, requestOf(portal, c), isKind('store-late'));
    if (!fault) return undefined;
    const cut = fault.drop ? cutConnection(c) : undefined;
    await wait(c, fault, fault.ms);
    return cut;
  }

  async function rebuild(c: Context): Promise<void> {
    if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
    for (const kind of [
      'renamed',
      'column-moved',
      'row-again',
      'link-posts',
      'refused-in-page',
      'paged',
    ] as const) {
      const fault = takeFault(faults, requestOf(portal, c), isKind(kind));
      if (fault) c.res = await rebuiltPage(c.res, fault, c.req.url);
    }
  }

  async function spoilCommit(c: Context): Promise<Response | undefined> {
    if (!c.get('committed')) return undefined;
    const fault = takeFault(faults, requestOf(portal, c), spoilsCommit);
    const lost = fault && (await strike(c, fault));
    if (!lost && !isGone(c)) noteAnswer(c);
    return lost;
  }
}

/**
 * Reads the whole request before anything waits, so that a client that disconnects later does not lose any of it; false
 * if the client had disconnected before.
 */
async function isRead(c: Context): Promise<boolean> {
  try {
    await c.req.parseBody();
    return true;
  } catch (error) {
    if (isGone(c)) return false;
    throw error;
  }
}

/** The answer to a filing either redirects to a page or is one. */
function noteAnswer(c: Context): void {
  const change = c.get('unlisted');
  const location = c.res.headers.get('location');
  if (!change) return;
  if (location === null) change.isAnswered = true;
  else change.answer = new URL(location, c.req.url).href;
}

/** Read again each time, because a seed replaces the whole object. */
const stateOf = ({ key }: SandboxPortal, { state }: Store): PortalState =>
  (state.portals[key] ??= emptyPortalState());

export function portalTools(portal: SandboxPortal, store: Store): PortalTools {
  const state = (): PortalState => stateOf(portal, store);
  const recorded = (): PortalState => recordsIn(store.state, portal.key, state());
  const { faults } = store.state;
  const nowMs = (): number => Date.now() + store.state.clockOffsetMs;
  const at = (): string => new Date(nowMs()).toISOString();
  const unlistLate = (c: Context, key: string): void => {
    const fault = takeFault(faults, requestOf(portal, c), isKind('listed-late'));
    if (!fault) return;
    const { ms, hiddenFromFiler } = fault;
    const before = recorded().records[key];
    const session = c.get('session') ?? null;
    const listedAtMs = nowMs() + ms;
    const change = { key, before, listedAtMs, session, hiddenFromFiler, answer: null, isAnswered: false };
    c.set('unlisted', change);
    unlist(recorded(), change, nowMs());
  };
  const tools: PortalTools = {
    now: () => new Date(nowMs()),
    users: createUsers(portal.users, state, nowMs),
    sessions: createSessions(state, nowMs, portal.idleMinutes),
    records: () => recorded().records,
    asListed: (c) => {
      const records = listedRecords(recorded(), viewerOf(c), nowMs());
      return { ...tools, records: () => records };
    },
    note: (entry) => store.append({ at: at(), portal: portal.key, ...entry }),
    commit: (c, key, record, user, naturalKey = key) => {
      unlistLate(c, key);
      recorded().records[key] = record;
      const { requestedAt, session } = c.var;
      const filed = { kind: 'commit' as const, user, key: naturalKey, requestedAt };
      store.append({ at: at(), portal: portal.key, ...filed, ...(session ? { session } : {}) });
      for (const fault of faults) if (fault.portal === portal.key) fault.fromCommit = false;
      store.saveNow();
      c.set('committed', true);
    },
    shows: (c, kind) => takeFault(faults, requestOf(portal, c), isKind(kind)) !== undefined,
  };
  return tools;
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
