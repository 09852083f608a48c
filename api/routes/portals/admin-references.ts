/** Administrators' routes about the owners of references. */
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { requireOwner } from '#api/domain/accounts/owner-check.ts';
import {
  giveReference,
  giveReferences,
  ownersOfNumber,
  takeReference,
} from '#api/domain/portals/portal-references.ts';
import type { SessionUser } from '#api/middleware/app-env.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { adminMessages } from '#contracts/admin-messages.ts';
import type { ReferenceBody, ReferencesBody } from '#contracts/portals/portal-references.ts';
import { serve } from '#api/routes/serve.ts';

export function adminReferenceRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  /** Returns the requested change and its reason, after checking the administrator's password. */
  const proved = async <Body extends ReferenceBody | ReferencesBody>(
    user: SessionUser,
    body: Body,
    c: Context,
  ) => {
    const { reason, currentPassword, code, ...which } = body;
    await requireOwner({ ...deps, limiter }, user, { currentPassword, code }, originOf(c, deps.env));
    return { which, by: { adminId: user.id, reason } };
  };
  return serve(deps, {
    'GET /api/admin/portal-references': async ({ query }) => ({
      owners: await ownersOfNumber(deps.db, query.value),
    }),
    'PUT /api/admin/portal-references': async ({ user, body }, c) => {
      const { which, by } = await proved(user, body, c);
      await giveReference(deps.db, which, by, deps.clock());
      return { message: adminMessages.referenceGiven };
    },
    'POST /api/admin/portal-references': async ({ user, body }, c) => {
      const { which, by } = await proved(user, body, c);
      return giveReferences(deps.db, which, by, deps.clock());
    },
    'DELETE /api/admin/portal-references': async ({ user, body }, c) => {
      const { which, by } = await proved(user, body, c);
      await takeReference(deps.db, which, by);
      return { message: adminMessages.referenceTaken };
    },
  });
}
