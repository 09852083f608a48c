/** Administrators' routes about the go-live list of a portal. */
import type { Deps } from '#api/deps.ts';
import { changeCheck, checksOf } from '#api/domain/portals/portal-checks.ts';
import { serve } from '#api/routes/serve.ts';

export function adminPortalCheckRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/admin/portals/:portal/checks': async ({ params }) => ({
      checks: await checksOf(deps.db, params.portal),
    }),
    'PUT /api/admin/portals/:portal/checks/:item': async ({ user, params, body }) => {
      await changeCheck(deps, { ...params, ...body, adminId: user.id });
      return { checks: await checksOf(deps.db, params.portal) };
    },
  });
}
