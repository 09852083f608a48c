/** Administrators' routes about probes behind the sign-in of portals, and about pictures of their pages. */
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import type { Deps } from '#api/deps.ts';
import { requireOwner } from '#api/domain/accounts/owner-check.ts';
import { openPicture } from '#api/domain/portals/portal-pages.ts';
import { probeLoginOf, removeProbeLogin, saveProbeLogin } from '#api/domain/portals/probe-logins.ts';
import { originOf } from '#api/middleware/origin.ts';
import { serve } from '#api/routes/serve.ts';

export function adminProbeLoginRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'GET /api/admin/portals/:portal/pictures/:pictureId': ({ params }) =>
      openPicture(deps, params.portal, params.pictureId),
    'GET /api/admin/portals/:portal/probe-login': async ({ params }) => ({
      probeLogin: await probeLoginOf(deps.db, params.portal),
    }),
    'PUT /api/admin/portals/:portal/probe-login': async ({ user, params, body }, c) => {
      const { currentPassword, code, ...login } = body;
      await requireOwner({ ...deps, limiter }, user, { currentPassword, code }, originOf(c, deps.env));
      await saveProbeLogin(deps, params.portal, login, user.id);
      return { message: 'The login of probes is saved. The next probe signs in with it.' };
    },
    'DELETE /api/admin/portals/:portal/probe-login': async ({ user, params, body }) => {
      await removeProbeLogin(deps, params.portal, { adminId: user.id, ...body });
      return { message: 'The login of probes is removed.' };
    },
  });
}
