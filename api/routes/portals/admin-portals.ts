/** Administrators' routes about the portals: the board, pause and resume. */
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import type { Deps } from '#api/deps.ts';
import { askProbe } from '#api/domain/portals/asked-probes.ts';
import { unsandboxedAt } from '#api/domain/portals/browser-isolation.ts';
import { listPortals } from '#api/domain/portals/portal-board.ts';
import { pageMapOf, publishPageMap, tryPageMap } from '#api/domain/portals/page-maps.ts';
import { pausePortal, resumePortal } from '#api/domain/portals/portals.ts';
import { textOf } from '#contracts/messages/answers.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { serve } from '#api/routes/serve.ts';

export function adminPortalRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'GET /api/admin/portals': async () => {
      const [portals, browserUnsandboxedAt] = await Promise.all([listPortals(deps), unsandboxedAt(deps)]);
      return { portals, browserUnsandboxedAt };
    },
    'GET /api/admin/portals/:portal/page-map': async ({ params }) => ({
      pageMap: await pageMapOf(deps.db, params.portal),
    }),
    'POST /api/admin/portals/:portal/page-map/try': async ({ params, body }) => {
      const { entrance, found } = await tryPageMap(deps, params.portal, body.changes);
      const { outcome, message } = entrance;
      return { trial: { entrance: { outcome, ...textOf('message', storedMessage(message)) }, found } };
    },
    'PUT /api/admin/portals/:portal/page-map': async ({ user, params, body }) => {
      await publishPageMap(deps, params.portal, body, user.id);
      return { message: 'The page map is published. Sessions that are opened now use it.' };
    },
    'POST /api/admin/portals/:portal/probe': async ({ user, params }) => {
      await askProbe({ ...deps, limiter }, params.portal, user.id);
      return { message: 'The probe has begun. The board shows what it finds.' };
    },
    'POST /api/admin/portals/:portal/pause': async ({ user, params, body }) => {
      await pausePortal(deps, { ...params, adminId: user.id, ...body });
      return { message: 'The portal is paused. Its jobs wait.' };
    },
    'POST /api/admin/portals/:portal/resume': async ({ user, params, body }) => {
      await resumePortal(deps, { ...params, adminId: user.id, ...body });
      return { message: 'The portal is open again. Its jobs continue.' };
    },
  });
}
