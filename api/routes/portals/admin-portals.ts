/** Administrators' routes about the portals: the board, pause and resume. */
import type { Deps } from '#api/deps.ts';
import { unsandboxedAt } from '#api/domain/portals/browser-isolation.ts';
import { listPortals } from '#api/domain/portals/portal-board.ts';
import { pausePortal, resumePortal } from '#api/domain/portals/portals.ts';
import { serve } from '#api/routes/serve.ts';

export function adminPortalRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/admin/portals': async () => {
      const [portals, browserUnsandboxedAt] = await Promise.all([listPortals(deps), unsandboxedAt(deps)]);
      return { portals, browserUnsandboxedAt };
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
