/** The administrators' route of the overview. */
import type { Deps } from '#api/deps.ts';
import { adminOverview } from '#api/domain/site/admin-overview.ts';
import { serve } from '#api/routes/serve.ts';

export function adminOverviewRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/admin/overview': async () => ({ overview: await adminOverview(deps) }),
  });
}
