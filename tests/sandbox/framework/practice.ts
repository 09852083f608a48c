/**
 * Records of practice users. What one of them files, nobody else finds, so that every practice run meets the portal of
 * the first day.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { emptyPortalState, type PortalState, type State } from './store.ts';

/** Users whose records are kept; those of the oldest are dropped. */
const PRACTICE_USERS_MAX = 500;

export const isPracticeUser = (username: string): boolean => /^practice-[0-9a-z-]{8,80}$/.test(username);

const asking = new AsyncLocalStorage<string>();

/** Handles a request of this session's user, whose name a portal may extend by "@" and a zone. */
export function handledFor<T>(user: string | undefined, handle: () => Promise<T>): Promise<T> {
  const [username = ''] = user?.split('@') ?? [];
  return isPracticeUser(username) ? asking.run(username, handle) : handle();
}

/** Forgets what practice users filed on the portal. */
export function forgetPractice(state: State, portal: string): void {
  for (const key of Object.keys(state.practice ?? {}))
    if (key.startsWith(`${portal}/`)) delete state.practice?.[key];
}

/** Returns the state in which the records of the request are. Sessions and logins are in the portal's own. */
export function recordsIn(state: State, portal: string, own: PortalState): PortalState {
  const user = asking.getStore();
  if (user === undefined) return own;
  const kept = (state.practice ??= {});
  const key = `${portal}/${user}`;
  const known = kept[key];
  if (known) return known;
  const oldest = Object.keys(kept)[0];
  if (oldest !== undefined && Object.keys(kept).length >= PRACTICE_USERS_MAX) delete kept[oldest];
  return (kept[key] = emptyPortalState());
}
