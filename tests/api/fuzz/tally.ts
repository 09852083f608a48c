/** Counts how far calls got, so that a run in which every call was refused does not count as successful. */
import type { Answer } from '#tests/harness/app.ts';
import { roleNames, type RoleName } from './roles.ts';
import type { FuzzRoute } from './route-list.ts';

type Count = { calls: number; done: number };

/**
 * Minimum shares of all calls, and of all routes, that must succeed. Four of the six roles are refused nearly everything,
 * and five the routes of administrators. Runs reach 0.17.
 */
const DONE_SHARE_MIN = 0.1;
const ROUTES_DONE_SHARE_MIN = 0.6;
/** Six roles have a sixth each; a run may end within a round. */
const ROLE_SHARE_MIN = 0.14;
const TURNED_AWAY_SHARE_MAX = 0.01;
const TOO_MANY_REQUESTS = 429;

export function createTally(routes: readonly FuzzRoute[]) {
  const counts = new Map<string, Count>();
  const statuses = new Map<number, number>();
  const countOf = (role: RoleName, { name }: FuzzRoute): Count =>
    counts.get(`${role} ${name}`) ?? { calls: 0, done: 0 };
  const total = (among: Iterable<Count>): Count => {
    const sum = { calls: 0, done: 0 };
    for (const { calls, done } of among) {
      sum.calls += calls;
      sum.done += done;
    }
    return sum;
  };
  const ofRole = (role: string): Count =>
    total([...counts].filter(([key]) => key.startsWith(`${role} `)).map(([, count]) => count));
  /** The calls of a role to the routes of administrators, or to all others, and its share of everybody's. */
  const shareOf = (role: RoleName, isOffice: boolean) => {
    const group = routes.filter(({ isForAdmins }) => isForAdmins === isOffice);
    const callsOf = (each: RoleName): number => total(group.map((route) => countOf(each, route))).calls;
    const calls = callsOf(role);
    return {
      calls,
      share:
        calls /
        Math.max(
          1,
          roleNames.reduce((sum, each) => sum + callsOf(each), 0),
        ),
    };
  };
  const sharesOf = (isOffice: boolean): string =>
    roleNames
      .map((role) => ({ role, ...shareOf(role, isOffice) }))
      .map(({ role, calls, share }) => `${role} ${calls} (${Math.round(share * 100)} %)`)
      .join(', ');
  const neverDone = (): string[] =>
    routes
      .filter(({ name }) => ![...counts].some(([key, { done }]) => key.endsWith(` ${name}`) && done > 0))
      .map(({ name }) => name);

  return {
    note: (role: RoleName, route: FuzzRoute, { status }: Answer): void => {
      const { calls, done } = countOf(role, route);
      counts.set(`${role} ${route.name}`, { calls: calls + 1, done: done + (status < 400 ? 1 : 0) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    report: (durationMs: number): string => {
      const byStatus = [...statuses].toSorted(([one], [other]) => one - other);
      const roles = [...new Set([...counts.keys()].map((key) => key.slice(0, key.search(/ [A-Z]+ \//))))];
      return [
        `${total(counts.values()).calls} calls in ${Math.round(durationMs / 1_000)} s to ${routes.length} routes`,
        `by status: ${byStatus.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
        `done by role: ${roles.map((role) => `${role} ${ofRole(role).done}/${ofRole(role).calls}`).join(', ')}`,
        `calls to routes of administrators: ${sharesOf(true)}`,
        `calls to other routes: ${sharesOf(false)}`,
        `never done: ${neverDone().join(', ') || 'none'}`,
        '',
      ].join('\n');
    },
    /** What a long run should have reached and did not. */
    shortfalls: (roles: readonly RoleName[]): string[] => {
      const { calls, done } = total(counts.values());
      const uncalled = routes.flatMap((route) =>
        roles
          .filter((role) => countOf(role, route).calls === 0)
          .map((role) => `${role} never called ${route.name}`),
      );
      const doneRoutes = routes.length - neverDone().length;
      return [
        ...uncalled,
        ...roles.flatMap((role) =>
          [true, false]
            .map((isOffice) => shareOf(role, isOffice).share)
            .filter((share) => share < ROLE_SHARE_MIN)
            .map(
              (share) => `${role} made only ${Math.round(share * 100)} % of the calls to a group of routes`,
            ),
        ),
        ...(done < calls * DONE_SHARE_MIN ? [`only ${done} of ${calls} calls were done`] : []),
        ...(doneRoutes < routes.length * ROUTES_DONE_SHARE_MIN
          ? [`only ${doneRoutes} of ${routes.length} routes were done`]
          : []),
        ...((statuses.get(TOO_MANY_REQUESTS) ?? 0) > calls * TURNED_AWAY_SHARE_MAX
          ? ['too many calls were turned away for their number']
          : []),
      ];
    },
  };
}
