/**
 * Sessions of a portal: they end after a time without requests, by a later login where only one is allowed, or by a
 * fault.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { MINUTE_MS } from './durations.ts';
import type { PortalState } from './store.ts';

const SESSIONS_MAX = 1_000;
const SIGNED_IN_ELSEWHERE = 'You have been logged out: signed in elsewhere';

export type Session = { id: string; cookie: string; user: string; lastSeenMs: number };

export type Sessions = {
  open: (user: string) => Session;
  /** The session if it is alive; asking for it extends it. */
  find: (id: string | undefined, cookie?: string) => Session | undefined;
  drop: (id: string | undefined) => void;
  /** Why a session ended; returned once. */
  takeLogoutNotice: (id: string | undefined) => string | undefined;
};

export function createSessions(state: () => PortalState, nowMs: () => number, idleMinutes: number): Sessions {
  const isAlive = (session: Session): boolean => nowMs() - session.lastSeenMs < idleMinutes * MINUTE_MS;
  return {
    open: (user) => {
      const { sessions, logoutNotices, settings } = state();
      for (const session of Object.values(sessions)) {
        if (!isAlive(session)) delete sessions[session.id];
        else if (settings.singleSession && session.user === user) {
          delete sessions[session.id];
          logoutNotices[session.id] = SIGNED_IN_ELSEWHERE;
        }
      }
      const oldest = Object.keys(sessions)[0];
      if (oldest && Object.keys(sessions).length >= SESSIONS_MAX) delete sessions[oldest];
      const session = { id: sessionId(), cookie: randomUUID(), user, lastSeenMs: nowMs() };
      sessions[session.id] = session;
      return session;
    },
    find: (id, cookie) => {
      const session = id === undefined ? undefined : state().sessions[id];
      if (!session || !isAlive(session) || (cookie !== undefined && cookie !== session.cookie))
        return undefined;
      session.lastSeenMs = nowMs();
      return session;
    },
    drop: (id) => {
      if (id !== undefined) delete state().sessions[id];
    },
    takeLogoutNotice: (id) => {
      if (id === undefined) return undefined;
      const { logoutNotices } = state();
      const words = logoutNotices[id];
      delete logoutNotices[id];
      return words;
    },
  };
}

/** Never an integer-like key below 2^32: JavaScript objects list those first, out of insertion order. */
export function sessionId(): string {
  return `1${String(randomInt(2 ** 47)).padStart(15, '0')}`;
}
