/**
 * Routes about the second factor: its owner switches it on and off, and an administrator removes it for a user who has
 * lost it.
 */
import type { Deps } from '#api/deps.ts';
import { noteProvedFactor } from '#api/domain/accounts/admin-factor.ts';
import { propose } from '#api/domain/accounts/approvals.ts';
import { requirePassword } from '#api/domain/accounts/owner-check.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  secondFactorState,
} from '#api/domain/accounts/second-factor.ts';
import { tellFactorChange } from '#api/domain/accounts/second-factor-mails.ts';
import { notifyOfClosedWays } from '#api/domain/accounts/secure-account.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { sessionCaller } from '#api/middleware/session.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { serve } from '#api/routes/serve.ts';

export function secondFactorRoutes(deps: Deps) {
  const { db, env, auth, vault } = deps;
  const limiter = createRateLimiter(deps);
  const codeDeps = () => ({ db, env, vault, limiter, now: deps.clock() });
  return serve(deps, {
    'GET /api/users/:userId/second-factor': ({ user }) => secondFactorState(db, user.id),
    'POST /api/users/:userId/second-factor/begin': async ({ user, body }, c) => {
      await requirePassword({ auth, limiter }, user, body.currentPassword, originOf(c, env));
      return beginSecondFactor(deps, user);
    },
    'POST /api/users/:userId/second-factor/confirm': async ({ user, body }, c) => {
      const owner = { ...user, ...(await sessionCaller(c, deps, user)) };
      const { recoveryCodes, closed } = await confirmSecondFactor(codeDeps(), owner, body.code);
      await noteProvedFactor(db, owner.sessionToken, 'code');
      c.var.logger.info({ userId: user.id }, 'second factor switched on');
      tellFactorChange(deps, user.email, 'on');
      notifyOfClosedWays(deps, user.id, closed);
      return { recoveryCodes };
    },
    'POST /api/users/:userId/second-factor/disable': async ({ user, body }, c) => {
      const { currentPassword, code } = body;
      await requirePassword({ auth, limiter }, user, currentPassword, originOf(c, env));
      await disableSecondFactor(codeDeps(), user, code);
      c.var.logger.info({ userId: user.id }, 'second factor switched off');
      tellFactorChange(deps, user.email, 'off');
      return {};
    },
    'POST /api/admin/users/:id/reset-second-factor': async ({ user, params, body }, c) => {
      const by = { adminId: user.id, ...body };
      const proposed = await propose(deps, { kind: 'factor_reset', userId: params.id }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return { message: 'Two-step sign-in was reset' };
    },
  });
}
