/** Logged-in portal sessions of this worker: kept between the chunks of a job, closed when nobody needs them. */
import type { Deps } from '#api/deps.ts';
import { loginFor } from '#api/domain/credentials.ts';
import { limits } from '#contracts/limits.ts';
import type { PortalKey } from '#services/contract.ts';
import type { BrowserPool } from './browser.ts';
import { PortalFault, type LoginContext, type PortalLogin, type PortalSession } from './portals/contract.ts';
import { captureEvidence } from './portals/evidence.ts';
import { portalBaseUrl, portalOf } from './portals/portals.ts';

/** `login` is the name it is logged in with; empty on a portal that is open to everybody. */
export type PooledSession = PortalSession & { key: string; portal: PortalKey; login: string; chunks: number };

type Opening = LoginContext & { portal: PortalKey; userId: string };

export type SessionPool = {
  /** A logged-in session; throws PortalFault with the login's outcome. */
  open: (opening: Opening) => Promise<PooledSession>;
  /** Keeps the session for the next chunk, or ends one that has grown old. */
  giveBack: (session: PooledSession) => Promise<void>;
  close: (session: PooledSession) => Promise<void>;
  closeAll: () => Promise<void>;
};

/** A session that waits longer for the next chunk is logged out, so that the customer can use the portal. */
const IDLE_MS = 20_000;

type SessionDeps = Pick<Deps, 'db' | 'env' | 'vault'> & { browsers: BrowserPool };

export function createSessionPool(deps: SessionDeps): SessionPool {
  const idle = new Map<string, { session: PooledSession; timer: NodeJS.Timeout }>();
  const take = (key: string): PooledSession | undefined => {
    const entry = idle.get(key);
    if (!entry) return undefined;
    clearTimeout(entry.timer);
    idle.delete(key);
    return entry.session;
  };
  const close = async (session: PooledSession): Promise<void> => {
    await portalOf(session.portal)
      .logout(session)
      .catch(() => undefined);
    await session.context.close().catch(() => undefined);
  };
  return {
    open: async (opening) => {
      const { portal, userId, scope } = opening;
      const key = [portal, userId, scope].join(':');
      const kept = take(key);
      if (kept && !kept.page.isClosed()) return kept;
      const login = await loginOf(deps, portal, userId);
      const session = await logIn(deps, portal, login, opening);
      return { ...session, key, portal, login: login?.username ?? '', chunks: 0 };
    },
    giveBack: async (session) => {
      session.chunks += 1;
      if (session.chunks >= limits.chunksPerSessionMax) {
        await close(session);
        return;
      }
      const timer = setTimeout(() => {
        idle.delete(session.key);
        void close(session);
      }, IDLE_MS);
      timer.unref();
      idle.set(session.key, { session, timer });
    },
    close,
    closeAll: async () => {
      const sessions = [...idle.keys()].map((key) => take(key));
      await Promise.all(sessions.map((session) => session && close(session)));
    },
  };
}

async function loginOf(
  deps: Pick<Deps, 'db' | 'env' | 'vault'>,
  portal: PortalKey,
  userId: string,
): Promise<PortalLogin | null> {
  const { credentials } = portalOf(portal);
  if (!credentials) return null;
  const login = await loginFor(deps, { userId, portal: credentials });
  if (!login)
    throw new PortalFault(
      'CREDENTIALS_INVALID',
      'There is no saved login for this portal. Please save it in Portal Access.',
    );
  return login;
}

/** Opens a browser context on the portal and logs in; the context is closed when the login does not end well. */
export async function logIn(
  { env, browsers }: Pick<SessionDeps, 'env' | 'browsers'>,
  portal: PortalKey,
  login: PortalLogin | null,
  loginContext: LoginContext,
): Promise<PortalSession> {
  const baseUrl = portalBaseUrl(portal, env);
  const context = await browsers.openContext(baseUrl);
  try {
    const session: PortalSession = { context, page: await context.newPage(), baseUrl };
    if (login) await logInOn(session, portal, login, loginContext);
    return session;
  } catch (error) {
    await context.close().catch(() => undefined);
    throw error;
  }
}

async function logInOn(
  session: PortalSession,
  portal: PortalKey,
  login: PortalLogin,
  loginContext: LoginContext,
): Promise<void> {
  const result = await portalOf(portal).login(session, login, loginContext);
  if (result.outcome === 'ok') return;
  const fault = new PortalFault(result.outcome, result.message);
  if (result.outcome === 'PORTAL_CHANGED')
    fault.evidence = await captureEvidence(session.page).catch(() => null);
  throw fault;
}
