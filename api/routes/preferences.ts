/** The call that keeps what a customer chose for the interface and for mails. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { savePreferences } from '#api/domain/preferences.ts';
import { requireSelf, requireUser } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { preferencesBody } from '#contracts/preferences.ts';

export function preferenceRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>().put(
    '/users/:userId/preferences',
    requireUser,
    requireSelf('userId'),
    validate('json', preferencesBody),
    async (c) => {
      const preferences = await savePreferences(db, c.var.user.id, c.req.valid('json'));
      return c.json({ success: true as const, preferences });
    },
  );
}
