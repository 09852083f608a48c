/** Route that returns the condition of the portals, for customers whose jobs wait for one. */
import type { Deps } from '#api/deps.ts';
import { portalConditions } from '#api/domain/portals/portals.ts';
import { serve } from '#api/routes/serve.ts';

export function portalRoutes(deps: Deps) {
  return serve(deps, { 'GET /api/portals': async () => ({ portals: await portalConditions(deps) }) });
}
