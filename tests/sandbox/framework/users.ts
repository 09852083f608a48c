/** Users of a portal and the results of their logins: refused, locked after failed tries, or accepted. */
import { MINUTE_MS } from './durations.ts';
import { isPracticeUser } from './practice.ts';
import type { PortalState } from './store.ts';

const BAD_TRIES_MAX = 4;
const LOCK_MINUTES = 30;

export type User = {
  username: string;
  password: string;
  /** What prevents a login with the correct password. */
  trouble?: 'locked' | 'expired-password' | 'otp' | 'no-permission';
  /** Facts particular to the portal, such as the branches that a user may see. */
  scope?: readonly string[];
};
export type BadTries = { count: number; lockedUntilMs: number };

export type Users = {
  check: (
    username: string,
    password: string,
  ) => { result: 'ok'; user: User } | { result: 'invalid' | 'locked' };
  find: (username: string) => User | undefined;
};

/**
 * Practice runs log in with a name of their own, which nobody registers: it is no secret, and everything such a user
 * files is in records of its own (practice.ts).
 */
const PRACTICE_PASSWORD = 'practice1234';

function practiceUser(users: readonly User[], username: string): User | undefined {
  const usual = users.find(({ trouble }) => trouble === undefined);
  return usual && isPracticeUser(username) ? { ...usual, username, password: PRACTICE_PASSWORD } : undefined;
}

export function createUsers(users: readonly User[], state: () => PortalState, nowMs: () => number): Users {
  const byName = new Map(users.map((user) => [user.username, user]));
  const find = (username: string): User | undefined => byName.get(username) ?? practiceUser(users, username);
  return {
    find,
    check: (username, password) => {
      const user = find(username);
      if (!user) return { result: 'invalid' };
      const tries = (state().badTries[username] ??= { count: 0, lockedUntilMs: 0 });
      if (user.trouble === 'locked' || nowMs() < tries.lockedUntilMs) return { result: 'locked' };
      if (password === user.password) {
        tries.count = 0;
        return { result: 'ok', user };
      }
      tries.count += 1;
      if (tries.count < BAD_TRIES_MAX) return { result: 'invalid' };
      state().badTries[username] = { count: 0, lockedUntilMs: nowMs() + LOCK_MINUTES * MINUTE_MS };
      return { result: 'locked' };
    },
  };
}
