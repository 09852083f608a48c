/** Calls of spec section 7 "Users": about one's own account, and an administrator's about a user's credits. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { adjustUserCredits, updateProfile, userView } from '#api/domain/accounts.ts';
import { requireAdmin, requireSelf, requireSelfOrAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { validate } from '#api/middleware/validate.ts';
import { creditsFromHundredths } from '#contracts/credits.ts';
import { adjustCreditsBody, profileBody, userIdPath } from '#contracts/users.ts';

export function userRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .get('/:id', requireSelfOrAdmin('id'), validate('param', userIdPath), async (c) =>
      c.json({ success: true as const, user: await userView(db, c.req.valid('param').id) }),
    )
    .put('/:id/profile', requireSelf('id'), validate('json', profileBody), async (c) => {
      const user = await updateProfile(db, c.var.user.id, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Profile updated successfully!', user });
    })
    .post(
      '/:id/credits',
      requireAdmin,
      validate('param', userIdPath),
      validate('json', adjustCreditsBody),
      async (c) => {
        const { newBalanceHundredths } = await adjustUserCredits(db, {
          ...c.req.valid('json'),
          userId: c.req.valid('param').id,
          actorId: c.var.user.id,
          key: idempotencyKeyOf(c) ?? randomUUID(),
        });
        return c.json({
          success: true as const,
          message: 'Credits updated successfully!',
          newCredits: creditsFromHundredths(newBalanceHundredths),
        });
      },
    );
}
