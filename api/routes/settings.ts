/** Calls of spec section 7 "Settings": everybody may read them, administrators change them. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { getSettings, updateSettings, withoutNotice } from '#api/domain/settings.ts';
import { isWorkingAdministrator, requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { settingsBody } from '#contracts/settings.ts';

export function settingsRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .get('/settings', async (c) => {
      const settings = await getSettings(db);
      const isForAll = settings.systemNotification.showToAll || isWorkingAdministrator(c.var.user);
      return c.json({ success: true as const, settings: isForAll ? settings : withoutNotice(settings) });
    })
    .put('/settings', requireAdmin, validate('json', settingsBody), async (c) => {
      const settings = await updateSettings(db, c.req.valid('json'), c.var.user.id);
      return c.json({ success: true as const, settings });
    })
    .get('/system-settings', async (c) => {
      const { creditsPerBDT } = await getSettings(db);
      return c.json({ success: true as const, settings: { credits_per_bdt: creditsPerBDT } });
    });
}
