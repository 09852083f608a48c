/** This worker's logged-in portal sessions: kept between the chunks of a job, closed when no longer needed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '#api/deps.ts';
import { workedElsewhere, type Claim } from '#api/domain/portals/portal-leases.ts';
import { limits } from '#contracts/limits.ts';
import { isPracticePortal, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import { workersHere } from '#activities/rows/lease-keeper.ts';
import {
  isOpen,
  logOut,
  practiceSignIn,
  savedSignIn,
  type Opening,
  type OpenSession,
  type SessionDeps,
} from './sign-in.ts';

/** `login` is the account of the session (`accountOf`); empty on a public portal. */
export type PooledSession = OpenSession & {
  poolKey: string;
  portal: PortalPlace;
  login: string;
  chunks: number;
};

export type SessionPool = {
  /** Returns a logged-in session; throws PortalFault with the login's outcome. */
  open: (opening: Opening) => Promise<PooledSession>;
  /**
   * Keeps the session for the next chunk of the claim's holder, or closes it if it has grown old. Returns whether it is
   * kept.
   */
  giveBack: (session: PooledSession, claim: Claim | null) => Promise<boolean>;
  close: (session: PooledSession) => Promise<void>;
  closeAll: () => Promise<void>;
};

/** A session that is idle for longer is logged out, so that the customer can use the portal. */
const IDLE_MS = 20_000;
/** How often the pool checks whether another worker has taken over the jobs of its idle sessions. */
const IDLE_LOOK_MS = 1_000;

/**
 * Creates the pool of this worker. An idle session belongs to one portal, customer and login scope. On a public portal,
 * two jobs of a customer can leave one idle session each.
 */
export function createSessionPool(deps: SessionDeps): SessionPool {
  const idle = createIdleSessions(deps);
  return {
    open: async (opening) => {
      const { portal, userId, scope } = opening;
      const poolKey = [portal, userId, scope].join(':');
      const { login, logInNow } = isPracticePortal(portal)
        ? practiceSignIn(deps, { ...opening, portal })
        : await savedSignIn(deps, { ...opening, portal });
      const kept = idle.take(poolKey);
      if (kept && isOpen(kept) && kept.login === login) return kept;
      if (kept) await close(kept);
      return { ...(await logInNow()), poolKey, portal, login, chunks: 0 };
    },
    giveBack: async (session, claim) => {
      session.chunks += 1;
      if (session.chunks >= limits.chunksPerSessionMax) {
        await close(session);
        return false;
      }
      idle.keep(session, claim);
      return true;
    },
    close,
    closeAll: async () => {
      const closing: Promise<void>[] = [];
      for (let session = idle.take(); session; session = idle.take()) closing.push(close(session));
      await Promise.all(closing);
    },
  };
}

const close = (session: PooledSession): Promise<void> => logOut(session.portal, session);

type Idle = { claim: Claim | null; timer: NodeJS.Timeout };

type IdleSessions = {
  /** Keeps a session until it is taken, has been idle for too long, or its job continues on another worker. */
  keep: (session: PooledSession, claim: Claim | null) => void;
  /** Removes and returns a session with this key; without a key, any session. */
  take: (poolKey?: string) => PooledSession | undefined;
};

function createIdleSessions({ db }: Pick<Deps, 'db'>): IdleSessions {
  const idle = new Map<PooledSession, Idle>();
  let looking: Promise<void> | null = null;

  /** Returns whether the session was idle, and not already taken. */
  const remove = (session: PooledSession): boolean => {
    clearTimeout(idle.get(session)?.timer);
    return idle.delete(session);
  };

  const closeIdle = (session: PooledSession): void => {
    if (remove(session)) void close(session);
  };

  const closeWorkedElsewhere = async (): Promise<void> => {
    const claimed = [...idle].flatMap(([session, { claim }]) => (claim ? [{ session, claim }] : []));
    const claims = claimed.map(({ claim }) => claim);
    const elsewhere = await workedElsewhere(db, claims, workersHere);
    for (const { session, claim } of claimed) if (elsewhere.has(claim.holder)) closeIdle(session);
  };

  return {
    keep: (session, claim) => {
      const timer = setTimeout(() => closeIdle(session), IDLE_MS);
      timer.unref();
      idle.set(session, { claim, timer });
      looking ??= whileAny(idle, closeWorkedElsewhere).finally(() => {
        looking = null;
      });
    },
    take: (poolKey) => {
      const session = [...idle.keys()].find((each) => poolKey === undefined || each.poolKey === poolKey);
      if (session) remove(session);
      return session;
    },
  };
}

/** Repeats a check as long as the collection has members. A check that fails is simply repeated the next time. */
async function whileAny(members: { size: number }, look: () => Promise<void>): Promise<void> {
  while (members.size > 0) {
    await delay(IDLE_LOOK_MS, undefined, { ref: false });
    await look().catch(() => undefined);
  }
}
