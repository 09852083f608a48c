/** Calls of administrators about whose a reference is. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { requireOwner } from '#api/domain/owner-check.ts';
import { giveReference, ownersOfNumber, takeReference } from '#api/domain/portal-references.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import { adminMessages } from '#contracts/admin-messages.ts';
import { referenceBody, referencesQuery } from '#contracts/portal-references.ts';

export function adminReferenceRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const body = validate('json', referenceBody);
  return new Hono<AppEnv>()
    .get('/', requireAdmin, validate('query', referencesQuery), async (c) => {
      const owners = await ownersOfNumber(deps.db, c.req.valid('query').value);
      return c.json({ success: true as const, owners });
    })
    .put('/', requireAdmin, body, async (c) => {
      const { reason, currentPassword, code, ...which } = c.req.valid('json');
      await requireOwner({ ...deps, limiter }, c.var.user, { currentPassword, code }, originOf(c, deps.env));
      await giveReference(deps.db, which, { adminId: c.var.user.id, reason }, deps.clock());
      return c.json({ success: true as const, message: adminMessages.referenceGiven });
    })
    .delete('/', requireAdmin, body, async (c) => {
      const { reason, currentPassword, code, ...which } = c.req.valid('json');
      await requireOwner({ ...deps, limiter }, c.var.user, { currentPassword, code }, originOf(c, deps.env));
      await takeReference(deps.db, which, { adminId: c.var.user.id, reason });
      return c.json({ success: true as const, message: adminMessages.referenceTaken });
    });
}
