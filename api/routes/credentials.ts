/** Calls of spec section 7 "Portal credentials"; the acting user is always the session's. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import * as credentials from '#api/domain/credentials.ts';
import { requireSelf, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { credentialBody, credentialPortalParam } from '#contracts/credentials.ts';

export function credentialRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/user/:userId', requireVerified, requireSelf('userId'), async (c) =>
      c.json({ success: true as const, data: await credentials.listCredentials(deps, c.var.user.id) }),
    )
    .get('/check/:portal', requireVerified, validate('param', credentialPortalParam), async (c) => {
      const exists = await credentials.hasCredential(deps.db, { userId: c.var.user.id, ...c.req.valid('param') });
      return c.json({ success: true as const, exists });
    })
    .post('/test', requireVerified, validate('json', credentialBody), async (c) => {
      const { portalName, username, password } = c.req.valid('json');
      await credentials.testCredential(deps, { userId: c.var.user.id, portal: portalName }, { username, password });
      return c.json({ success: true as const, message: 'Credentials are valid and working!' });
    })
    .post('/save', requireVerified, validate('json', credentialBody), async (c) => {
      const { portalName, username, password } = c.req.valid('json');
      await credentials.saveCredential(deps, { userId: c.var.user.id, portal: portalName }, { username, password });
      return c.json({ success: true as const, message: 'Credentials saved successfully!' });
    })
    .get('/:portal', requireVerified, validate('param', credentialPortalParam), async (c) => {
      const username = await credentials.credentialUsername(deps, { userId: c.var.user.id, ...c.req.valid('param') });
      return c.json({ success: true as const, data: { username } });
    })
    .delete('/:portal', requireVerified, validate('param', credentialPortalParam), async (c) => {
      await credentials.removeCredential(deps, { userId: c.var.user.id, ...c.req.valid('param') });
      return c.json({ success: true as const, message: 'Credentials deleted successfully!' });
    });
}
