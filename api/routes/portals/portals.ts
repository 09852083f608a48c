/** Route that returns the condition of the portals, for customers whose jobs wait for one. */
import type { Deps } from '#api/deps.ts';
import { portalConditions } from '#api/domain/portals/portal-board.ts';
import { portalStatuses } from '#api/domain/portals/portal-status.ts';
import { serve } from '#api/routes/serve.ts';

export function portalRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/portals': async () => ({ portals: await portalConditions(deps) }),
    'GET /api/portals/status': async () => ({ portals: await portalStatuses(deps) }),
  });
}
