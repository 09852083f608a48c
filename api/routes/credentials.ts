/** Calls of spec section 7 "Portal credentials"; the acting user is always the session's. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import * as credentials from '#api/domain/credentials.ts';
import { requireSelf, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { refuseForeignUser } from '#api/middleware/claimed-user.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import { credentialBody, saveCredentialBody } from '#contracts/credentials.ts';
import { credentialPortals, type CredentialPortal } from '#contracts/portal-logins.ts';
import { claimedUser } from '#contracts/envelope.ts';
import { clientMessages, DomainError } from '#contracts/errors.ts';

export function credentialRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return new Hono<AppEnv>()
    .get('/user/:userId', requireVerified, requireSelf('userId'), async (c) =>
      c.json({ success: true as const, data: await credentials.listCredentials(deps, c.var.user.id) }),
    )
    .get('/check/:portal', requireVerified, validate('query', claimedUser), async (c) => {
      refuseForeignUser(c.var.user, c.req.valid('query'));
      const owner = { userId: c.var.user.id, portal: portalOf(c.req.param('portal')) };
      const [exists, usable] = await Promise.all([
        credentials.hasCredential(deps.db, owner),
        credentials.canLogIn(deps, owner),
      ]);
      return c.json({ success: true as const, exists, usable });
    })
    .post('/test', requireVerified, validate('json', credentialBody), async (c) => {
      const { portalName: portal, username, password, ...claimed } = c.req.valid('json');
      refuseForeignUser(c.var.user, claimed);
      await limiter.consume('credentialTestPerUser', c.var.user.id);
      await credentials.testCredential(deps, { userId: c.var.user.id, portal }, { username, password });
      return c.json({ success: true as const, message: clientMessages.credentialsValid });
    })
    .post('/save', requireVerified, validate('json', saveCredentialBody), async (c) => {
      const { portalName: portal, username, password, consent, ...claimed } = c.req.valid('json');
      refuseForeignUser(c.var.user, claimed);
      const owner = { userId: c.var.user.id, portal };
      await credentials.saveCredential(deps, owner, { username, password, consent });
      return c.json({ success: true as const, message: clientMessages.credentialsSaved });
    })
    .get('/:portal', requireVerified, validate('query', claimedUser), async (c) => {
      refuseForeignUser(c.var.user, c.req.valid('query'));
      const owner = { userId: c.var.user.id, portal: portalOf(c.req.param('portal')) };
      return c.json({
        success: true as const,
        data: { username: await credentials.credentialUsername(deps, owner) },
      });
    })
    .delete('/:portal', requireVerified, validate('json', claimedUser), async (c) => {
      refuseForeignUser(c.var.user, c.req.valid('json'));
      const owner = { userId: c.var.user.id, portal: portalOf(c.req.param('portal')) };
      await credentials.removeCredential(deps, owner);
      return c.json({ success: true as const, message: clientMessages.credentialsDeleted });
    });
}

function portalOf(name: string): CredentialPortal {
  const portal = credentialPortals.find((known) => known === name);
  if (!portal) throw new DomainError('PORTAL_UNKNOWN');
  return portal;
}
