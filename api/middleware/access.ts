/** Who may call a route: the caller comes from the session, an id in the path is only compared with it. */
import { createMiddleware } from 'hono/factory';
import { refuseOtherService } from '#api/domain/customers.ts';
import { DomainError } from '#contracts/errors.ts';
import type { AppEnv, SessionUser } from './app-env.ts';

/** Behind one of these, `c.var.user` is there. */
type SignedIn = { Variables: Omit<AppEnv['Variables'], 'user'> & { user: SessionUser } };

function signedIn({ user, suspended }: AppEnv['Variables']): SessionUser {
  if (suspended) throw new DomainError('ACCOUNT_SUSPENDED');
  if (!user) throw new DomainError('UNAUTHENTICATED');
  return user;
}

function verified(variables: AppEnv['Variables']): SessionUser {
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
export function administrator(variables: AppEnv['Variables']): SessionUser {
  const user = verified(variables);
  if (!user.isAdmin) throw new DomainError('FORBIDDEN');
  return user;
}

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
    await next();
  });
}
