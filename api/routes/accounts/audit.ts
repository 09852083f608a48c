/** Administrators' routes about the log of administrators' changes. */
import type { Deps } from '#api/deps.ts';
import { listEntries } from '#api/domain/accounts/audit.ts';
import { serve } from '#api/routes/serve.ts';

export function auditRoutes(deps: Deps) {
  return serve(deps, { 'GET /api/admin/audit': ({ query }) => listEntries(deps.db, query) });
}
