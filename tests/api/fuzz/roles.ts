/** The six kinds of callers: how each one's calls are sent, and whose data is closed to them. */
import type { TestApp } from '#tests/harness/worker.ts';
import type { Answer } from '#tests/harness/app.ts';
import { routes as routeTable } from '#tests/api/routes.ts';
import type { Owner, Owners } from './owners.ts';
import type { FuzzRequest } from './requests.ts';
import type { FuzzRoute } from './route-list.ts';

export const roleNames = [
  'visitor',
  'customer not let in',
  'customer A',
  'customer B',
  'token of A',
  'administrator',
] as const;
export type RoleName = (typeof roleNames)[number];

/** `isOffice`: the calls are those that only administrators may make; otherwise those of everybody else. */
export type TurnKind = { role: RoleName; isOffice: boolean };

/** Each round contains all of them, in random order, so that every role has the same share of both groups of routes. */
export const turnsOfRound: readonly TurnKind[] = roleNames.flatMap((role) =>
  [false, true].map((isOffice) => ({ role, isOffice })),
);

export type Fixture = {
  ana: Owner;
  bob: Owner;
  /** Unverified or suspended. */
  barred: Owner;
  admin: Owner;
  /** The bearer of an API token of A that may read jobs. */
  bearer: { token: string };
};

/** The customer whose records a role can name as its own. */
export function selfOf({ ana, bob, barred, admin }: Fixture, role: RoleName): Owner | null {
  if (role === 'visitor') return null;
  if (role === 'administrator') return admin;
  if (role === 'customer not let in') return barred;
  return role === 'customer B' ? bob : ana;
}

export const customersOf = ({ ana, bob, barred }: Fixture): Owner[] => [ana, bob, barred];

/**
 * An administrator's calls concern all customers; an administrator's calls as a customer concern only the own account.
 */
export function isAboutEverybody(role: RoleName, route: FuzzRoute): boolean {
  return role === 'administrator' && (route.isForAdmins || routeTable[route.name]?.administered === true);
}

export function closedTo(fixture: Fixture, role: RoleName, route: FuzzRoute): Owner[] {
  if (isAboutEverybody(role, route)) return [];
  const self = selfOf(fixture, role);
  return customersOf(fixture).filter((owner) => owner !== self);
}

/** A registration of an unconfirmed address replaces the earlier registration: only that may change. */
export const keptFrom = (fixture: Fixture, role: RoleName): Owner[] =>
  customersOf(fixture)
    .filter(({ standing }) => standing.emailVerified)
    .filter((owner) => owner !== selfOf(fixture, role));

export async function send(
  app: TestApp,
  owners: Owners,
  { fixture, role, request }: { fixture: Fixture; role: RoleName; request: FuzzRequest },
): Promise<Answer> {
  const { route, path, json, form, headers } = request;
  const self = selfOf(fixture, role);
  const isSession = self !== null && role !== 'token of A';
  const call = { method: route.method, ...(json === undefined ? {} : { json }), ...(form ? { form } : {}) };
  const answer = await app.request(path, {
    ...call,
    headers:
      role === 'token of A' ? { ...headers, authorization: `Bearer ${fixture.bearer.token}` } : headers,
    cookie: isSession ? self.account.cookie : null,
  });
  if (isSession) await followSession(owners, self, { request, answer });
  return answer;
}

/** A changed password and an ended session are the owner's own actions, after which the owner continues. */
async function followSession(
  owners: Owners,
  self: Owner,
  { request, answer }: { request: FuzzRequest; answer: Answer },
): Promise<void> {
  const { route, json } = request;
  if (route.name.endsWith('/change-password') && answer.status === 200)
    self.account.password = (json as { newPassword: string }).newPassword;
  const code = answer.body['code'];
  // A session that has lost its proof of a passkey would be refused all further calls of an administrator.
  const isEnded =
    code === 'UNAUTHENTICATED' || code === 'ADMIN_FACTOR_UNPROVED' || route.name === 'POST /api/auth/logout';
  const isNew = answer.headers.getSetCookie().some((cookie) => cookie.includes('chalan-session='));
  if (isEnded || isNew) await owners.signIn(self).catch(() => undefined);
}
