/** Routes of spec section 7 "Ads": pages read their own placement; administrators read and change all. */
import type { Deps } from '#api/deps.ts';
import { adAt, changeAd, listAds } from '#api/domain/site/ads.ts';
import { serve } from '#api/routes/serve.ts';

export function adRoutes(deps: Deps) {
  const { db } = deps;
  return serve(deps, {
    'GET /api/ads/settings/:placement': async ({ params }) => ({
      setting: await adAt(db, params.placement),
    }),
    'GET /api/ads/settings': async () => ({ settings: await listAds(db) }),
    'PATCH /api/ads/toggle/:id': async ({ user, params, body: { enabled, reason } }) => {
      const change = { placement: params.id, change: { enabled }, adminId: user.id, reason };
      await changeAd(db, change);
      return { message: enabled ? 'Ad placement switched on' : 'Ad placement switched off' };
    },
    'PUT /api/ads/settings/:id': async ({ user, params, body }) => {
      const { reason, userId: _own, ...change } = body;
      const setting = await changeAd(db, { placement: params.id, change, adminId: user.id, reason });
      return { setting };
    },
  });
}
