/** Logged-in portal sessions of this worker: kept between the chunks of a job, closed when nobody needs them. */
import type { Deps } from '#api/deps.ts';
import { openCredential } from '#api/domain/credentials.ts';
import type { PortalKey } from '#services/contract.ts';
import type { BrowserPool } from './browser.ts';
import { PortalFault, type PortalLogin, type PortalSession } from './portals/contract.ts';
import { captureEvidence } from './portals/evidence.ts';
import { portalBaseUrl, portals } from './portals/portals.ts';

export type PooledSession = PortalSession & { key: string; portal: PortalKey };

export type SessionPool = {
  /** A logged-in session; throws PortalFault with the login's outcome. */
  open: (portal: PortalKey, userId: string) => Promise<PooledSession>;
  giveBack: (session: PooledSession) => void;
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
    await portals[session.portal].logout(session).catch(() => undefined);
    await session.context.close().catch(() => undefined);
  };
  return {
    open: async (portal, userId) => {
      const key = `${portal}:${userId}`;
      const kept = take(key);
      if (kept && !kept.page.isClosed()) return kept;
      return { ...(await logIn(deps, portal, await loginOf(deps, portal, userId))), key, portal };
    },
    giveBack: (session) => {
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
  deps: Pick<Deps, 'db' | 'vault'>,
  portal: PortalKey,
  userId: string,
): Promise<PortalLogin | null> {
  const { credentials } = portals[portal];
  if (!credentials) return null;
  const login = await openCredential(deps, { userId, portal: credentials });
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
): Promise<PortalSession> {
  const baseUrl = portalBaseUrl(portal, env);
  const context = await browsers.openContext(baseUrl);
  try {
    const session: PortalSession = { context, page: await context.newPage(), baseUrl };
    if (login) await logInOn(session, portal, login);
    return session;
  } catch (error) {
    await context.close().catch(() => undefined);
    throw error;
  }
}

async function logInOn(session: PortalSession, portal: PortalKey, login: PortalLogin): Promise<void> {
  const result = await portals[portal].login(session, login);
  if (result.outcome === 'ok') return;
  const fault = new PortalFault(result.outcome, result.message);
  if (result.outcome === 'PORTAL_CHANGED')
    fault.evidence = await captureEvidence(session.page).catch(() => null);
  throw fault;
}
