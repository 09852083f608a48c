/** Calls of spec section 7 "Settings" that everybody may read. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { getSettings } from '#api/domain/settings.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';

export function settingsRoutes({ db }: Deps) {
  return new Hono<AppEnv>()
    .get('/settings', async (c) => c.json({ success: true as const, settings: await getSettings(db) }))
    .get('/system-settings', async (c) => {
      const { creditsPerBDT } = await getSettings(db);
      return c.json({ success: true as const, settings: { credits_per_bdt: creditsPerBDT } });
    });
}
