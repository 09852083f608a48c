/** Decides who may call a route. The caller comes from the session; an id in the path is only compared with it. */
import { createMiddleware } from 'hono/factory';
import { refuseUnproved, requireProvedFactor } from '#api/domain/accounts/admin-factor.ts';
import { refuseOtherService } from '#api/domain/accounts/customers.ts';
import { shownUserHeader } from '#contracts/accounts/shown-user.ts';
import { DomainError } from '#contracts/errors.ts';
import type { AppEnv, SessionUser } from './app-env.ts';

type Caller = Pick<AppEnv['Variables'], 'user' | 'suspended' | 'isAboutOwnAccount'>;
/** After one of these middlewares, `c.var.user` is set. */
type SignedIn = { Variables: Omit<AppEnv['Variables'], 'user'> & { user: SessionUser } };

/** An administrator who has not proved a second factor may only use calls about their own account. */
function signedIn({ user, suspended, isAboutOwnAccount }: Caller): SessionUser {
  if (suspended) throw new DomainError('ACCOUNT_SUSPENDED');
  if (!user) throw new DomainError('UNAUTHENTICATED');
  if (!isAboutOwnAccount) requireProvedFactor(user);
  return user;
}

function verified(variables: Caller): SessionUser {
  const user = signedIn(variables);
  if (!user.emailVerified) throw new DomainError('EMAIL_NOT_VERIFIED', { details: { email: user.email } });
  return user;
}

/**
 * Requires a signed-in user. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED or, without a proved factor, an ADMIN_FACTOR
 * error.
 */
export const requireUser = createMiddleware<SignedIn>(async (c, next) => {
  signedIn(c.var);
  await next();
});

/** Requires a signed-in user with a verified email address; throws EMAIL_NOT_VERIFIED otherwise. */
export const requireVerified = createMiddleware<SignedIn>(async (c, next) => {
  verified(c.var);
  await next();
});

/**
 * Checks the caller of a route that is only partly for administrators. Throws UNAUTHENTICATED, FORBIDDEN or another
 * refusal.
 */
export function administrator(variables: Caller): SessionUser {
  const user = verified(variables);
  if (!user.isAdmin) throw new DomainError('FORBIDDEN');
  requireProvedFactor(user);
  return user;
}

/** Returns whether the caller of a public call gets what only administrators see. */
export const isWorkingAdministrator = (user: SessionUser | null): boolean =>
  user?.isAdmin === true && user.adminFactor === 'proved';

/**
 * Throws UNAUTHENTICATED for a page that still shows somebody else: what is meant for one person's account must not be
 * done in that of the person who has signed in in another tab.
 */
export const requireShownUser = createMiddleware<SignedIn>(async (c, next) => {
  const shown = c.req.header(shownUserHeader);
  if (shown !== undefined && shown !== signedIn(c.var).id) throw new DomainError('UNAUTHENTICATED');
  await next();
});

/** For calls that change an account's second factors; see admin-factor.ts. */
export const requireProvedForFactors = createMiddleware<SignedIn>(async (c, next) => {
  refuseUnproved(signedIn(c.var));
  await next();
});

/** Requires an administrator with a proved second factor; throws FORBIDDEN for other users. */
export const requireAdmin = createMiddleware<SignedIn>(async (c, next) => {
  administrator(c.var);
  await next();
});

/** For calls about one service: an API token may be restricted to other services. */
export function requireService(serviceId: string) {
  return createMiddleware<SignedIn>(async (c, next) => {
    refuseOtherService(signedIn(c.var), serviceId);
    await next();
  });
}

/** Another user's id returns the same error as one that does not exist. */
export function requireSelf(parameter: string) {
  return createMiddleware<SignedIn>(async (c, next) => {
    if (c.req.param(parameter) !== signedIn(c.var).id) throw new DomainError('NOT_FOUND');
    await next();
  });
}

/** Requires the user of the path parameter, or an administrator with a proved factor; throws NOT_FOUND for others. */
export function requireSelfOrAdmin(parameter: string) {
  return createMiddleware<SignedIn>(async (c, next) => {
    const user = signedIn(c.var);
    const self = c.req.param(parameter) === user.id;
    if (!self && !(user.isAdmin && user.emailVerified)) throw new DomainError('NOT_FOUND');
    if (!self) requireProvedFactor(user);
    await next();
  });
}
