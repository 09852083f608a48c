/** Who may call a route: the caller comes from the session, an id in the path is only compared with it. */
import { createMiddleware } from 'hono/factory';
import { refuseUnproved, requireProvedFactor } from '#api/domain/accounts/admin-factor.ts';
import { refuseOtherService } from '#api/domain/accounts/customers.ts';
import { DomainError } from '#contracts/errors.ts';
import type { AppEnv, SessionUser } from './app-env.ts';

type Caller = Pick<AppEnv['Variables'], 'user' | 'suspended' | 'isAboutOwnAccount'>;
/** Behind one of these, `c.var.user` is there. */
type SignedIn = { Variables: Omit<AppEnv['Variables'], 'user'> & { user: SessionUser } };

/** An administrator without a second factor has an account, and nothing else yet. */
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

export const requireUser = createMiddleware<SignedIn>(async (c, next) => {
  signedIn(c.var);
  await next();
});

export const requireVerified = createMiddleware<SignedIn>(async (c, next) => {
  verified(c.var);
  await next();
});

/** For a call of which only a part is for administrators. */
export function administrator(variables: Caller): SessionUser {
  const user = verified(variables);
  if (!user.isAdmin) throw new DomainError('FORBIDDEN');
  requireProvedFactor(user);
  return user;
}

/** For public calls that tell administrators more. */
export const isWorkingAdministrator = (user: SessionUser | null): boolean =>
  user?.isAdmin === true && user.adminFactor === 'proved';

/** For calls that change the factors of an account; see admin-factor.ts. */
export const requireProvedForFactors = createMiddleware<SignedIn>(async (c, next) => {
  refuseUnproved(signedIn(c.var));
  await next();
});

export const requireAdmin = createMiddleware<SignedIn>(async (c, next) => {
  administrator(c.var);
  await next();
});

/** For calls about one service: an API token may be for others. */
export function requireService(serviceId: string) {
  return createMiddleware<SignedIn>(async (c, next) => {
    refuseOtherService(signedIn(c.var), serviceId);
    await next();
  });
}

/** A foreign id answers as one that does not exist. */
export function requireSelf(parameter: string) {
  return createMiddleware<SignedIn>(async (c, next) => {
    if (c.req.param(parameter) !== signedIn(c.var).id) throw new DomainError('NOT_FOUND');
    await next();
  });
}

export function requireSelfOrAdmin(parameter: string) {
  return createMiddleware<SignedIn>(async (c, next) => {
    const user = signedIn(c.var);
    const self = c.req.param(parameter) === user.id;
    if (!self && !(user.isAdmin && user.emailVerified)) throw new DomainError('NOT_FOUND');
    if (!self) requireProvedFactor(user);
    await next();
  });
}
