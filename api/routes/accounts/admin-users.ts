/** Administrators' routes about users: those of spec section 7 under /api/users, and additional ones. */
import type { Deps } from '#api/deps.ts';
import { listUsers, verifyByHand } from '#api/domain/accounts/admin-users.ts';
import { propose } from '#api/domain/accounts/approvals.ts';
import { mailResetLink, mailVerificationLink } from '#api/domain/accounts/mailed-links.ts';
import { requireOwner } from '#api/domain/accounts/owner-check.ts';
import {
  listManagedLogins,
  removeManagedLogin,
  saveManagedLogin,
} from '#api/domain/portals/managed-logins.ts';
import { exportUsers, importUsers, planImport } from '#api/domain/accounts/user-import.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { adminMessages } from '#contracts/admin-messages.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { serve } from '#api/routes/serve.ts';

export function userAdminRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/users': ({ query }) => listUsers(deps.db, query),
    'PUT /api/users/:id': async ({ user, params, body }, c) => {
      // The total spent and the last activity are ignored, because they are derived from payments and sign-ins.
      const { reason, is_admin: isAdmin, totalSpent: _spent, lastActivity: _at, ...requested } = body;
      const by = { adminId: user.id, reason };
      const change = { userId: params.id, wish: { ...requested, isAdmin } };
      const proposed = await propose(deps, { kind: 'user', ...change }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return { user: proposed.answer };
    },
    'DELETE /api/users/:id': async ({ user, params, body }, c) => {
      const by = { adminId: user.id, ...body };
      const proposed = await propose(deps, { kind: 'deletion', userId: params.id }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return { message: adminMessages.userDeleted };
    },
    'POST /api/users/:id/credits': async ({ user, params, body: { reason = '', ...change } }, c) => {
      const by = { adminId: user.id, reason, key: idempotencyKeyOf(c) };
      const proposed = await propose(deps, { kind: 'credits', userId: params.id, ...change }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      const newCredits = creditsFromHundredths(proposed.answer.newBalanceHundredths);
      return { message: 'Credits updated successfully!', newCredits };
    },
  });
}

export function adminUserRoutes(deps: Deps) {
  return accountRoutes(deps).route('/', loginRoutes(deps)).route('/', fileRoutes(deps));
}

function accountRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'PUT /api/admin/users/:id/verify-email': async ({ user, params, body }) => {
      await verifyByHand(deps, params.id, { adminId: user.id, ...body });
      return { message: adminMessages.emailVerified };
    },
    'POST /api/admin/users/:id/resend-verification': async ({ user, params, body }) => {
      await mailVerificationLink({ ...deps, limiter }, params.id, { adminId: user.id, ...body });
      return { message: adminMessages.verificationSent };
    },
    'POST /api/admin/users/:id/reset-password': async ({ user, params, body }) => {
      await mailResetLink({ ...deps, limiter }, params.id, { adminId: user.id, ...body });
      return { message: adminMessages.resetSent };
    },
  });
}

function loginRoutes(deps: Deps) {
  const { db, env } = deps;
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'GET /api/admin/users/:id/portal-logins': async ({ params }) => ({
      logins: await listManagedLogins(db, params.id),
    }),
    'PUT /api/admin/users/:id/portal-logins/:portal': async ({ user, params, body }, c) => {
      const { username, password, reason, currentPassword, code } = body;
      await requireOwner({ ...deps, limiter }, user, { currentPassword, code }, originOf(c, env));
      const owner = { userId: params.id, portal: params.portal };
      await saveManagedLogin(deps, owner, { username, password }, { adminId: user.id, reason });
      return { message: adminMessages.loginSaved };
    },
    'DELETE /api/admin/users/:id/portal-logins/:portal': async ({ user, params, body }, c) => {
      const { reason, ...proof } = body;
      await requireOwner({ ...deps, limiter }, user, proof, originOf(c, env));
      const owner = { userId: params.id, portal: params.portal };
      await removeManagedLogin(deps, owner, { adminId: user.id, reason });
      return { message: adminMessages.loginRemoved };
    },
  });
}

function fileRoutes(deps: Deps) {
  const { db } = deps;
  return serve(deps, {
    'GET /api/admin/users/export': async ({ user }) => ({
      exportedAt: deps.clock().toISOString(),
      ...(await exportUsers(db, user.id)),
    }),
    'POST /api/admin/users/import/preview': async ({ user, body }) => ({
      plan: await planImport(db, body.users, user.id),
    }),
    'POST /api/admin/users/import': async ({ user, body: { users: file, digest, reason } }) => {
      const plan = await importUsers(deps, { file, digest, adminId: user.id, reason });
      return { message: adminMessages.imported, changed: plan.changes.length };
    },
  });
}
