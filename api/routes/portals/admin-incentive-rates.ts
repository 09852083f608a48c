/** Administrators' routes about the rates of the export cash incentive; every change is stored with its reason. */
import type { Deps } from '#api/deps.ts';
import { addRate, changeRate, listRates, removeRate } from '#api/domain/portals/incentive-rates.ts';
import { serve } from '#api/routes/serve.ts';

export function adminIncentiveRateRoutes(deps: Deps) {
  const { db } = deps;
  return serve(deps, {
    'GET /api/admin/incentive-rates': async () => ({ rates: await listRates(db) }),
    'POST /api/admin/incentive-rates': async ({ user, body: { reason, ...request } }) => ({
      rate: await addRate(db, request, { adminId: user.id, reason }),
    }),
    'PUT /api/admin/incentive-rates/:id': async ({ user, params, body: { reason, ...request } }) => ({
      rate: await changeRate(db, params.id, request, { adminId: user.id, reason }),
    }),
    'DELETE /api/admin/incentive-rates/:id': async ({ user, params, body }) => ({
      rate: await removeRate(db, params.id, body.known, { adminId: user.id, reason: body.reason }),
    }),
  });
}
