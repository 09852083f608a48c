/** Administrators' routes about the limits of a portal. */
import type { Deps } from '#api/deps.ts';
import { changeLimits, limitsOf } from '#api/domain/portals/portal-limits.ts';
import { serve } from '#api/routes/serve.ts';

export function adminPortalLimitRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/admin/portals/:portal/limits': ({ params }) => limitsOf(deps, params.portal),
    'PUT /api/admin/portals/:portal/limits': async ({ user, params, body }) => {
      await changeLimits(deps, { ...params, adminId: user.id, ...body });
      return { message: 'The limits of the portal are changed.' };
    },
  });
}
