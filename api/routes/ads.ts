/** Calls of spec section 7 "Ads": pages ask for their own placement, administrators see and change all. */
import type { Deps } from '#api/deps.ts';
import { adAt, changeAd, listAds } from '#api/domain/ads.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import { refuseForeignUser } from '#api/middleware/claimed-user.ts';
import { validate } from '#api/middleware/validate.ts';
import { adIdPath, adSettingBody, adToggleBody } from '#contracts/ads.ts';
import { serve } from './serve.ts';

export function adRoutes(deps: Deps) {
  const { db } = deps;
  const everybodys = serve(deps, {
    'GET /api/ads/settings/:placement': async ({ params }) => ({
      setting: await adAt(db, params.placement),
    }),
  });
  return everybodys
    .get('/api/ads/settings', requireAdmin, async (c) =>
      c.json({ success: true as const, settings: await listAds(db) }),
    )
    .patch(
      '/api/ads/toggle/:id',
      requireAdmin,
      validate('param', adIdPath),
      validate('json', adToggleBody),
      async (c) => {
        const { enabled, reason, ...claimed } = c.req.valid('json');
        refuseForeignUser(c.var.user, claimed);
        const { id: placement } = c.req.valid('param');
        await changeAd(db, { placement, change: { enabled }, adminId: c.var.user.id, reason });
        const message = enabled ? 'Ad placement switched on' : 'Ad placement switched off';
        return c.json({ success: true as const, message });
      },
    )
    .put(
      '/api/ads/settings/:id',
      requireAdmin,
      validate('param', adIdPath),
      validate('json', adSettingBody),
      async (c) => {
        const { reason, userId, ...change } = c.req.valid('json');
        refuseForeignUser(c.var.user, { userId });
        const { id: placement } = c.req.valid('param');
        const setting = await changeAd(db, { placement, change, adminId: c.var.user.id, reason });
        return c.json({ success: true as const, setting });
      },
    );
}
