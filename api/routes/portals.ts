/** How the portals do, for customers whose jobs wait for one. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { portalConditions } from '#api/domain/portals.ts';
import { requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';

export function portalRoutes(deps: Deps) {
  return new Hono<AppEnv>().get('/', requireVerified, async (c) =>
    c.json({ success: true as const, portals: await portalConditions(deps) }),
  );
}
