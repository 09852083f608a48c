/** Calls of administrators about the portals: the board, pause and resume. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { unsandboxedAt } from '#api/domain/browser-isolation.ts';
import { listPortals, pausePortal, resumePortal } from '#api/domain/portals.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { pauseBody, portalPath, type PortalBoard } from '#contracts/portals.ts';

export function adminPortalRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/', requireAdmin, async (c) => {
      const [portals, browserUnsandboxedAt] = await Promise.all([listPortals(deps), unsandboxedAt(deps)]);
      return c.json({ success: true as const, portals, browserUnsandboxedAt } satisfies {
        success: true;
      } & PortalBoard);
    })
    .post(
      '/:portal/pause',
      requireAdmin,
      validate('param', portalPath),
      validate('json', pauseBody),
      async (c) => {
        const { portal } = c.req.valid('param');
        await pausePortal(deps, { portal, adminId: c.var.user.id, ...c.req.valid('json') });
        return c.json({ success: true as const, message: 'The portal is paused. Its jobs wait.' });
      },
    )
    .post(
      '/:portal/resume',
      requireAdmin,
      validate('param', portalPath),
      validate('json', pauseBody),
      async (c) => {
        const { portal } = c.req.valid('param');
        await resumePortal(deps, { portal, adminId: c.var.user.id, ...c.req.valid('json') });
        return c.json({ success: true as const, message: 'The portal is open again. Its jobs go on.' });
      },
    );
}
