/** Calls of administrators about users: the ones of spec section 7 under /api/users, and those beside them. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { requestPasswordReset } from '#api/domain/accounts.ts';
import { listUsers, mailUser, verifyByHand } from '#api/domain/admin-users.ts';
import { propose } from '#api/domain/approvals.ts';
import { requireOwner } from '#api/domain/owner-check.ts';
import { listManagedLogins, removeManagedLogin, saveManagedLogin } from '#api/domain/managed-logins.ts';
import { resendVerification } from '#api/domain/registration.ts';
import { exportUsers, importUsers, planImport } from '#api/domain/user-import.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { downloadsAtOnce } from '#api/middleware/downloads-at-once.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { adminMessages } from '#contracts/admin-messages.ts';
import {
  importBody,
  importPreviewBody,
  managedLoginBody,
  managedLoginPath,
  reasonBody,
  removeManagedLoginBody,
  updateUserBody,
  usersQuery,
} from '#contracts/admin-users.ts';
import { creditsFromHundredths } from '#contracts/credits.ts';
import { adjustCreditsBody, userIdPath } from '#contracts/users.ts';

const done = (message: string) => ({ success: true as const, message });

/** Mounted beside the calls that customers make about themselves. */
export function userAdminRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/', requireAdmin, validate('query', usersQuery), async (c) =>
      c.json({ success: true as const, ...(await listUsers(deps.db, c.req.valid('query'))) }),
    )
    .put('/:id', requireAdmin, validate('param', userIdPath), validate('json', updateUserBody), async (c) => {
      // Sums and times are told by payments and sign-ins.
      const {
        reason,
        is_admin: isAdmin,
        totalSpent: _spent,
        lastActivity: _at,
        ...wish
      } = c.req.valid('json');
      const by = { adminId: c.var.user.id, reason };
      const { id: userId } = c.req.valid('param');
      const proposed = await propose(deps, { kind: 'user', userId, wish: { ...wish, isAdmin } }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return c.json({ success: true as const, user: proposed.answer });
    })
    .delete('/:id', requireAdmin, validate('param', userIdPath), validate('json', reasonBody), async (c) => {
      const by = { adminId: c.var.user.id, ...c.req.valid('json') };
      const proposed = await propose(deps, { kind: 'deletion', userId: c.req.valid('param').id }, by);
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return c.json(done(adminMessages.userDeleted));
    })
    .post(
      '/:id/credits',
      requireAdmin,
      validate('param', userIdPath),
      validate('json', adjustCreditsBody),
      async (c) => {
        const { reason = '', ...wish } = c.req.valid('json');
        const by = { adminId: c.var.user.id, reason, key: idempotencyKeyOf(c) };
        const { id: userId } = c.req.valid('param');
        const proposed = await propose(deps, { kind: 'credits', userId, ...wish }, by);
        if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
        const newCredits = creditsFromHundredths(proposed.answer.newBalanceHundredths);
        return c.json({ ...done('Credits updated successfully!'), newCredits });
      },
    );
}

export function adminUserRoutes(deps: Deps) {
  const { db } = deps;
  const limiter = createRateLimiter(deps);
  const user = validate('param', userIdPath);
  const login = validate('param', managedLoginPath);
  const why = validate('json', reasonBody);
  return new Hono<AppEnv>()
    .put('/:id/verify-email', requireAdmin, user, why, async (c) => {
      const step = { adminId: c.var.user.id, ...c.req.valid('json') };
      await verifyByHand(deps, c.req.valid('param').id, step);
      return c.json(done(adminMessages.emailVerified));
    })
    .post('/:id/resend-verification', requireAdmin, user, why, async (c) => {
      const step = {
        adminId: c.var.user.id,
        ...c.req.valid('json'),
        action: 'verification mail sent' as const,
      };
      await mailUser(db, c.req.valid('param').id, step, async (email) => {
        await limiter.consume('mailPerAddress', email);
        await resendVerification(deps, email);
      });
      return c.json(done(adminMessages.verificationSent));
    })
    .post('/:id/reset-password', requireAdmin, user, why, async (c) => {
      const step = {
        adminId: c.var.user.id,
        ...c.req.valid('json'),
        action: 'password reset mail sent' as const,
      };
      await mailUser(db, c.req.valid('param').id, step, async (email) => {
        await limiter.consume('mailPerAddress', email);
        await requestPasswordReset(deps, email);
      });
      return c.json(done(adminMessages.resetSent));
    })
    .get('/:id/portal-logins', requireAdmin, user, async (c) =>
      c.json({ success: true as const, logins: await listManagedLogins(db, c.req.valid('param').id) }),
    )
    .put('/:id/portal-logins/:portal', requireAdmin, login, validate('json', managedLoginBody), async (c) => {
      const { id: userId, portal } = c.req.valid('param');
      const { username, password, reason, currentPassword, code } = c.req.valid('json');
      await requireOwner({ ...deps, limiter }, c.var.user, { currentPassword, code }, originOf(c, deps.env));
      const step = { adminId: c.var.user.id, reason };
      await saveManagedLogin(deps, { userId, portal }, { username, password }, step);
      return c.json(done(adminMessages.loginSaved));
    })
    .delete(
      '/:id/portal-logins/:portal',
      requireAdmin,
      login,
      validate('json', removeManagedLoginBody),
      async (c) => {
        const { id: userId, portal } = c.req.valid('param');
        const { reason, ...proof } = c.req.valid('json');
        await requireOwner({ ...deps, limiter }, c.var.user, proof, originOf(c, deps.env));
        await removeManagedLogin(deps, { userId, portal }, { adminId: c.var.user.id, reason });
        return c.json(done(adminMessages.loginRemoved));
      },
    )
    .get('/export', requireAdmin, downloadsAtOnce, async (c) => {
      const users = await exportUsers(db, c.var.user.id);
      return c.json({ success: true as const, exportedAt: deps.clock().toISOString(), users });
    })
    .post('/import/preview', requireAdmin, validate('json', importPreviewBody), async (c) => {
      const plan = await planImport(db, c.req.valid('json').users, c.var.user.id);
      return c.json({ success: true as const, plan });
    })
    .post('/import', requireAdmin, validate('json', importBody), async (c) => {
      const { users: file, digest, reason } = c.req.valid('json');
      const plan = await importUsers(deps, { file, digest, adminId: c.var.user.id, reason });
      return c.json({ ...done(adminMessages.imported), changed: plan.changes.length });
    });
}
