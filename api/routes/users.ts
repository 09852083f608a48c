/** Calls of spec section 7 "Users" about one's own account; those of administrators are in admin-users.ts. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { updateProfile, userView } from '#api/domain/accounts.ts';
import { requireSelf, requireSelfOrAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { profileBody, userIdPath } from '#contracts/users.ts';

export function userRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .get('/:id', requireSelfOrAdmin('id'), validate('param', userIdPath), async (c) =>
      c.json({ success: true as const, user: await userView(db, c.req.valid('param').id) }),
    )
    .put('/:id/profile', requireSelf('id'), validate('json', profileBody), async (c) => {
      const user = await updateProfile(db, c.var.user.id, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Profile updated successfully!', user });
    });
}
